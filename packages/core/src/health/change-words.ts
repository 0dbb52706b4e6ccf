import { checkNames, listed } from '../check/index.ts'
import type { ChangesReply } from './reply.ts'

/** The most findings that a line names one by one. */
export const namedMax = 5

/** "60 → 83"; null where the scores are not comparable. A scan without a score is "not scored". */
export function scoreChangeWords(
  changes: Pick<ChangesReply, 'compared' | 'score_before' | 'score_after'>,
): string | null {
  const { compared, score_before: before, score_after: after } = changes
  return compared === 'all' ? `${before ?? 'not scored'} → ${after ?? 'not scored'}` : null
}

/** "60 → 83, fixed: DMARC record missing; new: SPF allows everyone". */
export function changesLine(changes: ChangesReply): string {
  const scores = scoreChangeWords(changes)
  const parts = [part('fixed', changes.fixed), part('new', changes.added)].filter(words => words !== null)
  if (parts.length === 0) return scores === null || isSameScore(changes) ? noChangeWords(changes) : scores
  const line = parts.join('; ')
  return scores === null ? line.charAt(0).toUpperCase() + line.slice(1) : `${scores}, ${line}`
}

/** The line of a scan that fixed nothing and found nothing new, where the scores say nothing either. */
export function noChangeWords({ compared }: Pick<ChangesReply, 'compared'>): string {
  return compared === 'nothing' ? 'Not comparable with the last scan' : 'No changes'
}

/** Whether both scans have the same score, or none. */
export function isSameScore({ score_before: before, score_after: after }: ChangesReply): boolean {
  return before === after
}

/** What the line leaves out, one sentence each: what stayed, and what could not be compared. */
export function changeNotes(changes: ChangesReply): readonly string[] {
  const { compared, unchanged, unknown, not_compared: open } = changes
  if (compared === 'nothing') return ['The plan or the scoring changed since then.']
  const titles = open.map(check => checkNames[check].title)
  return [
    ...(unchanged > 0 ? [`${findings(unchanged)} unchanged.`] : []),
    ...(unknown > 0 ? [`${findings(unknown)} could not be checked in both scans.`] : []),
    ...(compared === 'findings' ? [`Scores aren’t comparable: ${listed(titles, 3)} did not run in both scans.`] : []),
  ]
}

function part(word: string, changed: ChangesReply['fixed']): string | null {
  if (changed.length === 0) return null
  const names = changed.map(({ reason }) => reason)
  return `${word}: ${listed(names, namedMax)}`
}

function findings(count: number): string {
  return `${count} finding${count === 1 ? '' : 's'}`
}
