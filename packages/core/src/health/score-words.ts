import type { ScanReply } from './reply.ts'

/** With a true minus sign, which is as wide as a digit. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : points > 0 ? `+${points}` : '0'
}

/** "3 checks did not run", of a score that rests on less than everything; null: everything was answered. */
export function notRunWords({ sections, unchecked }: Pick<ScanReply, 'sections' | 'unchecked'>): string | null {
  const checks = Object.values(sections).filter(({ state }) => state === 'unchecked').length
  if (checks > 0) return `${checks} ${checks === 1 ? 'check' : 'checks'} did not run`
  if (unchecked.length === 0) return null
  return `${unchecked.length} ${unchecked.length === 1 ? 'lookup' : 'lookups'} failed`
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
