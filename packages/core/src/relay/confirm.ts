import type { MailHostReport } from './probe.ts'

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
}

/** Whether the report of a record still stands, so that the host is not tested again. */
export function isKept({ report }: RelayRecord, now: Date): boolean {
  const age = now.getTime() - Date.parse(report.testedAt)
  // A clock that was set back must not keep a report for ever.
  return age < keptForMs && age > -keptForMs
}

/**
 * The record after a test. The first acceptance is a suspicion; the server is called an open relay when it accepts in
 * another test six hours later or more.
 */
export function confirmed(previous: RelayRecord | null, report: MailHostReport): RelayRecord {
  const before = previous?.acceptedAt ?? null
  if (report.relay === 'closed') return { report, acceptedAt: null }
  if (report.relay === 'unknown') return { report, acceptedAt: before }
  if (before === null || Date.parse(report.testedAt) - Date.parse(before) < keptForMs)
    return { report: { ...report, relay: 'suspected' }, acceptedAt: before ?? report.testedAt }
  const reason = `${report.reason} (as before, on ${before.slice(0, 16).replace('T', ' ')} UTC)`
  return { report: { ...report, relay: 'open', reason }, acceptedAt: before }
}
