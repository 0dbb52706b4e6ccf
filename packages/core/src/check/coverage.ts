import type { Question } from './evidence.ts'
import type { Known } from './known.ts'

/** The check says something about every domain. */
export function appliesAlways(): boolean {
  return true
}

/** Each question of the check may hide a finding: one that is open is enough to leave its part of the score unsettled. */
export function hasNoGaps(_known: Known<unknown>, { gaps }: Known<unknown>): boolean {
  return gaps.length === 0
}

/** Answered questions among all the section asked. */
export function answeredQuestions({ gaps, evidence }: Known<unknown>): number {
  const open = new Set(gaps.map(({ question }) => key(question)))
  const answered = new Set(
    evidence
      .filter(({ outcome, question }) => outcome !== 'failed' && !open.has(key(question)))
      .map(({ question }) => key(question)),
  )
  return open.size === 0 ? 1 : shareOf(answered.size, answered.size + open.size)
}

/** A part of a whole, 0 to 1; of nothing: all of it. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole
}

function key({ name, type }: Question): string {
  return `${type} ${name}`
}
