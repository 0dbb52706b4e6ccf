import type { Question } from './evidence.ts'
import type { Known } from './known.ts'

/** The check applies to every domain. */
export function appliesAlways(): boolean {
  return true
}

/** Each query of the check may hide a finding, so one failed query makes its part of the score unsettled. */
export function hasNoGaps(_known: Known<unknown>, { gaps }: Known<unknown>): boolean {
  return gaps.length === 0
}

/** The share of the section's queries that were answered. */
export function answeredQuestions({ gaps, evidence }: Known<unknown>): number {
  const open = new Set(gaps.map(({ question }) => key(question)))
  const answered = new Set(
    evidence
      .filter(({ outcome, question }) => outcome !== 'failed' && !open.has(key(question)))
      .map(({ question }) => key(question)),
  )
  return open.size === 0 ? 1 : shareOf(answered.size, answered.size + open.size)
}

/** A part of a whole, 0 to 1; 1 when the whole is empty. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole
}

function key({ name, type }: Question): string {
  return `${type} ${name}`
}
