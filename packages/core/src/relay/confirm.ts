import type { SmtpEvidence } from '../check/index.ts'
import { earlierSession, type MailHostReport } from './probe.ts'

/** The time between two tests of a host. A suspicion can be confirmed after it. */
export const keptForMs = 6 * 3_600_000

/** The time between two sessions that only ask what an address offers: who renews a certificate and scans again sees it. */
export const offersKeptForMs = 10 * 60_000

/** The stored record of a mail host: its latest report, and since when it accepts relaying. */
export interface RelayRecord {
  report: MailHostReport
  /**
   * When it first accepted relaying, ISO 8601; null when it refused since. Inconclusive tests do not change it, because
   * they say nothing about the server.
   */
  acceptedAt: string | null
  /** The transcript of that first acceptance. Absent when there is none, and in records of older versions. */
  accepted?: SmtpEvidence
}

/** Whether the report of a record is still valid, so that the host is not tested again. */
export function isKept({ report }: Pick<RelayRecord, 'report'>, now: Date, keptMs = keptForMs): boolean {
  const age = now.getTime() - Date.parse(report.testedAt)
  // If the clock was set back, a report must not stay valid forever.
  return age < keptMs && age > -keptMs
}

/**
 * The record after a test. The first acceptance is a suspicion. The server becomes an open relay when it accepts again
 * in another test at least six hours later. That report includes the transcript of the first acceptance.
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
  const reason = `${report.reason} (first accepted on ${before.slice(0, 16).replace('T', ' ')} UTC)`
  const earlier = first === undefined ? {} : { earlier: earlierSession(first, report) }
  return { report: { ...report, relay: 'open', reason, ...earlier }, acceptedAt: before, ...kept }
}

/** The transcript of the first acceptance, if it was stored. */
function firstAcceptance({ accepted, report }: RelayRecord, acceptedAt: string): SmtpEvidence | undefined {
  return accepted ?? (report.testedAt === acceptedAt ? report.transcript : undefined)
}
