import { dnsEvidence } from '@waxseal/core/check'
import type { ScanResult } from '@waxseal/core/health'
import { openDns, scan } from '@waxseal/scanner'
import { createDnsClient } from '@waxseal/scanner/dns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Dnsmasq, startDnsmasq } from './dnsmasq.ts'
import { addresses, type Lab, startLab } from './lab.ts'
import { startSlowLink } from './slow-link.ts'

const scans = 8
const domain = (n: number): string => `home${n}.example`
const records = `@ MX 10 mx
mx A 8.26.56.10
@ TXT "v=spf1 mx -all"
_dmarc TXT "v=DMARC1; p=reject; rua=mailto:a@company.example"`
const names = Array.from({ length: 400 }, (_, n) => `n${n}`)

let lab: Lab
const running: { stop(): Promise<void> }[] = []
let stock: Dnsmasq
let narrow: Dnsmasq
let ordinary: ScanResult

beforeAll(async () => {
  lab = await startLab([
    ...Array.from({ length: scans }, (_, n) => ({ name: domain(n), records })),
    { name: 'many.example', records: names.map(name => `${name} TXT "${name}"`).join('\n') },
  ])
  running.push(await startSlowLink('127.0.0.4', addresses.resolver, 20))
  const start = async (address: string, forwardMax?: number): Promise<Dnsmasq> => {
    const limit = forwardMax === undefined ? {} : { forwardMax }
    const dnsmasq = await startDnsmasq({ address, upstream: '127.0.0.4', ...limit })
    running.push(dnsmasq)
    return dnsmasq
  }
  stock = await start('127.0.0.2')
  narrow = await start('127.0.0.3', 20)
  const [alone] = await scanAtOnce(lab.resolver, 1)
  if (alone === undefined) throw new Error('not scanned')
  ordinary = alone
})
afterAll(async () => {
  for (const each of running.reverse()) await each.stop()
  await lab.stop()
})

/** Scans of different domains at once, through a resolver only. */
async function scanAtOnce(resolver: string, count: number): Promise<ScanResult[]> {
  const dns = openDns({ servers: [resolver], direct: false, blocklists: { rates: 'unlimited' } })
  try {
    return await Promise.all(
      Array.from({ length: count }, (_, n) => scan({ name: domain(n), tier: 'business', dns, now: () => new Date() })),
    )
  } finally {
    await dns.close()
  }
}

/** What each query of a scan led to, as `no-data TXT default._domainkey.home.example`, or `refused …` if it failed. */
function outcomes(result: ScanResult): string[] {
  const lines = Object.values(result.sections).flatMap(({ evidence }) =>
    dnsEvidence(evidence).map(
      ({ question, outcome, reason }) => `${reason ?? outcome} ${question.type} ${question.name}`,
    ),
  )
  // The domains have numbers, and the wildcard test of DKIM a random name.
  return lines
    .map(line => line.replaceAll(/home\d/g, 'home').replace(/ \w{24}\._domainkey/, ' random._domainkey'))
    .sort()
}

describe.each([
  ['as Debian sets it up (150 queries at once)', () => stock],
  ['with room for only 20', () => narrow],
])('dnsmasq %s', (_, dnsmasq) => {
  it('answers every one of 400 queries at once', async () => {
    const client = createDnsClient({ servers: [dnsmasq().resolver] })
    const answers = await Promise.all(names.map(name => client.query(`${name}.many.example`, 'TXT')))
    client.close()
    expect(answers.filter(({ kind }) => kind !== 'records')).toEqual([])
  })

  it.each([1, scans])('loses no query of %i scans at once', async count => {
    for (const result of await scanAtOnce(dnsmasq().resolver, count)) {
      expect(outcomes(result)).toEqual(outcomes(ordinary))
      expect(result.score).toBe(ordinary.score)
      expect(result.coverage).toBe(ordinary.coverage)
    }
  })
})
