import { checkNames, listed } from '../check/index.ts'
import type { ChangedFindingReply, ChangesReply } from './reply.ts'

/** The most findings that a line names one by one. */
export const namedMax = 5

/** "60 → 83"; null where the scores are not comparable. A scan without a score is "not scored". */
export function scoreChangeWords(
  changes: Pick<ChangesReply, 'compared' | 'score_before' | 'score_after'>,
): string | null {
  const { compared, score_before: before, score_after: after } = changes
  return compared === 'all' ? `${before ?? 'not scored'} → ${after ?? 'not scored'}` : null
}

/**
 * "60 → 83, fixed: DMARC record missing; next step: DMARC only monitors; new: SPF allows everyone", and what became worse
 * or better in between.
 */
export function changesLine(changes: ChangesReply): string {
  const scores = scoreChangeWords(changes)
  const parts = changeParts(changes).map(({ word, findings }) => `${word}: ${listed(findings.map(nameOf), namedMax)}`)
  if (parts.length === 0) return scores === null || isSameScore(changes) ? noChangeWords(changes) : scores
  const line = parts.join('; ')
  return scores === null ? line.charAt(0).toUpperCase() + line.slice(1) : `${scores}, ${line}`
}

/** One part of the line: a word, and the findings it is about. */
export interface ChangePart {
  word: 'fixed' | 'next step' | 'better' | 'worse' | 'new'
  findings: readonly (ChangedFindingReply & { readonly was?: string })[]
}

/**
 * The parts of the line, in its order: what is fixed, what to do next about it, what is better, worse and new. A part
 * without findings is left out.
 */
export function changeParts(changes: Pick<ChangesReply, 'fixed' | 'changed' | 'added'>): readonly ChangePart[] {
  const became = (degree: 'better' | 'worse') => changes.changed.filter(finding => finding.degree === degree)
  const next = changes.changed.flatMap(({ was: _was, degree, ...finding }) => (degree === 'next' ? [finding] : []))
  const parts = [
    { word: 'fixed', findings: changes.fixed },
    { word: 'next step', findings: next },
    { word: 'better', findings: became('better') },
    { word: 'worse', findings: became('worse') },
    { word: 'new', findings: changes.added },
  ] as const satisfies readonly ChangePart[]
  return parts.filter(({ findings }) => findings.length > 0)
}

/** The line of a scan that fixed nothing and found nothing new, where the scores say nothing either. */
export function noChangeWords({ compared, not_compared }: Pick<ChangesReply, 'compared' | 'not_compared'>): string {
  if (compared === 'nothing') return 'Not comparable with the last scan'
  return not_compared.length > 0 ? 'No changes in the compared checks' : 'No changes'
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
    ...(compared === 'findings' ? ['Scores aren’t comparable.'] : []),
    ...(open.length > 0 ? [`Some checks could not be compared: ${listed(titles, titles.length)}.`] : []),
  ]
}

function nameOf({ reason, was }: ChangePart['findings'][number]): string {
  return `${reason}${wasWords(was)}`
}

/** What follows the name of a finding that became worse or better: what it was. */
export function wasWords(was: string | undefined): string {
  return was === undefined ? '' : ` (was “${was}”)`
}

function findings(count: number): string {
  return `${count} finding${count === 1 ? '' : 's'}`
}
