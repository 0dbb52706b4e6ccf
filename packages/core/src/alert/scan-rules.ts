import type { CheckId, Question } from '../check/index.ts'
import {
  type ChangedFinding,
  type ComparedScan,
  changesBetween,
  type FindingReply,
  type ScanReply,
} from '../health/index.ts'
import type { AlertSeverity, AlertType } from './alert.ts'
import type { AlertCandidate, AlertMemory, SoughtFinding } from './candidate.ts'
import { expiringCertificates, isNearItsEnd, isRenewed } from './certificate-rules.ts'
import { dmarcProblem } from './change-rules.ts'
import { strengthInScan, strengthWords } from './dmarc-strength.ts'
import { hasRecovered, isStillLow, scoreDrop } from './score-rules.ts'

/** The findings that raise an alert, with its severity. Any other finding raises none. */
const raising: Readonly<Record<string, { type: AlertType; severity: AlertSeverity }>> = {
  bl_critical: { type: 'blacklist_detection', severity: 'critical' },
  bl_high: { type: 'blacklist_detection', severity: 'critical' },
  bl_medium: { type: 'blacklist_detection', severity: 'warning' },
  bl_low: { type: 'blacklist_detection', severity: 'info' },
  bl_own: { type: 'blacklist_detection', severity: 'info' },
  relay_open: { type: 'open_relay', severity: 'critical' },
  threat_malicious: { type: 'high_threat', severity: 'critical' },
  threat_suspicious: { type: 'high_threat', severity: 'warning' },
}

/**
 * The candidates of a scan. It raises only what an earlier scan looked for and did not have, and resolves only what it
 * looked for itself: a failed check does neither, and a first scan raises nothing, because its report is on the screen.
 *
 * @param before the scan it is compared with (`comparedScan`); null for a first scan
 * @param memory what is remembered of the domain
 * @param isFull whether the plan's alerts of the month are used up, so that what waits goes on waiting
 */
export function alertsOfScan({
  before,
  after,
  memory,
  isFull = false,
}: {
  before: ScanReply | null
  after: ScanReply
  memory: readonly AlertMemory[]
  isFull?: boolean
}): readonly AlertCandidate[] {
  const live = memory.filter(({ state }) => state !== 'resolved')
  const ended = live.flatMap(each => endOf(each, before, after))
  const late = live.flatMap(each => (each.state === 'waiting' && isThere(each, after) ? [each.candidate] : []))
  const come = before === null ? [] : raisedBetween(before, after, memory)
  const isNew = ({ type, key }: AlertCandidate) => !come.some(other => other.type === type && other.key === key)
  return [...ended, ...(isFull ? [] : late.filter(isNew)), ...come]
}

function raisedBetween(before: ScanReply, after: ScanReply, memory: readonly AlertMemory[]): readonly AlertCandidate[] {
  // The dates of a certificate are compared with the clock, not with the scan before.
  const ending = expiringCertificates(after)
  const { compared, added, changed = [] } = changesBetween(before, after)
  if (compared === 'nothing') return ending
  const worse = changed.filter(({ degree }) => degree === 'worse')
  return [
    ...scoreDrop(before, after, memory),
    ...[...added, ...worse].flatMap(finding => ofFinding(finding, after)),
    ...dmarcFailure(before, after),
    ...ending,
  ]
}

function dmarcFailure(before: ScanReply, after: ScanReply): readonly AlertCandidate[] {
  const [was, is] = [strengthInScan(before), strengthInScan(after)]
  if (was === null || is === null || is >= was) return []
  return [
    {
      ...dmarcProblem,
      state: 'raised',
      severity: is <= 1 ? 'critical' : 'warning',
      description: dmarcWords(before, after, was, is),
      old_value: before.results.dns.dmarc_record,
      new_value: after.results.dns.dmarc_record,
      cause: { kind: 'dmarc', strength: was, now: is },
      basis: after.basis,
    },
  ]
}

function dmarcWords(before: ScanReply, after: ScanReply, was: number, is: number): string {
  // The findings begin with the one that costs most.
  if (is === 0) return after.findings.find(({ check }) => check === 'dmarc')?.title ?? 'DMARC record missing'
  const policy = after.results.dmarc?.reading.policy
  return policy === before.results.dmarc?.reading.policy
    ? `DMARC policy ${policy} is in test mode now`
    : `DMARC policy weakened from ${strengthWords[was]} to ${strengthWords[is]}`
}

function ofFinding({ id, subject }: ChangedFinding, after: ScanReply): readonly AlertCandidate[] {
  const row = Object.hasOwn(raising, id) ? raising[id] : undefined
  const finding = after.findings.find(other => other.id === id && other.subject === subject)
  if (row === undefined || finding === undefined) return []
  const { check, reason, meaning } = finding
  return [
    {
      ...row,
      key: keyOf(check, subject),
      state: 'raised',
      description: reason,
      old_value: null,
      new_value: meaning,
      cause: { kind: 'finding', finding: { id, subject, check, questions: questionsOf(finding, after) } },
      basis: after.basis,
    },
  ]
}

/** A listing is the same one whatever its severity, and each mail server that relays is a problem of its own. */
function keyOf(check: CheckId, subject: string | null): string {
  if (check === 'blacklist') return `bl ${subject ?? ''}`
  return check === 'relay' ? `relay ${subject ?? ''}` : check
}

/** At most 50, which is enough to see that one failed. */
function questionsOf({ evidence: ids }: FindingReply, { evidence }: ScanReply): readonly Question[] {
  const rests = new Set(ids)
  return evidence.flatMap(({ id, question }) => (rests.has(id) ? [question] : [])).slice(0, 50)
}

/** The end of a problem, where the scan looked for it and it is gone. */
function endOf(memory: AlertMemory, before: ScanReply | null, after: ScanReply): readonly AlertCandidate[] {
  const { candidate } = memory
  const { cause } = candidate
  const resolved = { ...candidate, state: 'resolved', severity: 'info', old_value: candidate.new_value } as const
  if (cause.kind === 'score') {
    return hasRecovered(memory, before, after) ? [{ ...resolved, new_value: after.health_score }] : []
  }
  if (cause.kind === 'dmarc') {
    const strength = strengthInScan(after)
    const isBack = strength !== null && strength >= cause.strength
    return isBack ? [{ ...resolved, new_value: after.results.dns.dmarc_record }] : []
  }
  if (cause.kind === 'certificate') return isRenewed(cause, after) ? [{ ...resolved, new_value: null }] : []
  if (cause.kind === 'finding' && isGone(cause.finding, memory, after)) return [{ ...resolved, new_value: null }]
  return []
}

/** Compares the scan with one that had the finding and nothing else. */
function isGone(finding: SoughtFinding, { candidate }: AlertMemory, after: ScanReply): boolean {
  const evidence = finding.questions.map((question, index) => ({ id: `${index}`, question }))
  const withIt: ComparedScan = {
    ...after,
    basis: candidate.basis ?? after.basis,
    findings: [{ ...finding, evidence: evidence.map(({ id }) => id), since: null }],
    evidence,
  }
  const { fixed, changed = [] } = changesBetween(withIt, after)
  return fixed.length > 0 || changed.some(({ id, degree }) => degree === 'better' && !Object.hasOwn(raising, id))
}

/** Whether the scan itself shows what waits for its alert. */
function isThere({ candidate }: AlertMemory, after: ScanReply): boolean {
  const { cause, basis } = candidate
  if (cause.kind === 'score') return isStillLow(basis, after)
  if (cause.kind === 'dmarc') {
    const strength = strengthInScan(after)
    return strength !== null && strength < cause.strength
  }
  if (cause.kind === 'certificate') return isNearItsEnd(cause, after)
  if (cause.kind !== 'finding') return false
  const { check, subject } = cause.finding
  return after.findings.some(
    other =>
      other.check === check && other.subject === subject && other.since === null && Object.hasOwn(raising, other.id),
  )
}
