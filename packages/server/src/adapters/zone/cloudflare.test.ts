import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PublishFailed, type ZonePublisher } from '../../ports.ts'
import {
  type CloudflareApi,
  type CloudflareFault,
  cloudflareZone,
  openCloudflareApi,
} from '../../testing/cloudflare.ts'
import { cloudflarePublisher } from './cloudflare.ts'

const { id: zoneId, name: zone, token } = cloudflareZone
const name = `acme.${zone}`
const spf = 'v=spf1 ip4:192.0.2.0/24 -all'
let api: CloudflareApi
let publisher: ZonePublisher

beforeEach(async () => {
  api = await openCloudflareApi()
  publisher = cloudflarePublisher({ baseUrl: api.baseUrl, token, zoneId, zone })
})
afterEach(() => api.close())

const publish = (value: string | null, ttl = 300): Promise<void> => publisher.publish([{ name, value, ttl }])

/** Adds records to the zone, as their owner would by hand. */
function seed(...contents: string[]): void {
  for (const content of contents) {
    api.records.push({ id: `seed-${api.records.length}`, type: 'TXT', name, content, ttl: 300 })
  }
}

/** Does this once, before the first request with this method. */
function beforeFirst(method: string, change: () => CloudflareFault | void): void {
  let isDone = false
  api.before = line => {
    if (isDone || !line.startsWith(method)) return undefined
    isDone = true
    return change() ?? undefined
  }
}

/** What is published at the name: type, content and TTL. */
function held(): string[] {
  return api.records.filter(record => record.name === name).map(({ type, content, ttl }) => `${type} ${content} ${ttl}`)
}

/** The methods of the requests so far, without those that only list. */
function changesMade(): string[] {
  return api.requests.map(line => line.split(' ')[0] ?? '').filter(method => method !== 'GET')
}

async function failure(attempt: Promise<unknown>): Promise<PublishFailed> {
  const error: unknown = await attempt.catch((thrown: unknown) => thrown)
  if (!(error instanceof PublishFailed)) throw new Error(`no PublishFailed: ${String(error)}`)
  expect(error.message).not.toContain(token)
  return error
}

describe('a name at Cloudflare', () => {
  it('without a record gets one', async () => {
    await publish(spf)
    expect(held()).toEqual([`TXT "${spf}" 300`])
    expect(changesMade()).toEqual(['POST'])
  })

  it('keeps its record, changed, with its identifier', async () => {
    seed('"v=spf1 -all"')
    await publish(spf, 600)
    expect(held()).toEqual([`TXT "${spf}" 600`])
    expect(api.records[0]?.id).toBe('seed-0')
    expect(changesMade()).toEqual(['PATCH'])
  })

  it('is not changed when it is said again', async () => {
    await publish(spf)
    await publish(spf)
    expect(changesMade()).toEqual(['POST'])
  })

  it('gets another TTL alone', async () => {
    await publish(spf, 300)
    await publish(spf, 301)
    expect(held()).toEqual([`TXT "${spf}" 301`])
  })

  it('loses all other TXT records, and no record of another type or name', async () => {
    seed('"one"', '"two"', `"${spf}"`)
    api.records.push({ id: 'mx', type: 'MX', name, content: 'mx.example', ttl: 300 })
    api.records.push({ id: 'below', type: 'TXT', name: `below.${name}`, content: '"stays"', ttl: 300 })
    await publish(spf)
    expect(held()).toEqual([`TXT "${spf}" 300`, 'MX mx.example 300'])
    expect(changesMade()).toEqual(['DELETE', 'DELETE'])
    await publish(null)
    expect(held()).toEqual(['MX mx.example 300'])
    expect(api.records.map(({ id }) => id)).toEqual(['mx', 'below'])
  })

  it('never has more records than before, nor none while it changes', async () => {
    seed('"one"', '"two"', '"three"')
    const counts: number[] = []
    api.before = () => void counts.push(held().length)
    await publish(spf)
    expect([...counts, held().length]).toEqual([3, 3, 2, 1, 1])
  })

  it('is without a record after its removal, which may be said again', async () => {
    seed('"one"')
    await publish(null)
    await publish(null)
    expect(held()).toEqual([])
    expect(changesMade()).toEqual(['DELETE'])
  })

  it.each([
    ['several strings', 'x'.repeat(600)],
    ['quotes and backslashes', String.raw`a "b" \ \065`],
    ['bytes', '\0\t\x7f\xff'],
    ['nothing', ''],
  ])('has a text of %s exactly', async (_, text) => {
    await publish(text)
    expect(await publisher.published([name])).toEqual(new Map([[name, text]]))
    await publish(text)
    expect(changesMade()).toEqual(['POST'])
  })

  it.each([
    [1, 60],
    [30, 60],
    [86_400, 86_400],
    [604_800, 86_400],
  ])('with a TTL of %i has one that Cloudflare allows: %i', async (ttl, allowed) => {
    await publish(spf, ttl)
    await publish(spf, ttl)
    expect(held()).toEqual([`TXT "${spf}" ${allowed}`])
    expect(changesMade()).toEqual(['POST'])
  })

  it('may have more records than a page holds', async () => {
    api.perPageMax = 3
    seed(...Array.from({ length: 8 }, (_, i) => `"${i}"`))
    expect((await publisher.published([name])).get(name)).toBe('0\n1\n2\n3\n4\n5\n6\n7')
    await publish('7')
    expect(held()).toEqual(['TXT "7" 300'])
  })

  it('with more than ten pages of records is left as it is', async () => {
    api.perPageMax = 1
    seed(...Array.from({ length: 11 }, (_, i) => `"${i}"`))
    const { temporary, message } = await failure(publish(spf))
    expect(temporary).toBe(false)
    expect(message).toBe(`Cloudflare lists more than 1000 records of ${name}`)
    expect(held()).toHaveLength(11)
  })

  it('without a record is not among the published ones; an old record without quotes is', async () => {
    seed('v=spf1 a -all')
    expect(await publisher.published([name, `none.${zone}`])).toEqual(new Map([[name, 'v=spf1 a -all']]))
  })

  it('beside a CNAME record is refused', async () => {
    api.records.push({ id: 'alias', type: 'CNAME', name, content: 'elsewhere.example', ttl: 300 })
    const { temporary, message } = await failure(publish(spf))
    expect(temporary).toBe(false)
    expect(message).toBe('Cloudflare answered 400: A CNAME record with that host already exists. (81054)')
  })

  it('outside the zone is refused before any request, because Cloudflare would put it below the zone', async () => {
    const { temporary } = await failure(publisher.publish([{ name: 'example.com', value: spf, ttl: 60 }]))
    expect(temporary).toBe(false)
    expect(api.requests).toEqual([])
  })
})

describe('records that change meanwhile', () => {
  it('the same record, made by someone else, is as good', async () => {
    beforeFirst('POST', () => seed(`"${spf}"`))
    await publish(spf)
    expect(held()).toEqual([`TXT "${spf}" 300`])
  })

  it('the same record, made by someone else beside the one to change, replaces it', async () => {
    seed('"old"')
    beforeFirst('PATCH', () => seed(`"${spf}"`))
    await publish(spf)
    expect(held()).toEqual([`TXT "${spf}" 300`])
  })

  it('a record that is gone is made', async () => {
    seed('"old"')
    beforeFirst('PATCH', () => void (api.records = []))
    await publish(spf)
    expect(held()).toEqual([`TXT "${spf}" 300`])
  })

  it.each([
    [404, '{}'],
    [400, '{"success":false,"errors":[{"code":81044,"message":"Record does not exist."}],"result":null}'],
  ])('a record that should go may be gone: %i %s', async (status, body) => {
    seed('"old"')
    beforeFirst('DELETE', () => {
      api.records = []
      return { status, body }
    })
    await publish(null)
    expect(api.requests.map(line => line.split(' ')[0])).toEqual(['GET', 'DELETE', 'GET'])
  })

  it('records that never stay as listed are left for another attempt', async () => {
    const body = JSON.stringify({ success: false, errors: [{ code: 81_058, message: 'exists' }], result: null })
    api.before = line => (line.startsWith('POST') ? { status: 400, body } : undefined)
    expect(await failure(publish(spf))).toMatchObject({ temporary: true })
    expect(changesMade()).toEqual(['POST', 'POST', 'POST'])
  })
})

describe('Cloudflare', () => {
  it('asks to wait, which is passed on; names before it are published', async () => {
    api.before = line =>
      line.includes('second') ? { status: 429, headers: { 'retry-after': '240' }, body: '{}' } : undefined
    const changes = ['first', 'second', 'third'].map(label => ({ name: `${label}.${zone}`, value: spf, ttl: 60 }))
    expect(await failure(publisher.publish(changes))).toMatchObject({ temporary: true, retryAfterMs: 240_000 })
    expect(api.records.map(record => record.name)).toEqual([`first.${zone}`])
    api.before = undefined
    await publisher.publish(changes)
    expect(api.records).toHaveLength(3)
  })

  it.each([
    ['an error of its own', { status: 500, body: '{}' }],
    ['half an answer', { status: 200, body: '{"success":true,"result":[' }],
  ])('may succeed later after %s', async (_, fault) => {
    api.before = () => fault
    expect(await failure(publish(spf))).toMatchObject({ temporary: true })
    expect(await failure(publisher.published([name]))).toMatchObject({ temporary: true })
  })

  it('that does not answer in time may answer later', async () => {
    api.before = () => 'hang'
    const hasty = cloudflarePublisher({ baseUrl: api.baseUrl, token, zoneId, zone, timeoutMs: 100 })
    expect(await failure(hasty.published([name]))).toMatchObject({ temporary: true })
  })

  it.each([
    ['no list', '{"success":true,"errors":[],"result":{}}'],
    ['a failure with status 200', '{"success":false,"errors":[],"result":[],"result_info":{"total_pages":0}}'],
    ['a list without its pages', '{"success":true,"errors":[],"result":[]}'],
  ])('with %s does not say that a name has no record', async (_, body) => {
    api.before = () => ({ status: 200, body })
    expect(await failure(publisher.published([name]))).toMatchObject({ temporary: false })
    expect(await failure(publish(null))).toMatchObject({ temporary: false })
  })

  it.each(['POST', 'PATCH', 'DELETE'])(
    'that answers %s with a failure and status 200 has not published',
    async method => {
      if (method !== 'POST') seed('"old"')
      const body = '{"success":false,"errors":[{"code":1,"message":"no"}],"result":{"id":"1"}}'
      api.before = line => (line.startsWith(method) ? { status: 200, body } : undefined)
      const { temporary, message } = await failure(publish(method === 'DELETE' ? null : spf))
      expect(temporary).toBe(false)
      expect(message).toBe('Cloudflare answered 200: no (1)')
    },
  )

  it('that ignores a filter loses no other record', async () => {
    const other = { id: 'other', type: 'TXT', name: `other.${zone}`, content: '"stays"', ttl: 300 }
    const result = [other, { ...other, id: 'mx', type: 'MX', name }]
    const body = JSON.stringify({ success: true, errors: [], result, result_info: { total_pages: 1 } })
    api.before = line => (line.startsWith('GET') ? { status: 200, body } : undefined)
    await publish(null)
    expect(changesMade()).toEqual([])
  })

  it('refuses a wrong token', async () => {
    const other = cloudflarePublisher({ baseUrl: api.baseUrl, token: 'wrong', zoneId, zone })
    const { temporary, message } = await failure(other.published([name]))
    expect(temporary).toBe(false)
    expect(message).toBe('Cloudflare answered 403: Authentication error (10000)')
  })

  it('does not have every zone', async () => {
    const other = cloudflarePublisher({ baseUrl: api.baseUrl, token, zoneId: 'f'.repeat(32), zone })
    const { temporary, message } = await failure(other.published([name]))
    expect(temporary).toBe(false)
    expect(message).toContain('(7003)')
  })

  it('has identifiers that are no paths', async () => {
    expect(() => cloudflarePublisher({ baseUrl: api.baseUrl, token, zoneId: '..', zone })).toThrow(RangeError)
    seed('"old"')
    for (const record of api.records) record.id = '..'
    expect(await failure(publish(null))).toMatchObject({ temporary: false })
    expect(changesMade()).toEqual([])
  })
})
