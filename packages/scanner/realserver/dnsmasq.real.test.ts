import { createSocket } from 'node:dgram'
import { setTimeout as pause } from 'node:timers/promises'
import { dnsEvidence } from '@waxseal/core/check'
import type { ScanResult } from '@waxseal/core/health'
import { openDns, scan } from '@waxseal/scanner'
import { createDnsClient } from '@waxseal/scanner/dns'
import { encode, RECURSION_DESIRED } from 'dns-packet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Dnsmasq, startDnsmasq } from './dnsmasq.ts'
import { addresses, type Lab, nameserver, startLab } from './lab.ts'
import { startSlowLink } from './slow-link.ts'

const scans = 8
const domain = (n: number): string => `home${n}.example`
const records = `@ MX 10 mx
mx A 8.26.56.10
@ TXT "v=spf1 mx -all"
_dmarc TXT "v=DMARC1; p=reject; rua=mailto:a@company.example"`
/** Names that dnsmasq has not cached. */
const namesFor = (test: string): string[] => Array.from({ length: 400 }, (_, n) => `${test}${n}.many.example`)

let lab: Lab
const running: { stop(): Promise<void> }[] = []
let stock: Dnsmasq
let narrow: Dnsmasq
let ordinary: ScanResult

beforeAll(async () => {
  lab = await startLab([
    ...Array.from({ length: scans }, (_, n) => ({ name: domain(n), records })),
    { name: 'many.example', records: '* TXT "x"' },
    { name: 'silent.example', nameservers: [nameserver.silent] },
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
  const [alone] = (await scanAtOnce(lab.resolver, 1)).results
  if (alone === undefined) throw new Error('not scanned')
  ordinary = alone
})
afterAll(async () => {
  for (const each of running.reverse()) await each.stop()
  await lab.stop()
})

/** Scans of different domains at once, through a resolver only; and how often it refused one of their queries. */
async function scanAtOnce(resolver: string, count: number): Promise<{ results: ScanResult[]; refusals: number }> {
  const dns = openDns({ servers: [resolver], direct: false, blocklists: { rates: 'unlimited' } })
  try {
    const results = await Promise.all(
      Array.from({ length: count }, (_, n) => scan({ name: domain(n), tier: 'business', dns, now: () => new Date() })),
    )
    return { results, refusals: dns.stats.postponed }
  } finally {
    await dns.close()
  }
}

/** How many of these queries get REFUSED when all are sent at once, as by a resolver without a window. */
async function refusedAtOnce(resolver: string, names: readonly string[]): Promise<number> {
  const [address, port] = resolver.split(':')
  const socket = createSocket({ type: 'udp4', recvBufferSize: 1 << 20 })
  let refused = 0
  const answered = new Promise<void>(resolve => {
    let left = names.length
    socket.on('message', message => {
      if ((message.readUInt16BE(2) & 0xf) === 5) refused++
      if (--left === 0) resolve()
    })
  })
  for (const [id, name] of names.entries()) {
    const question = encode({ type: 'query', id, flags: RECURSION_DESIRED, questions: [{ type: 'TXT', name }] })
    socket.send(question, Number(port), address)
  }
  // A packet may be lost.
  await Promise.race([answered, pause(2000)])
  socket.close()
  return refused
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
  it('refuses some of 400 queries at once, or these tests would show nothing', async () => {
    expect(await refusedAtOnce(dnsmasq().resolver, namesFor('bare'))).toBeGreaterThan(0)
  })

  it('answers every one of 400 queries of ours, also those that it refused first', async () => {
    const client = createDnsClient({ servers: [dnsmasq().resolver] })
    const answers = await Promise.all(namesFor('ours').map(name => client.query(name, 'TXT')))
    client.close()
    expect(answers.filter(({ kind }) => kind !== 'records')).toEqual([])
    // With room for 150 it may be quick enough to refuse none of ours.
    if (dnsmasq() === narrow) expect(client.stats.postponed).toBeGreaterThan(0)
  })

  it.each([1, scans])('loses no query of %i scans at once', async count => {
    const { results, refusals } = await scanAtOnce(dnsmasq().resolver, count)
    for (const result of results) {
      expect(outcomes(result)).toEqual(outcomes(ordinary))
      expect(result.score).toBe(ordinary.score)
      expect(result.coverage).toBe(ordinary.coverage)
    }
    if (count === scans && dnsmasq() === narrow) expect(refusals).toBeGreaterThan(0)
  })
})

describe('a domain with silent name servers, scanned through dnsmasq as Debian sets it up', () => {
  it('is reported as silent, and takes no query from the next scan', async () => {
    const dns = openDns({ servers: [stock.resolver], direct: false, blocklists: { rates: 'unlimited' } })
    const scanned = (name: string): Promise<ScanResult> => scan({ name, tier: 'business', dns, now: () => new Date() })
    const silent = await scanned('silent.example')
    const next = await scanned(domain(1))
    await dns.close()
    const ofDomain = outcomes(silent).filter(line => line.endsWith('silent.example'))
    expect(ofDomain.length).toBeGreaterThan(100)
    expect(ofDomain.filter(line => !line.startsWith('timeout '))).toEqual([])
    expect(outcomes(next)).toEqual(outcomes(ordinary))
    expect(next.score).toBe(ordinary.score)
  })
})
