import type { Answer } from '@waxseal/core/dns'
import { type OpenedDns, openDns, scan } from '@waxseal/scanner'
import { createDnsClient, type DnsClient } from '@waxseal/scanner/dns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Daemon } from './daemon.ts'
import { startFilteringResolver } from './filtering-resolver.ts'
import { type Lab, startLab } from './lab.ts'

const resolver = '127.0.0.5:53'
const records = `@ MX 10 mx
mx A 8.26.56.10
@ TXT "v=spf1 mx -all"
_dmarc TXT "v=DMARC1; p=reject; rua=mailto:a@company.example"`
const selectors = Array.from({ length: 160 }, (_, n) => `s${n}._domainkey.policy.example`)
const others = Array.from({ length: 120 }, (_, n) => `n${n}.many.example`)

let lab: Lab
let unbound: Daemon
beforeAll(async () => {
  lab = await startLab([
    { name: 'company.example', records },
    { name: 'policy.example', records },
    { name: 'many.example', records: '* TXT "x"' },
  ])
  // `local-zone: "policy.example." refuse`: REFUSED without a reason.
  unbound = await startFilteringResolver({ at: ['127.0.0.5'], blocked: ['policy.example'], by: 'refused' })
})
afterAll(async () => {
  await unbound.stop()
  await lab.stop()
})

const ask = (client: DnsClient, names: readonly string[]): Promise<Answer>[] =>
  names.map(name => client.query(name, 'TXT'))

async function kindsOf(answers: readonly Promise<Answer>[]): Promise<Set<string>> {
  return new Set((await Promise.all(answers)).map(answer => (answer.kind === 'failed' ? answer.reason : answer.kind)))
}

/** The size of the window: so many of these queries are in flight at once. */
async function windowOf(client: DnsClient): Promise<number> {
  const answers = ask(client, [...others, ...others])
  const { inFlight } = client.stats
  expect(await kindsOf(answers)).toEqual(new Set(['records']))
  return inFlight
}

describe('beside a zone that Unbound refuses by policy', () => {
  it('the window stays as wide as without it, and each query costs one packet', async () => {
    const client = createDnsClient({ servers: [resolver] })
    expect(await kindsOf(ask(client, others))).toEqual(new Set(['records']))
    const wide = await windowOf(client)
    expect(wide).toBeGreaterThan(32)
    const refused = ask(client, selectors)
    expect(await kindsOf(ask(client, others))).toEqual(new Set(['records']))
    expect(await windowOf(client)).toBeGreaterThanOrEqual(wide / 2)
    expect(await kindsOf(refused)).toEqual(new Set(['refused']))
    // Unbound really refused, and was asked again until that was certain.
    const first = client.stats
    expect(first.postponed).toBeGreaterThan(0)
    expect(first.postponed).toBeLessThan(5 * selectors.length)

    await windowOf(client)
    expect(await windowOf(client)).toBeGreaterThan(0.8 * wide)
    const before = client.stats
    expect(await kindsOf([...ask(client, others), ...ask(client, selectors)])).toEqual(new Set(['records', 'refused']))
    expect(await windowOf(client)).toBeGreaterThan(0.8 * wide)
    const { packets, resends, tcp, postponed } = client.stats
    expect(packets - resends - (before.packets - before.resends)).toBe(3 * others.length + selectors.length)
    expect(tcp).toBe(0)
    expect(postponed).toBe(first.postponed)
    client.close()
  })

  it('a scan asks as many queries, and nothing again; a scan of that zone says that it was refused', async () => {
    const dns = openDns({ servers: [resolver], direct: false, blocklists: { rates: 'unlimited' } })
    // The self-tests of blocklists are kept for later scans.
    await scanned(dns, 'company.example')
    const alone = await scanned(dns, 'company.example')
    await scanned(dns, 'policy.example')
    const [beside, refused] = await Promise.all([scanned(dns, 'company.example'), scanned(dns, 'policy.example')])
    const again = await scanned(dns, 'company.example')
    await dns.close()
    expect(again.packets).toBe(alone.packets)
    expect(beside.postponed).toBe(0)
    expect(beside.result.score).toBe(alone.result.score)
    expect(beside.result.coverage).toBe(alone.result.coverage)
    expect(refused.result.sections.mx).toMatchObject({ ran: false, reason: 'refused' })
    expect(refused.result.sections.spf).toMatchObject({ ran: false, reason: 'refused' })
  })
})

/** A scan with the packets it cost, without resends, and how often a refused query was sent again. */
async function scanned(dns: OpenedDns, name: string) {
  const before = dns.stats
  const result = await scan({ name, tier: 'business', dns, now: () => new Date() })
  const { packets, resends, postponed } = dns.stats
  return {
    result,
    packets: packets - resends - (before.packets - before.resends),
    postponed: postponed - before.postponed,
  }
}
