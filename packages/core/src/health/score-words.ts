import { states } from '../check/index.ts'
import { leftOpen } from './left-open.ts'
import { percentOf } from './percent.ts'
import type { ScanReply } from './reply.ts'

/** With a true minus sign, which is as wide as a digit. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : points > 0 ? `+${points}` : '0'
}

/** "1 check has no result, 36 lookups failed", of a score that rests on less than everything; null: nothing was left open. */
export function notRunWords(scan: Parameters<typeof leftOpen>[0]): string | null {
  const { checks, lookups, parts } = leftOpen(scan)
  const words = [
    ...(checks.length > 0
      ? [checks.length === 1 ? '1 check has no result' : `${checks.length} checks have no result`]
      : []),
    ...(lookups > 0 ? [lookups === 1 ? '1 lookup failed' : `${lookups} lookups failed`] : []),
    ...(parts > 0 ? [parts === 1 ? '1 part could not be checked' : `${parts} parts could not be checked`] : []),
  ]
  return words.length === 0 ? null : words.join(', ')
}

/**
 * How much of a report rests on answers, in a few words: list, report, PDF, command line and assistant take them from here.
 * They are "All checks completed" only where nothing was left unasked or unanswered.
 */
export function coverageWords(scan: Parameters<typeof leftOpen>[0] & Pick<ScanReply, 'coverage'>): string {
  const percent = percentOf(scan.coverage, 1)
  if (percent === 0) return 'No check could run'
  const open = notRunWords(scan) ?? (percent < 100 ? `${100 - percent}% of checks could not run` : null)
  return open === null ? 'All checks completed' : `${states.partly.word}: ${open}`
}

/** Where a scan has no finding. After a change that monitoring saw since, that is said of the scan only. */
export function noIssuesWords({
  unchecked,
  changed_after_scan: changed = [],
}: Pick<ScanReply, 'unchecked' | 'changed_after_scan'>): string {
  if (changed.length > 0) return 'This scan found no issues. Records have changed since.'
  return unchecked.length === 0 ? 'No issues found.' : 'No issues found, but some checks could not run.'
}

export const uncheckedCostsNothing = 'Checks that could not run don’t affect your score.'
