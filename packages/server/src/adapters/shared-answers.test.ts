import { zoneResolver } from '@waxseal/core/dns'
import type { DnsSession, OpenedDns } from '@waxseal/scanner'
import { expect, it } from 'vitest'
import { sharedAnswers } from './shared-answers.ts'

/** DNS that counts what is asked of a zone whose record changes each time. */
function countedDns() {
  const asked: string[] = []
  const dns: OpenedDns = {
    session: () => {
      const resolver = {
        query: (...[name, type, signal]: Parameters<DnsSession['resolver']['query']>) => {
          asked.push(`${type} ${name}`)
          const zone = zoneResolver({ [name]: { TXT: [`v=spf1 -all ${asked.length}`] } })
          return zone.query(name, type, signal)
        },
      } as DnsSession['resolver']
      return { resolver, confirming: resolver, authoritative: null, witnesses: [] } as unknown as DnsSession
    },
    stats: {} as OpenedDns['stats'],
    close: async () => {},
  }
  return { dns, asked }
}

const start = new Date('2026-11-20T09:00:00Z')

it('a scan beyond the budget takes the answers of the last one, and says of when they are', async () => {
  const { dns, asked } = countedDns()
  let now = start
  const dnsOf = sharedAnswers(dns, () => now)
  const ask = async (shares: boolean, name = 'example.com') => {
    const { dns: scanDns, answersFrom, ended } = dnsOf('example.com', shares)
    const { resolver } = scanDns.session()
    const answer = await resolver.query(name, 'TXT')
    ended()
    return { answersFrom, answer }
  }
  // Of a name that few scan nothing is kept.
  for (let n = 0; n < 4; n++) await ask(false)
  now = new Date(start.getTime() + 60_000)
  const kept = await ask(false)
  now = new Date(start.getTime() + 120_000)
  const before = asked.length
  const shared = await ask(true)
  expect(shared.answersFrom).toBe('2026-11-20T09:01:00.000Z')
  expect(shared.answer).toMatchObject({ records: (kept.answer as { records: unknown }).records, via: { cached: true } })
  expect(asked).toHaveLength(before)
  // What nobody has asked yet, such as the selector of a workspace, is new, within bounds.
  const kinds = new Set<string>()
  const { resolver } = dnsOf('example.com', true).dns.session()
  for (let n = 0; n < 61; n++) kinds.add((await resolver.query(`s${n}._domainkey.example.com`, 'TXT')).kind)
  expect(asked).toHaveLength(before + 60)
  expect([...kinds]).toEqual(['records', 'failed'])
  // An hour later there is nothing to share.
  now = new Date(start.getTime() + 61 * 60_000)
  expect((await ask(true)).answersFrom).toBeNull()
})

it('a scan that runs, or was interrupted, shares nothing: with half of its answers the rest could not be checked', async () => {
  const { dns } = countedDns()
  let now = start
  const dnsOf = sharedAnswers(dns, () => now)
  for (let n = 0; n < 4; n++) dnsOf('example.com', false).ended()
  const first = dnsOf('example.com', false)
  expect(dnsOf('example.com', true).answersFrom).toBeNull()
  first.ended()
  now = new Date(start.getTime() + 60_000)
  // The answers of the one before stay meanwhile.
  dnsOf('example.com', false)
  expect(dnsOf('example.com', true).answersFrom).toBe(start.toISOString())
})
