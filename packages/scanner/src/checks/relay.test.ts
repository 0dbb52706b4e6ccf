import type { Zone } from '@waxseal/core/dns'
import { type MailHostReport, type RelayProbe, type RelayTarget, smtpQuestion } from '@waxseal/core/relay'
import { describe, expect, it } from 'vitest'
import { contextFor } from '../testing/zone-context.ts'
import { collectRelay } from './relay.ts'

/** A probe with the same report for every host, which records its targets. */
function aProbe(more: Partial<MailHostReport> = {}): RelayProbe & { targets: RelayTarget[] } {
  const targets: RelayTarget[] = []
  return {
    targets,
    probe(target) {
      targets.push(target)
      const { host, address } = target
      const question = smtpQuestion(host, address)
      return Promise.resolve({
        host,
        address,
        testedAt: '2026-11-20T12:00:00.000Z',
        contacted: true,
        failure: null,
        greeting: host,
        starttls: 'offered',
        tls: null,
        relay: 'closed',
        undecided: null,
        reason: 'It refused to relay: 554 5.7.1 Relay access denied',
        transcript: {
          id: `SMTP ${question.name}`,
          kind: 'smtp',
          question,
          outcome: 'session',
          lines: [`S: 220 ${host} ESMTP`],
          ms: 9,
          askedAt: 0,
        },
        ...more,
      })
    },
  }
}

async function relay(zone: Zone, probe: RelayProbe | null = aProbe()) {
  const section = await collectRelay({ ...contextFor('example.com', zone), relay: probe })
  if (!section.ran) throw new Error(`did not run: ${section.reason}`)
  return section
}

const zone: Zone = {
  'example.com': {
    MX: [
      [10, 'mx1.example.com'],
      [20, 'mx2.example.net'],
    ],
  },
  'mx1.example.com': { A: ['8.26.56.25', '8.26.56.26'], AAAA: ['2a00:1450::25'] },
  'mx2.example.net': { AAAA: ['2a00:1450:1::25'] },
}

describe('mail exchangers', () => {
  it('are tested at one address each, IPv4 where there is one; the probe sees all of them', async () => {
    const probe = aProbe()
    const { value, evidence, gaps, notes } = await relay(zone, probe)
    expect(probe.targets).toEqual([
      {
        host: 'mx1.example.com',
        address: '8.26.56.25',
        addresses: ['8.26.56.25', '8.26.56.26', '2a00:1450::25'],
      },
      { host: 'mx2.example.net', address: '2a00:1450:1::25', addresses: ['2a00:1450:1::25'] },
    ])
    expect(value.state).toBe('tested')
    expect(value.hosts.map(({ host, relay }) => [host, relay])).toEqual([
      ['mx1.example.com', 'closed'],
      ['mx2.example.net', 'closed'],
    ])
    expect(value.hosts[0]).not.toHaveProperty('transcript')
    expect(evidence.map(({ id }) => id)).toContain('SMTP mx1.example.com [8.26.56.25]:25')
    expect(evidence.map(({ id }) => id)).toContain('MX example.com')
    expect(gaps).toEqual([])
    expect(notes).toEqual(['Each mail exchanger is tested at one address.'])
  })

  it('that relay are shown with both tests in order', async () => {
    const first = {
      id: 'SMTP mx1.example.com [8.26.56.25]:25 of 2026-11-20T05:00:00.000Z',
      kind: 'smtp',
      question: smtpQuestion('mx1.example.com', '8.26.56.25'),
      outcome: 'session',
      lines: ['S: 250 Ok'],
      ms: 7,
      askedAt: Date.UTC(2026, 10, 20, 5),
    } as const
    const { value, evidence } = await relay(
      { 'example.com': { MX: [[10, 'mx1.example.com']] }, 'mx1.example.com': { A: ['8.26.56.25'] } },
      aProbe({ relay: 'open', earlier: first }),
    )
    expect(evidence.flatMap(({ kind, id }) => (kind === 'smtp' ? [id] : []))).toEqual([
      first.id,
      'SMTP mx1.example.com [8.26.56.25]:25',
    ])
    expect(value.hosts[0]).not.toHaveProperty('earlier')
  })

  it('beyond the fifth are not tested, and a note says so', async () => {
    const probe = aProbe()
    const names = Array.from({ length: 9 }, (_, at) => `mx${at}.example.net`)
    const many: Zone = {
      'example.com': { MX: names.map((host, at) => [at, host] as const) },
      ...Object.fromEntries(names.map((host, at) => [host, { A: [`8.26.56.${at}`] }])),
    }
    const { notes } = await relay(many, probe)
    expect(probe.targets).toHaveLength(5)
    expect(notes).toEqual(['The 5 most preferred of 9 mail exchangers are tested for relaying.'])
  })

  it('without a result are a gap with its reason; hosts excluded by rule are not', async () => {
    const silent = await relay(zone, aProbe({ relay: 'unknown', failure: 'timeout', undecided: 'timeout' }))
    expect(silent.gaps).toMatchObject([
      {
        question: { name: 'mx1.example.com [8.26.56.25]:25', type: 'SMTP' },
        reason: 'timeout',
        evidence: 'SMTP mx1.example.com [8.26.56.25]:25',
      },
      { reason: 'timeout' },
    ])
    const greylisted = await relay(zone, aProbe({ relay: 'unknown', undecided: 'servfail' }))
    expect(greylisted.evidence.filter(({ kind }) => kind === 'smtp')).toMatchObject([
      { outcome: 'failed', reason: 'servfail' },
      { outcome: 'failed', reason: 'servfail' },
    ])
    const untested = await relay(zone, aProbe({ relay: 'unknown', contacted: false }))
    expect(untested.gaps).toEqual([])
    expect(untested.evidence.filter(({ kind }) => kind === 'smtp')).toEqual([])
  })

  it('with a failed address lookup are a gap', async () => {
    const { value, gaps } = await relay({
      'example.com': { MX: [[10, 'slow.example.com']] },
      'slow.example.com': { fail: 'timeout' },
    })
    expect(value).toEqual({ state: 'tested', hosts: [] })
    expect(gaps.map(({ question, reason }) => [question.type, reason])).toEqual([
      ['A', 'timeout'],
      ['AAAA', 'timeout'],
    ])
  })
})

describe('no mail server is tested', () => {
  it.each<[string, Zone]>([
    ['without an MX, though mail may fall back to an address', { 'example.com': { A: ['8.26.56.25'] } }],
    ['with a null MX', { 'example.com': { MX: [[0, '.']] } }],
    ['when no exchanger has an address', { 'example.com': { MX: [[10, 'gone.example.com']] } }],
    ['when the MX names an address', { 'example.com': { MX: [[10, '8.26.56.25']] } }],
  ])('%s: not applicable', async (_, records) => {
    const probe = aProbe()
    expect((await relay(records, probe)).value).toEqual({ state: 'not-applicable', hosts: [] })
    expect(probe.targets).toEqual([])
  })

  it('or looked up when the operator has switched the test off', async () => {
    const section = await relay(zone, null)
    expect(section).toEqual({ ran: true, value: { state: 'off', hosts: [] }, evidence: [], gaps: [], notes: [] })
  })

  it('when the MX lookup failed, and the section did not run', async () => {
    const context = contextFor('example.com', { 'example.com': { fail: { MX: 'servfail' } } })
    expect(await collectRelay({ ...context, relay: aProbe() })).toMatchObject({ ran: false, reason: 'servfail' })
  })
})
