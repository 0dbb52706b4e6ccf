import { describe, expect, it } from 'vitest'
import type { Gap } from '../check/index.ts'
import { wordsOf } from '../health/index.ts'
import { assessRelay } from './assess.ts'
import { fillRelayGaps } from './fill-gaps.ts'
import { type MailHostReport, untouched } from './probe.ts'
import { aReport } from './report.fixture.ts'
import { relayTargets } from './targets.ts'
import { isOpenRelay, type RelayValue, relayDetails, relayHostOf } from './value.ts'

const open = aReport({ host: 'mx1.example.com', relay: 'open', reason: 'It accepted the external recipient: 250 Ok' })
const suspected = aReport({ host: 'mx2.example.com', address: '8.26.56.26', relay: 'suspected' })
const closed = aReport({ host: 'mx3.example.com', address: '8.26.56.27' })
const silent = aReport({
  host: 'mx4.example.com',
  address: '8.26.56.28',
  relay: 'unknown',
  failure: 'timeout',
  undecided: 'timeout',
  reason: 'It did not answer.',
})

function valueOf(...reports: readonly MailHostReport[]): RelayValue {
  return { state: 'tested', hosts: reports.map(relayHostOf) }
}
const evidence = [open, suspected, closed, silent].map(({ transcript }) => transcript)

describe('findings', () => {
  it('a confirmed open relay costs 40, a first acceptance nothing; both name the host and rest on its transcript', () => {
    const findings = assessRelay(valueOf(open, suspected, closed, silent), { evidence })
    expect(findings).toEqual([
      {
        id: 'relay_open',
        check: 'relay',
        subject: 'mx1.example.com',
        facts: { host: 'mx1.example.com', address: '8.26.56.25' },
        evidence: ['SMTP mx1.example.com [8.26.56.25]:25'],
      },
      {
        id: 'relay_suspected',
        check: 'relay',
        subject: 'mx2.example.com',
        facts: { host: 'mx2.example.com', address: '8.26.56.26', again: '2026-11-20 18:00' },
        evidence: ['SMTP mx2.example.com [8.26.56.26]:25'],
      },
    ])
    expect(findings.map(finding => wordsOf(finding).points)).toEqual([-40, 0])
  })

  it('a confirmed one rests on both of its tests', () => {
    const { transcript } = open
    const both = [{ ...transcript, id: `${transcript.id} of 2026-11-20T06:00:00.000Z` }, transcript]
    expect(assessRelay(valueOf(open), { evidence: both })[0]?.evidence).toEqual(both.map(({ id }) => id))
  })

  it('there are none for hosts that were not tested', () => {
    expect(assessRelay(valueOf(silent), { evidence })).toEqual([])
    expect(assessRelay({ state: 'off', hosts: [] }, { evidence: [] })).toEqual([])
  })
})

describe('the result for the domain', () => {
  it.each([
    ['open', [closed, open, silent], true],
    ['all closed', [closed, closed], false],
    ['suspected', [suspected, closed], null],
    ['not known of all', [closed, silent], null],
    ['nothing tested', [], null],
  ] as const)('%s', (_, reports, word) => {
    expect(isOpenRelay(valueOf(...reports), [])).toBe(word)
  })

  it('is unknown while the address of one host is unknown, because it was not tested', () => {
    const question = { name: 'mx2.example.com', type: 'A' } as const
    const gaps = [{ question, reason: 'servfail', evidence: 'A mx2.example.com' }] as const
    expect(isOpenRelay(valueOf(closed), gaps)).toBeNull()
    expect(isOpenRelay(valueOf(open), gaps)).toBe(true)
  })

  it('and the lines below it give the result, reason and time of each host', () => {
    const provider = untouched({ host: 'mx.example.net', address: '8.26.56.29' }, new Date(), { reason: 'Not tested.' })
    const greeted = { ...provider, contacted: true, testedAt: open.testedAt }
    expect(relayDetails(valueOf(open, silent, provider, greeted))).toEqual([
      'mx1.example.com [8.26.56.25]: open relay. It accepted the external recipient: 250 Ok (tested 2026-11-20 12:00 UTC)',
      'mx4.example.com [8.26.56.28]: could not be checked. It did not answer. (contacted 2026-11-20 12:00 UTC)',
      'mx.example.net [8.26.56.29]: not applicable. Not tested.',
      'mx.example.net [8.26.56.29]: not applicable. Not tested. (contacted for STARTTLS and the certificate only, 2026-11-20 12:00 UTC)',
    ])
    expect(relayDetails({ state: 'off', hosts: [] })).toEqual([
      'The open relay test is turned off on this installation.',
    ])
  })
})

describe('the result of an earlier scan', () => {
  it('replaces a missing result of a host, and no other', () => {
    const now = valueOf({ ...open, relay: 'unknown', undecided: 'timeout' }, closed)
    const gaps = [open, closed].map(
      ({ transcript: { id, question } }): Gap => ({ question, reason: 'timeout', evidence: id }),
    )
    const completed = fillRelayGaps(now, gaps, valueOf(open, { ...closed, relay: 'open' }))
    expect(completed?.value.hosts.map(({ relay }) => relay)).toEqual(['open', 'closed'])
    expect(completed?.gaps).toEqual(gaps.slice(1))
  })

  it('is not used when all lookups succeeded, or the server has another address now', () => {
    expect(fillRelayGaps(valueOf(closed), [], valueOf(open))).toBeNull()
    expect(fillRelayGaps(valueOf(silent), [], valueOf({ ...silent, address: '8.26.56.99', relay: 'open' }))).toBeNull()
  })
})

describe('which addresses are tested', () => {
  it('one of each of the five most preferred hosts, IPv4 where there is one, no address twice', () => {
    const hosts = [
      { host: 'a.example', addresses: ['8.26.56.1', '8.26.56.2', '2a00::1'] },
      { host: 'gone.example', addresses: [] },
      { host: 'b.example', addresses: ['2a00::2', '8.26.56.3'] },
      { host: 'c.example', addresses: ['2a00::3'] },
      { host: 'same.example', addresses: ['8.26.56.1'] },
      ...Array.from({ length: 4 }, (_, at) => ({ host: `d${at}.example`, addresses: [`8.26.57.${at}`] })),
    ]
    expect(relayTargets(hosts).map(({ host, address }) => [host, address])).toEqual([
      ['a.example', '8.26.56.1'],
      ['b.example', '8.26.56.3'],
      ['c.example', '2a00::3'],
      ['d0.example', '8.26.57.0'],
      ['d1.example', '8.26.57.1'],
    ])
    expect(relayTargets(hosts)[1]?.addresses).toEqual(['2a00::2', '8.26.56.3'])
  })
})
