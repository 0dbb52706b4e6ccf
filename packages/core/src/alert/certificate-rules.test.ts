import { describe, expect, it } from 'vitest'
import { transportOf } from '../health/healthy-checks.fixture.ts'
import type { ScanReply } from '../health/index.ts'
import type { AlertMemory } from './candidate.ts'
import { expiryStage } from './certificate-rules.ts'
import { decideAlerts } from './memory.ts'
import { alertsOfScan } from './scan-rules.ts'
import { scanWith, unanswered } from './scans.fixture.ts'

type SenderCertificate = NonNullable<ScanReply['results']['transport']>['certificates'][number]

const end = Date.parse('2026-12-31T00:00:00Z')
const daysBefore = (days: number): Date => new Date(end - days * 86_400_000)
const lasting = (days: number, more: Partial<SenderCertificate> = {}): SenderCertificate => ({
  host: 'mta-sts.example.com',
  role: 'policy',
  not_before: daysBefore(days).toISOString(),
  not_after: new Date(end).toISOString(),
  ...more,
})

describe('a certificate is near its end', () => {
  it.each([
    [365, 22, 0],
    [365, 20, 1],
    [365, 7, 1],
    [365, 6, 2],
    [90, 20, 0],
    [90, 17, 1],
    [90, 8, 1],
    [90, 6, 2],
    // Of a certificate of six days, a fifth is little more than a day.
    [6, 3, 0],
    [6, 1, 1],
    [6, 0.5, 2],
    [365, 0, 3],
    [365, -3, 3],
  ])('of %s days, %s days before: stage %s', (life, left, stage) => {
    expect(expiryStage(lasting(life), daysBefore(left))).toBe(stage)
  })
})

const sound = await scanWith({ transport: transportOf() })
const silent = await scanWith({ transport: unanswered })

/** A scan this many days before the end of its certificates. */
function scanAt(left: number, certificates: readonly SenderCertificate[] = [lasting(365)]): ScanReply {
  const transport = sound.results.transport && { ...sound.results.transport, certificates }
  return { ...sound, finished_at: daysBefore(left).toISOString(), results: { ...sound.results, transport } }
}

/** The alerts of scans one after the other. */
function story(...scans: readonly ScanReply[]): string[] {
  let memory: readonly AlertMemory[] = []
  let before: ScanReply | null = null
  return scans.flatMap(after => {
    const decision = decideAlerts(memory, alertsOfScan({ before, after, memory }), new Date(after.finished_at))
    const changed = new Set(decision.memory.map(({ candidate }) => candidate.key))
    memory = [...memory.filter(({ candidate }) => !changed.has(candidate.key)), ...decision.memory]
    memory = JSON.parse(JSON.stringify(memory)) as AlertMemory[]
    before = after
    return decision.alerts.map(({ state, severity, description }) => `${state} ${severity}: ${description}`)
  })
}

const who = 'The certificate of the MTA-STS policy host mta-sts.example.com'
const ends = `${who} expires on 2026-12-31. After that, senders cannot fetch the policy. Mail still arrives`
const over = `${who} has expired. Senders cannot fetch the policy. Mail still arrives`
const mailServer = 'The certificate of mail server mx.example.com'
const mxEnds = `${mailServer} expires on 2026-12-31. After that, senders that follow MTA-STS do not deliver to mx.example.com`
const mx = lasting(365, { host: 'mx.example.com', role: 'mx', checked_by: 'mta-sts' })

describe('an alert about a certificate', () => {
  it('comes once at each stage, and its end once it is renewed', () => {
    const expired = lasting(365, { not_before: null, not_after: null })
    const renewed = lasting(365, { not_after: '2027-12-31T00:00:00.000Z' })
    expect(
      story(
        scanAt(30),
        scanAt(20),
        scanAt(19),
        scanAt(10),
        scanAt(6),
        scanAt(5),
        scanAt(-1, [expired]),
        scanAt(-2, [expired]),
        scanAt(-3, [renewed]),
      ),
    ).toEqual([
      `raised warning: ${ends}`,
      `raised critical: ${ends}`,
      `raised critical: ${over}`,
      `resolved info: ${over}`,
    ])
  })

  it('is not raised by a first scan, and is not resolved by one that could not look', () => {
    expect(story(scanAt(20))).toEqual([])
    const blind = { ...silent, finished_at: daysBefore(10).toISOString() }
    expect(story(scanAt(30), scanAt(20), blind, scanAt(9))).toHaveLength(1)
  })

  it('of a mail server is not resolved by a scan that could not read the policy, which says whether senders check it', () => {
    const blind = scanAt(18, [])
    const { transport } = blind.sections
    const gap = { question: { name: 'https://mta-sts.example.com/.well-known/mta-sts.txt', type: 'GET' } }
    const gaps = [{ ...gap, reason: 'timeout', evidence: 'x' }] as unknown as typeof transport.gaps
    const unread = { ...blind, sections: { ...blind.sections, transport: { ...transport, gaps } } }
    expect(story(scanAt(30, [mx]), scanAt(20, [mx]), unread)).toEqual([`raised warning: ${mxEnds}`])
  })

  it('of a mail server is not resolved by a scan that could not see its certificate', () => {
    const scan = scanAt(18, [])
    const transport = scan.results.transport && { ...scan.results.transport, certificates_unseen: ['mx.example.com'] }
    const raised = `raised warning: ${mxEnds}`
    expect(story(scanAt(30, [mx]), scanAt(20, [mx]), { ...scan, results: { ...scan.results, transport } })).toEqual([
      raised,
    ])
    expect(story(scanAt(30, [mx]), scanAt(20, [mx]), scan)).toHaveLength(2)
  })

  it('is raised by a scan that is compared with nothing else, because the plan or the catalogues changed', () => {
    const other = scanAt(20)
    expect(story(scanAt(30), { ...other, basis: { ...other.basis, tier: 'business', model: -1 } })).toEqual([
      `raised warning: ${ends}`,
    ])
  })

  it('is one for each host, and ends when senders check none there any more', () => {
    expect(story(scanAt(30), scanAt(20, [lasting(365), mx]), scanAt(18, [mx]))).toEqual([
      `raised warning: ${ends}`,
      `raised warning: ${mxEnds}`,
      `resolved info: ${ends}`,
    ])
  })

  it.each([
    ['mta-sts', 20, 'expires on 2026-12-31. After that, senders that follow MTA-STS do not deliver to mx.example.com'],
    ['dane', 20, 'expires on 2026-12-31. After that, senders that use DANE do not deliver to mx.example.com'],
    ['both', -1, 'has expired. Senders that follow MTA-STS or use DANE do not deliver to mx.example.com'],
    [
      'none',
      -1,
      'has expired. Senders that verify certificates do not deliver to mx.example.com. No policy of the domain asks senders to, so mail arrives',
    ],
  ] as const)('says whose mail is lost, and when (%s)', (checked_by, left, sentence) => {
    expect(story(scanAt(30, [mx]), scanAt(left, [{ ...mx, checked_by }]))).toEqual([
      `raised ${left < 0 ? 'critical' : 'warning'}: ${mailServer} ${sentence}`,
    ])
  })
})
