import { describe, expect, it } from 'vitest'
import { blacklistOf, relayOf, threatOf } from '../health/healthy-checks.fixture.ts'
import type { ScanReply } from '../health/index.ts'
import type { AlertMemory } from './candidate.ts'
import { decideAlerts } from './memory.ts'
import { alertsOfScan } from './scan-rules.ts'
import { listing, scanWith, unanswered } from './scans.fixture.ts'

/** What is raised between two scans, without a memory. */
async function raised(before: Promise<ScanReply> | null, after: Promise<ScanReply>) {
  const candidates = alertsOfScan({ before: await before, after: await after, memory: [] })
  return candidates.map(({ type, key, severity, description }) => [type, key, severity, description])
}

/** The alerts of scans one after the other, each compared with the one before. The time is in hours. */
async function story(...scans: readonly (readonly [hours: number, scan: Promise<ScanReply>])[]) {
  let memory: readonly AlertMemory[] = []
  let before: ScanReply | null = null
  const told: string[] = []
  for (const [hours, scan] of scans) {
    const after: ScanReply = await scan
    const candidates = alertsOfScan({ before, after, memory })
    const decision = decideAlerts(memory, candidates, new Date(Date.UTC(2026, 10, 1, hours)))
    told.push(...decision.alerts.map(({ state, description }) => `${hours} h ${state}: ${description}`))
    const changed = new Set(decision.memory.map(({ candidate }) => candidate.key))
    memory = [...memory.filter(({ candidate }) => !changed.has(candidate.key)), ...decision.memory]
    // Memories are stored as JSON.
    memory = JSON.parse(JSON.stringify(memory)) as AlertMemory[]
    before = after
  }
  return told
}

const scored = (health_score: number | null, changes: Partial<ScanReply> = {}) =>
  scanWith({}, { health_score, ...changes })
const listed = () => scanWith({ blacklist: blacklistOf(listing) })
const clean = () => scanWith()

const relay = (state: Parameters<typeof relayOf>[0]) => scanWith({ relay: relayOf(state) })

describe('a health score', () => {
  it('that crosses below 70 raises an alert', async () => {
    expect(await raised(scored(82), scored(64))).toEqual([
      ['health_score_drop', 'score', 'warning', 'Health score dropped from 82 to 64'],
    ])
    expect(await raised(scored(70), scored(49))).toEqual([
      ['health_score_drop', 'score', 'critical', 'Health score dropped from 70 to 49'],
    ])
  })

  it.each([
    [69, 60],
    [100, 70],
    [60, 80],
    [null, 20],
    [80, null],
  ])('of %s and then %s raises none', async (one, other) => {
    expect(await raised(scored(one), scored(other))).toEqual([])
  })

  it('raises another alert only after 75 was reached, and a day after the last one', async () => {
    const hours = [0, 6, 12, 18, 24, 48, 54, 60, 61, 62, 72, 90]
    const scores = [80, 65, 72, 60, 74, 60, 75, 68, 80, 60, 60, 60]
    expect(await story(...hours.map((hour, index) => [hour, scored(scores[index] ?? 0)] as const))).toEqual([
      '6 h raised: Health score dropped from 80 to 65',
      '54 h resolved: Health score dropped from 80 to 65',
      '60 h raised: Health score dropped from 75 to 68',
      '61 h resolved: Health score dropped from 75 to 68',
      // It dropped again one hour later, and is still low a day after the last alert.
      '90 h raised: Health score dropped from 80 to 60',
    ])
  })

  it('that is below 70 already raises an alert when it falls by 10', async () => {
    expect(await raised(scored(69), scored(59))).toEqual([
      ['health_score_drop', 'score', 'warning', 'Health score dropped from 69 to 59'],
    ])
    expect(await raised(scored(45), scored(5))).toEqual([
      ['health_score_drop', 'score', 'critical', 'Health score dropped from 45 to 5'],
    ])
  })

  it('falls against the score of its last alert, and a day after it', async () => {
    const falls = [80, 65, 60, 56, 55, 54, 40, 40, 76]
    const hours = [0, 6, 30, 36, 40, 41, 50, 64, 70]
    expect(await story(...hours.map((hour, index) => [hour, scored(falls[index] ?? 0)] as const))).toEqual([
      '6 h raised: Health score dropped from 80 to 65',
      '40 h raised: Health score dropped from 65 to 55',
      // 40 is 15 below the alert before, and that was a day ago only then.
      '64 h raised: Health score dropped from 55 to 40',
      '70 h resolved: Health score dropped from 55 to 40',
    ])
  })

  it('that rose since its alert falls from where it was, once', async () => {
    const falls = [80, 45, 68, 50, 50, 50]
    const hours = [0, 6, 12, 36, 42, 70]
    expect(await story(...hours.map((hour, index) => [hour, scored(falls[index] ?? 0)] as const))).toEqual([
      '6 h raised: Health score dropped from 80 to 45',
      '36 h raised: Health score dropped from 68 to 50',
    ])
  })

  it('on another basis is not compared', async () => {
    const { basis } = await scored(80)
    for (const other of [
      { ...basis, model: basis.model + 1 },
      { ...basis, tier: 'pro' as const },
      { ...basis, catalogue: 'other' },
      { ...basis, unchecked: ['relay' as const] },
    ]) {
      expect(await raised(scored(80), scored(20, { basis: other }))).toEqual([])
      expect(await story([0, scored(80)], [6, scored(60)], [30, scored(90, { basis: other })])).toEqual([
        '6 h raised: Health score dropped from 80 to 60',
      ])
    }
  })
})

describe('a listing', () => {
  it('that the earlier scan looked for and did not have raises an alert', async () => {
    expect(await raised(clean(), listed())).toEqual([
      [
        'blacklist_detection',
        'bl 93.184.216.35 spamcop',
        'critical',
        'Listed on an important blocklist: 93.184.216.35 on SpamCop SCBL',
      ],
    ])
  })

  it('of a first scan, or one that the earlier scan did not look for, raises none', async () => {
    expect(await raised(null, listed())).toEqual([])
    expect(await raised(scanWith({ blacklist: unanswered }), listed())).toEqual([])
    const { basis } = await clean()
    expect(await raised(scanWith({}, { basis: { ...basis, tier: 'pro' } }), listed())).toEqual([])
  })

  it('that becomes worse raises one more alert, and resolves none', async () => {
    const worse = scanWith({ blacklist: blacklistOf({ spamcop: { ...listing.spamcop, severity: 'critical' } }) })
    const mild = scanWith({ blacklist: blacklistOf({ spamcop: { ...listing.spamcop, severity: 'low' } }) })
    const told = await story([0, clean()], [6, mild], [12, worse], [18, worse], [24, mild], [30, worse])
    expect(told.filter(line => line.includes('Listed'))).toEqual([
      '6 h raised: Listed on a minor blocklist: 93.184.216.35 on SpamCop SCBL',
      '12 h raised: Listed on a critical blocklist: 93.184.216.35 on SpamCop SCBL',
    ])
  })

  it('is resolved by a scan that looked for it and did not find it', async () => {
    const name = 'Listed on an important blocklist: 93.184.216.35 on SpamCop SCBL'
    expect(
      await story(
        [0, clean()],
        [6, listed()],
        [12, scanWith({ blacklist: unanswered })],
        [18, listed()],
        [24, clean()],
      ),
    ).toEqual([`6 h raised: ${name}`, `24 h resolved: ${name}`])
  })

  it('whose list did not answer is not resolved', async () => {
    const blacklist = blacklistOf()
    const question = { name: 'q.bl.spamcop.net', type: 'A' as const }
    const gap = { question, reason: 'timeout' as const, evidence: `A ${question.name}` }
    const silent = scanWith({ blacklist: blacklist.ran ? { ...blacklist, gaps: [gap] } : blacklist })
    const listedQuestions = (await listed()).evidence.map(({ question }) => question.name)
    expect(listedQuestions).toContain(question.name)
    expect(await story([0, clean()], [6, listed()], [12, silent])).toHaveLength(1)
  })

  it('is not resolved by a scan of another plan, which asks other lists', async () => {
    const { basis } = await clean()
    const smaller = scanWith({}, { basis: { ...basis, tier: 'free' } })
    expect(await story([0, clean()], [6, listed()], [12, smaller], [36, smaller])).toHaveLength(1)
  })

  it('that comes back within a day is raised again when the day is over, if it is still there', async () => {
    const name = 'Listed on an important blocklist: 93.184.216.35 on SpamCop SCBL'
    expect(
      await story([0, clean()], [1, listed()], [2, clean()], [3, listed()], [4, listed()], [25, listed()]),
    ).toEqual([`1 h raised: ${name}`, `2 h resolved: ${name}`, `25 h raised: ${name}`])
    expect(await story([0, clean()], [1, listed()], [2, clean()], [3, listed()], [25, clean()])).toHaveLength(2)
  })

  it('of an address that a provider shares among its customers raises none', async () => {
    const shared = scanWith({ blacklist: blacklistOf({ spamcop: { ...listing.spamcop, owner: 'Google' } }) })
    expect((await shared).findings.map(({ id }) => id)).toContain('bl_shared')
    expect(await raised(clean(), shared)).toEqual([])
  })
})

describe('an open relay', () => {
  const name = 'Mail server is an open relay: mx1.example.com'
  const relays = (lines: readonly string[]) => lines.filter(line => line.endsWith(name))

  it('raises an alert once the second test confirms it, and is resolved by a test that is refused', async () => {
    const states = ['closed', 'suspected', 'open', 'open', 'closed'] as const
    expect(relays(await story(...states.map((state, at) => [6 * at, relay(state)] as const)))).toEqual([
      `12 h raised: ${name}`,
      `24 h resolved: ${name}`,
    ])
    expect(await raised(relay('suspected'), relay('open'))).toContainEqual([
      'open_relay',
      'relay mx1.example.com',
      'critical',
      name,
    ])
  })

  it('is not resolved by a scan that could not test', async () => {
    const silent = scanWith({ relay: unanswered })
    expect(relays(await story([0, relay('closed')], [6, relay('open')], [12, silent]))).toHaveLength(1)
  })
})

describe('DMARC', () => {
  const reject = 'v=DMARC1; p=reject; rua=mailto:dmarc@example.com'
  const quarantine = 'v=DMARC1; p=quarantine; rua=mailto:dmarc@example.com'
  const none = 'v=DMARC1; p=none; rua=mailto:dmarc@example.com'

  it.each([
    [reject, null, 'critical', 'DMARC record missing'],
    [reject, 'v=DMARC1; p=', 'critical', 'DMARC record is broken'],
    [reject, none, 'critical', 'DMARC policy weakened from reject to none'],
    [quarantine, none, 'critical', 'DMARC policy weakened from quarantine to none'],
    [reject, quarantine, 'warning', 'DMARC policy weakened from reject to quarantine'],
    [reject, `${reject}; t=y`, 'warning', 'DMARC policy reject is in test mode now'],
  ])('from %s to %s raises an alert', async (one, other, severity, description) => {
    const [alert] = (await raised(scanWith({ record: one }), scanWith({ record: other }))).filter(
      ([type]) => type === 'dmarc_fail',
    )
    expect(alert).toEqual(['dmarc_fail', 'dmarc', severity, description])
  })

  it.each([
    [null, none],
    [none, quarantine],
    [none, reject],
    [reject, reject],
    [reject, 'v=DMARC1; p=reject'],
  ])('from %s to %s raises none', async (one, other) => {
    expect(await raised(scanWith({ record: one }), scanWith({ record: other }))).toEqual([])
  })

  it('is resolved when the policy is as strong as before', async () => {
    const [strong, weak, middle] = [
      scanWith({ record: reject }),
      scanWith({ record: none }),
      scanWith({ record: quarantine }),
    ]
    const failed = scanWith({ dmarc: unanswered })
    expect((await failed).sections.dmarc.state).toBe('unchecked')
    expect(await story([0, strong], [6, weak], [12, failed], [18, middle], [24, strong])).toEqual([
      '6 h raised: DMARC policy weakened from reject to none',
      '24 h resolved: DMARC policy weakened from reject to none',
    ])
  })
})

describe('a threat', () => {
  it('raises an alert when the verdict becomes suspicious or malicious', async () => {
    expect(await raised(clean(), scanWith({ threat: threatOf('hit') }))).toContainEqual([
      'high_threat',
      'threat',
      'critical',
      'Domain judged malicious',
    ])
  })

  it('raises none when the sources could not be asked, and is not resolved then', async () => {
    const bad = scanWith({ threat: threatOf('hit') })
    const failed = scanWith({ threat: unanswered })
    expect(await raised(failed, bad)).toEqual([])
    const told = await story([0, clean()], [6, bad], [12, failed], [18, clean()])
    expect(told.filter(line => line.includes('judged'))).toEqual([
      '6 h raised: Domain judged malicious',
      '18 h resolved: Domain judged malicious',
    ])
  })
})
