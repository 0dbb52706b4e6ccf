import { type Zone, zoneResolver } from '@waxseal/core/dns'
import { expect, it } from 'vitest'
import { diagnosingResolver } from './diagnosing-resolver.ts'

const soa = { mname: 'ns.example', rname: 'h.example', serial: 1, refresh: 1, retry: 1, expire: 1, minimum: 1 }
const now = () => new Date('2026-11-20T00:00:00Z')
const ds = { keyTag: 1, algorithm: 13, digestType: 2, digest: 'ab' }
const key = { flags: 257, protocol: 3, algorithm: 13, key: 'a7'.repeat(64) }

const zone: Zone = {
  com: { SOA: [soa] },
  'example.com': { SOA: [soa], MX: [[10, 'mx.example.com']] },
  '_dmarc.example.com': { CNAME: ['_dmarc.broken.com'] },
  'spoiled.example.com': { TXT: ['text'], authentic: 'bogus' },
  'broken.com': { SOA: [soa], DS: [ds], DNSKEY: [key], authentic: 'bogus' },
  '_dmarc.broken.com': { TXT: ['v=DMARC1; p=none'], authentic: 'bogus' },
  'away.broken.com': { CNAME: ['mx.example.com'], authentic: 'bogus' },
  'mx.example.com': { A: ['192.0.2.1'] },
  'open.com': { TXT: ['text'], authentic: 'bogus', fail: { SOA: 'timeout' } },
}
const diagnosing = (more: Zone = {}) => {
  const asked = zoneResolver({ ...zone, ...more })
  const resolver = diagnosingResolver(asked, { now })
  const brokenIn = async (name: string, type: 'A' | 'MX' | 'TXT') => (await resolver.query(name, type)).via.broken
  return { asked, brokenIn }
}

it('asks nothing more while answers validate, or fail', async () => {
  const { asked, brokenIn } = diagnosing({ 'failing.com': { fail: 'servfail' } })
  expect(await brokenIn('example.com', 'MX')).toBeUndefined()
  expect(await brokenIn('failing.com', 'MX')).toBeUndefined()
  expect(asked.calls).toHaveLength(2)
})

it('names the topmost zone whose SOA does not validate, and why', async () => {
  const { asked, brokenIn } = diagnosing()
  const fault = { code: 'ds-without-key', ds: [1], keys: [expect.any(Number)] }
  expect(await brokenIn('broken.com', 'TXT')).toEqual({ zone: 'broken.com', whole: true, fault })
  const once = asked.calls.length
  expect(await brokenIn('_dmarc.broken.com', 'TXT')).toEqual({ zone: 'broken.com', whole: true, fault })
  expect(asked.calls.length).toBe(once + 1)
})

it('of a chain of aliases, names the first zone that is broken', async () => {
  const { brokenIn } = diagnosing()
  expect(await brokenIn('_dmarc.example.com', 'TXT')).toMatchObject({ zone: 'broken.com' })
  expect(await brokenIn('away.broken.com', 'A')).toMatchObject({ zone: 'broken.com' })
})

it('tells one record that does not validate from a zone', async () => {
  expect(await diagnosing().brokenIn('spoiled.example.com', 'TXT')).toMatchObject({
    zone: 'example.com',
    whole: false,
  })
})

it('leaves open what could not be asked', async () => {
  expect(await diagnosing().brokenIn('open.com', 'TXT')).toBeUndefined()
})

it('asks a bounded number of questions about many records that do not validate', async () => {
  const names = Array.from({ length: 200 }, (_, at) => `r${at}.example.com`)
  const { asked, brokenIn } = diagnosing(
    Object.fromEntries(names.map(name => [name, { TXT: ['text'], authentic: 'bogus' } as const])),
  )
  for (const name of names) await brokenIn(name, 'TXT')
  expect(new Set(asked.calls.map(({ name, type }) => `${type} ${name}`)).size).toBeLessThan(200 + 150)
})
