import type { SmtpEvidence } from '../check/index.ts'
import { earlierSession, type MailHostReport } from './probe.ts'

/** A host is tested once in this time, and a suspicion is confirmed after it. */
export const keptForMs = 6 * 3_600_000

/** What is kept of a mail host: its latest report, and since when it has been accepting. */
export interface RelayRecord {
  report: MailHostReport
  /**
   * When it first accepted relaying, ISO 8601; null when it refused since. Tests that came to nothing leave it as it is:
   * they say nothing about the server.
   */
  acceptedAt: string | null
  /** The transcript of that first acceptance. Absent where there is none, and in what older versions kept. */
  accepted?: SmtpEvidence
}

/** Whether the report of a record still stands, so that the host is not tested again. */
export function isKept({ report }: RelayRecord, now: Date): boolean {
  const age = now.getTime() - Date.parse(report.testedAt)
  // A clock that was set back must not keep a report for ever.
  return age < keptForMs && age > -keptForMs
}

/**
 * The record after a test. The first acceptance is a suspicion; the server is called an open relay when it accepts in
 * another test six hours later or more. Such a report carries the transcript of the first acceptance too.
 */
export function confirmed(previous: RelayRecord | null, report: MailHostReport): RelayRecord {
  if (report.relay === 'closed') return { report, acceptedAt: null }
  const before = previous?.acceptedAt ?? null
  const first = previous === null || before === null ? undefined : firstAcceptance(previous, before)
  const kept = first === undefined ? {} : { accepted: first }
  if (report.relay === 'unknown') return { report, acceptedAt: before, ...kept }
  if (before === null) {
    return { report: { ...report, relay: 'suspected' }, acceptedAt: report.testedAt, accepted: report.transcript }
  }
  if (Date.parse(report.testedAt) - Date.parse(before) < keptForMs)
    return { report: { ...report, relay: 'suspected' }, acceptedAt: before, ...kept }
  const reason = `${report.reason} (as before, on ${before.slice(0, 16).replace('T', ' ')} UTC)`
  const earlier = first === undefined ? {} : { earlier: earlierSession(first, report) }
  return { report: { ...report, relay: 'open', reason, ...earlier }, acceptedAt: before, ...kept }
}

/** The transcript of what was accepted at that time, as far as it was kept. */
function firstAcceptance({ accepted, report }: RelayRecord, acceptedAt: string): SmtpEvidence | undefined {
  return accepted ?? (report.testedAt === acceptedAt ? report.transcript : undefined)
}
