import type { Question } from './evidence.ts'
import type { Known } from './known.ts'

/** For a check that applies to every domain. */
export function appliesAlways(): boolean {
  return true
}

/** For a check whose every lookup may hide a finding: one gap leaves its part of the score unsettled. */
export function hasNoGaps(_known: Known<unknown>, { gaps }: Known<unknown>): boolean {
  return gaps.length === 0
}

/** The share of its questions that got an answer. */
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
