import { decode } from 'dns-packet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { powerDnsPublisher } from '../src/adapters/zone/powerdns.ts'
import { query } from '../src/nameserver/testing/messages.ts'
import { PublishFailed, type ZonePublisher } from '../src/ports.ts'
import { askTcp } from './ask.ts'
import { type PowerDns, startPowerDns } from './powerdns.ts'

const address = '127.0.0.6'
const apiKey = 'a-key-that-no-message-holds'
const zone = 'waxseal.test'
let server: PowerDns
let publisher: ZonePublisher

beforeAll(async () => {
  server = await startPowerDns(address, apiKey)
  publisher = powerDnsPublisher({ url: server.url, apiKey, zone })
})
afterAll(() => server.stop())

const put = (name: string, value: string | null, ttl = 300): Promise<void> =>
  publisher.publish([{ name: `${name}.${zone}`, value, ttl }])

/** What a resolver gets: each TXT record as its strings, one character per byte, with the TTL. */
async function answered(name: string): Promise<{ ttl: number | undefined; strings: string[] }[]> {
  const message = await askTcp(address, query(`${name}.${zone}`, 16))
  if (message === null) throw new Error('no answer')
  return (decode(message).answers ?? []).flatMap(answer =>
    answer.type === 'TXT'
      ? [{ ttl: answer.ttl, strings: [answer.data].flat().map(string => Buffer.from(string).toString('latin1')) }]
      : [],
  )
}

async function serial(): Promise<number> {
  return ((await server.api('GET', `/zones/${zone}.?rrsets=false`)) as { serial: number }).serial
}

async function failure(attempt: Promise<unknown>): Promise<PublishFailed> {
  const error: unknown = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof PublishFailed)) throw new Error(`no PublishFailed: ${String(error)}`)
  expect(error.message).not.toContain(apiKey)
  return error
}

describe('a record published to PowerDNS', () => {
  const long = `v=spf1 ${Array.from({ length: 60 }, (_, i) => `ip4:192.0.2.${i}`).join(' ')} -all`

  it.each([
    ['an SPF record', 'spf', 'v=spf1 ip4:192.0.2.0/24 -all'],
    ['a record of several strings', 'long', long],
    ['a record of exactly one string', 'full', 'x'.repeat(255)],
    ['quotes, backslashes and what looks like an escape', 'quotes', String.raw`say "a\b" \" \\ \065 ; ( ) end\ `],
    ['a quote and a backslash at the border of two strings', 'border', `${'x'.repeat(254)}"\\${'y'.repeat(20)}`],
    ['each byte', 'bytes', Array.from({ length: 256 }, (_, octet) => String.fromCharCode(octet)).join('')],
    ['an empty text', 'empty', ''],
  ])('is answered exactly, and read exactly: %s', async (_, name, text) => {
    await put(name, text, 120)
    const strings = text === '' ? [''] : (text.match(/[^]{1,255}/g) ?? [])
    expect(await answered(name)).toEqual([{ ttl: 120, strings }])
    expect(await publisher.published([`${name}.${zone}`])).toEqual(new Map([[`${name}.${zone}`, text]]))
  })

  it('is visible at once where there was none, and where there was another', async () => {
    expect(await answered('soon')).toEqual([])
    await put('soon', 'v=spf1 -all')
    expect(await answered('soon')).toEqual([{ ttl: 300, strings: ['v=spf1 -all'] }])
    await put('soon', 'v=spf1 ~all', 60)
    expect(await answered('soon')).toEqual([{ ttl: 60, strings: ['v=spf1 ~all'] }])
  })

  it('replaces all other TXT records of its name, also disabled ones, which are not published, and no record of another type', async () => {
    const name = `crowd.${zone}.`
    const others = ['"v=spf1 +all"', '"another"'].map(content => ({ content, disabled: false }))
    const records = [...others, { content: '"asleep"', disabled: true }]
    await server.api('PATCH', `/zones/${zone}.`, {
      rrsets: [
        { name, type: 'TXT', ttl: 60, changetype: 'REPLACE', records },
        { name, type: 'A', ttl: 60, changetype: 'REPLACE', records: [{ content: '192.0.2.1', disabled: false }] },
      ],
    })
    const before = (await publisher.published([`crowd.${zone}`])).get(`crowd.${zone}`)
    expect(before?.split('\n').toSorted()).toEqual(['another', 'v=spf1 +all'])
    await put('crowd', 'v=spf1 +all', 60)
    expect(await answered('crowd')).toEqual([{ ttl: 60, strings: ['v=spf1 +all'] }])
    // Only the whole zone shows disabled records.
    const { rrsets } = (await server.api('GET', `/zones/${zone}.`)) as {
      rrsets: { name: string; type: string; records: unknown[] }[]
    }
    const left = rrsets.filter(rrset => rrset.name === name).map(({ type, records: { length } }) => `${length} ${type}`)
    expect(left.toSorted()).toEqual(['1 A', '1 TXT'])
  })

  it('is gone after its removal, which may be said again', async () => {
    await put('gone', 'v=spf1 -all')
    await put('gone', null)
    expect(await answered('gone')).toEqual([])
    expect(await publisher.published([`gone.${zone}`])).toEqual(new Map())
    const before = await serial()
    await put('gone', null)
    expect(await serial()).toBe(before)
  })

  it('changes nothing when it is said again, not even the serial', async () => {
    await put('again', long)
    const before = await serial()
    await put('again', long)
    expect(await serial()).toBe(before)
    await put('again', long, 301)
    expect(await serial()).not.toBe(before)
  })

  it('may come with a thousand others, which are more than its server accepts in one request', async () => {
    const names = Array.from({ length: 1000 }, (_, i) => `n${i}.many.${zone}`)
    await publisher.publish(names.map((name, i) => ({ name, value: `${i} ${'x'.repeat(2500)}`, ttl: 300 })))
    const values = await publisher.published(names)
    expect(values.size).toBe(1000)
    expect(values.get(`n999.many.${zone}`)).toBe(`999 ${'x'.repeat(2500)}`)
  })

  it('may be named in any case', async () => {
    await publisher.publish([{ name: `UPPER.${zone.toUpperCase()}`, value: 'one', ttl: 60 }])
    await put('upper', 'two')
    expect(await publisher.published([`Upper.${zone}`])).toEqual(new Map([[`Upper.${zone}`, 'two']]))
  })
})

describe('PowerDNS', () => {
  it('refuses a wrong key', async () => {
    const other = powerDnsPublisher({ url: server.url, apiKey: 'wrong', zone })
    const { message, temporary } = await failure(other.published([`spf.${zone}`]))
    expect(temporary).toBe(false)
    expect(message).toBe('PowerDNS answered 401: Unauthorized')
  })

  it('does not have every zone', async () => {
    const other = powerDnsPublisher({ url: server.url, apiKey, zone: 'missing.test' })
    const attempts = [
      () => other.published(['a.missing.test']),
      () => other.publish([{ name: 'a.missing.test', value: 'x', ttl: 60 }]),
    ]
    for (const attempt of attempts) {
      const { message, temporary } = await failure(attempt())
      expect(temporary).toBe(false)
      expect(message).toBe('PowerDNS answered 404: Not Found')
    }
  })

  it('refuses a TXT record beside a CNAME record', async () => {
    const cname = { type: 'CNAME', ttl: 60, changetype: 'REPLACE', records: [{ content: 'a.test.', disabled: false }] }
    await server.api('PATCH', `/zones/${zone}.`, { rrsets: [{ name: `alias.${zone}.`, ...cname }] })
    const { message, temporary } = await failure(put('alias', 'v=spf1 -all'))
    expect(temporary).toBe(false)
    expect(message).toMatch(/^PowerDNS answered 422: .*alias\.waxseal\.test/)
  })

  it('that is down may be up at the next attempt', async () => {
    const stopped = await startPowerDns('127.0.0.7', apiKey)
    const other = powerDnsPublisher({ url: stopped.url, apiKey, zone })
    await other.publish([{ name: `a.${zone}`, value: 'x', ttl: 60 }])
    await stopped.stop()
    expect(await failure(other.publish([{ name: `a.${zone}`, value: 'y', ttl: 60 }]))).toMatchObject({
      temporary: true,
      message: 'PowerDNS could not be reached: ECONNREFUSED',
    })
  })

  it('gets no name of another zone', async () => {
    const { temporary } = await failure(publisher.publish([{ name: 'example.com', value: 'x', ttl: 60 }]))
    expect(temporary).toBe(false)
  })
})
