import { execFile } from 'node:child_process'
import { isDeepStrictEqual, promisify } from 'node:util'
import { decode } from 'dns-packet'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseSecondaries } from '../src/nameserver/secondaries.ts'
import { type Nameserver, openNameserver } from '../src/nameserver/serve-zone.ts'
import { query } from '../src/nameserver/testing/messages.ts'
import { Zone } from '../src/nameserver/zone.ts'
import { askUdp } from './ask.ts'
import { startKnot } from './knot.ts'
import { startNsd, type ZoneServer } from './nsd.ts'

const run = promisify(execFile)
const primary = '127.0.0.2'
const secondaries = { nsd: '127.0.0.4', knot: '127.0.0.5' }
const hosted = 100_000
const key = { name: 'xfr', secret: Buffer.from('a key of thirty-two bytes length').toString('base64') }
const running: (() => Promise<void>)[] = []
const servers: ZoneServer[] = []
let ours: Nameserver

const zone = new Zone({
  name: 'waxseal.test',
  nameservers: [
    { host: 'ns1.waxseal.test', addresses: ['192.0.2.53', '2001:db8::53'] },
    { host: 'ns2.waxseal.test', addresses: ['198.51.100.53'] },
  ],
  contact: 'hostmaster@waxseal.test',
  serial: 1_000_000,
})
const nameOf = (i: number): string => `customer-${i}.waxseal.test`
const record = (i: number): { text: string; ttl: number } => ({
  text: `v=spf1 ip4:192.0.2.${i % 256} ip4:198.51.100.0/24 ip6:2001:db8:${(i % 65_536).toString(16)}::/48 -all`,
  ttl: 300,
})

beforeAll(async () => {
  zone.apply(Array.from({ length: hosted }, (_, i) => ({ name: nameOf(i), record: record(i) })))
  const list = parseSecondaries(
    Object.values(secondaries)
      .map(address => `${address}:53#${key.name}:${key.secret}`)
      .join(','),
  )
  const log = pino({ level: 'silent' })
  ours = await openNameserver({
    zone,
    addresses: [primary],
    port: 53,
    secondaries: list.secondaries,
    answersPerSecond: 1_000_000,
    now: () => new Date(),
    log,
  })
  running.push(() => ours.close())
  const access = `  allow-notify: ${primary} ${key.name}\n  request-xfr: ${primary}@53 ${key.name}\n`
  const started = await Promise.all([
    startNsd(secondaries.nsd, { zone: `${access}  outgoing-interface: ${secondaries.nsd}\n`, key }),
    startKnot(secondaries.knot, { primary, key }),
  ])
  servers.push(...started)
  running.unshift(...started.map(server => () => server.stop()))
})
afterAll(async () => {
  for (const stop of running) await stop()
})

/** How long it takes until both secondaries answer as we do, in milliseconds. */
async function msUntilAll(packet: Buffer): Promise<number> {
  const wanted = await askUdp(primary, packet)
  const began = performance.now()
  for (const address of Object.values(secondaries)) {
    const deadline = began + 20_000
    while (!isSame(await askUdp(address, packet), wanted)) {
      if (performance.now() > deadline) throw new Error(`${address} does not have the change`)
    }
  }
  return performance.now() - began
}

async function kdig(...args: string[]): Promise<string> {
  return (await run('kdig', [`@${primary}`, '-p', '53', ...args], { maxBuffer: 64 << 20 })).stdout
}

/** The same code and the same records as answer and authority; servers differ in how they write names. */
function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one !== null && other !== null && isDeepStrictEqual(contentOf(one), contentOf(other))
}

function contentOf(message: Buffer): unknown {
  const { answers, authorities } = decode(message)
  return { rcode: (message[3] ?? 0) & 15, answers, authorities }
}

const text = (name: string): Buffer => query(name, 16)

describe('NSD and Knot with 100,000 records of ours', () => {
  it('have the whole zone', async () => {
    await msUntilAll(query('waxseal.test', 6))
    for (const i of [0, 1, 777, 54_321, hosted - 1]) await msUntilAll(text(nameOf(i)))
    await msUntilAll(query('ns1.waxseal.test', 28))
  })

  it.each([
    [
      'a new record',
      () => zone.put('new.waxseal.test', { text: 'v=spf1 ip4:203.0.113.1 -all', ttl: 60 }),
      'new.waxseal.test',
    ],
    ['a changed one', () => zone.put(nameOf(7), { text: 'v=spf1 -all', ttl: 60 }), nameOf(7)],
    ['one that is gone', () => zone.remove(nameOf(8)), nameOf(8)],
    [
      'a name below empty ones',
      () => zone.put('a.b.c.waxseal.test', { text: 'x'.repeat(400), ttl: 60 }),
      'a.b.c.waxseal.test',
    ],
  ])('show %s within two seconds', async (_, change, name) => {
    change()
    expect(await msUntilAll(text(name))).toBeLessThan(2000)
  })

  it('show a thousand changes, each with its own serial', async () => {
    for (let i = 1000; i < 2000; i++) zone.put(nameOf(i), { text: `v=spf1 ip4:203.0.113.${i % 256} -all`, ttl: 60 })
    expect(await msUntilAll(text(nameOf(1999)))).toBeLessThan(2000)
    await msUntilAll(query('waxseal.test', 6))
    for (const i of [1000, 1500]) await msUntilAll(text(nameOf(i)))
  })

  it('show a change of most of the zone, which comes as a whole', async () => {
    zone.apply(
      Array.from({ length: 60_000 }, (_, i) => ({
        name: nameOf(i),
        record: { text: `v=spf1 a:${i}.example -all`, ttl: 60 },
      })),
    )
    await msUntilAll(query('waxseal.test', 6))
    for (const i of [0, 59_999, 60_000]) await msUntilAll(text(nameOf(i)))
  })
})

describe('kdig', () => {
  const from = ['-b', secondaries.knot]
  const sign = ['-y', `hmac-sha256:${key.name}:${key.secret}`]

  it('gets all records, each message signed, at the address of a secondary and with its key', async () => {
    const lines = (await kdig('waxseal.test', 'AXFR', '+short', ...from, ...sign)).trim().split('\n')
    expect(lines).toHaveLength(zone.hosted + 7)
    expect(lines[0]).toBe(lines.at(-1))
  })

  it('gets the difference since a serial', async () => {
    const serial = zone.serial
    zone.put('for-kdig.waxseal.test', { text: 'here', ttl: 60 })
    const output = await kdig('waxseal.test', `IXFR=${serial}`, ...from, ...sign)
    expect(output).toMatch(/for-kdig\.waxseal\.test\.\s+60\s+IN\s+TXT\s+"here"/)
    expect(output).toContain('5 records')
  })

  it.each([
    ['another address', sign, 'REFUSED'],
    ['no key', from, 'REFUSED'],
    ['a wrong secret', [...from, '-y', `hmac-sha256:${key.name}:${Buffer.alloc(32).toString('base64')}`], 'BADSIG'],
    ['an unknown key', [...from, '-y', `hmac-sha256:other:${key.secret}`], 'BADKEY'],
  ])('gets no transfer with %s', async (_, args, refusal) => {
    await expect(kdig('waxseal.test', 'AXFR', ...args)).rejects.toThrow(`replied with error '${refusal}'`)
  })

  it('gets a signed answer to a signed query', async () => {
    expect(await kdig('abc.waxseal.test', 'TXT', ...sign)).toContain('NXDOMAIN')
  })
})
