import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ZonePublisher } from '../../ports.ts'
import { powerDnsPublisher } from './powerdns.ts'

/** What the installed PowerDNS does not answer; all else is tested with it (realserver/powerdns.real.test.ts). */
const apiKey = 'a-key-that-no-message-holds'
const zone = 'waxseal.email'
let body: unknown
let sent: string[] = []
let publisher: ZonePublisher
const server = createServer((request, response) => {
  sent.push(`${request.method} ${request.url}`)
  response.end(JSON.stringify(body))
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  publisher = powerDnsPublisher({ url, apiKey, zone })
})
afterAll(() => server.close())
beforeEach(() => (sent = []))

const txt = (name: string, records: object[]): object => ({ name: `${name}.${zone}.`, type: 'TXT', ttl: 60, records })
const publish = (value: string | null): Promise<void> => publisher.publish([{ name: `a.${zone}`, value, ttl: 60 }])

it('finds its record in an answer with the whole zone', async () => {
  const soa = { name: `${zone}.`, type: 'SOA', ttl: 60, records: [{ content: 'ns. host. 1 2 3 4 5', disabled: false }] }
  const a = { ...txt('a', [{ content: '192.0.2.1' }]), type: 'A' }
  body = { rrsets: [soa, a, txt('b', [{ content: '"other"' }]), txt('a', [{ content: '"mine"' }])] }
  expect(await publisher.published([`a.${zone}`, `c.${zone}`])).toEqual(new Map([[`a.${zone}`, 'mine']]))
})

it('a disabled record is not published', async () => {
  body = { rrsets: [txt('a', [{ content: '"mine"', disabled: true }])] }
  expect(await publisher.published([`a.${zone}`])).toEqual(new Map())
  await publish(null)
  expect(sent.map(line => line.slice(0, 5))).toEqual(['GET /', 'GET /'])
  await publish('mine')
  expect(sent.at(-1)).toBe(`PATCH /api/v1/servers/localhost/zones/${zone}.`)
})

it.each([[[]], [{ rrsets: 1 }], [{ rrsets: [{ name: 'x' }] }], [null]])(
  'an answer that is no zone is an error, not a name without records: %j',
  async answer => {
    body = answer
    const refusal = { name: 'PublishFailed', temporary: false, message: 'PowerDNS answered 200: not a zone' }
    await expect(publisher.published([`a.${zone}`])).rejects.toMatchObject(refusal)
    await expect(publish(null)).rejects.toMatchObject(refusal)
    expect(sent).toHaveLength(2)
  },
)

it('an apex that is no domain name is refused', () => {
  for (const apex of ['', '.', 'a..b']) {
    expect(() => powerDnsPublisher({ url: 'http://192.0.2.1', apiKey, zone: apex })).toThrow(RangeError)
  }
})
