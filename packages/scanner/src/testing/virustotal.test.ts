import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpsGet } from '../https/index.ts'
import { type FakeVirusTotal, startVirusTotal } from './virustotal.ts'
import { addressObject, domainObject, schemaErrors } from './virustotal-schema.ts'

const key = 'a-key-of-the-tests-0123456789'
const domain = domainObject('example.com', {
  engines: { ESET: ['malicious', 'phishing'], Sophos: 'harmless', CMC: 'undetected', Webroot: 'timeout' },
  categories: { BitDefender: 'business' },
})
const address = addressObject('2001:db8::1', { engines: { Sophos: 'harmless' } })
let server: FakeVirusTotal

beforeAll(async () => {
  server = await startVirusTotal({ key, objects: [domain, address] })
})
afterAll(() => server.close())

async function get(path: string, headers: Readonly<Record<string, string>> = { 'x-apikey': key }) {
  const https = createHttpsGet(server)
  const options = { maxBytes: 100_000, timeoutMs: 5000, redirects: 0, headers }
  const { status, body } = await https(`https://www.virustotal.com/api/v3/${path}`, options)
  return { status, body: JSON.parse(body.toString()) }
}

describe('the VirusTotal of the tests', () => {
  it('has objects as VirusTotal describes them', async () => {
    const found = [await get('domains/example.com'), await get('ip_addresses/2001:db8::1')]
    expect(found.map(({ status }) => status)).toEqual([200, 200])
    expect(found.map(({ body }) => schemaErrors(body.data))).toEqual([[], []])
  })

  it('and the schema notices what differs', () => {
    const { attributes } = domain
    const wrong = [
      { ...domain, type: 'file' },
      {
        ...domain,
        attributes: { ...attributes, last_analysis_stats: { ...attributes.last_analysis_stats, malicious: 2 } },
      },
      { ...domain, attributes: { ...attributes, last_analysis_results: { ESET: { category: 'bad' } } } },
      { ...address, attributes: { ...address.attributes, country: 'Germany' } },
      null,
    ]
    for (const each of wrong) expect(schemaErrors(each)).not.toEqual([])
  })

  it('accepts only its key', async () => {
    expect(await get('domains/example.com', {})).toMatchObject({
      status: 401,
      body: { error: { code: 'AuthenticationRequiredError' } },
    })
    expect(await get('domains/example.com', { 'x-apikey': 'another' })).toMatchObject({
      status: 401,
      body: { error: { code: 'WrongCredentialsError' } },
    })
  })

  it('answers with the documented errors', async () => {
    expect(await get('domains/unknown.example')).toMatchObject({
      status: 404,
      body: { error: { code: 'NotFoundError' } },
    })
    server.next({ error: 'QuotaExceededError' }, { error: 'TooManyRequestsError' })
    expect([(await get('domains/example.com')).status, (await get('domains/example.com')).status]).toEqual([429, 429])
    expect((await get('domains/example.com')).status).toBe(200)
  })
})
