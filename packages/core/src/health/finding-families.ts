import type { Identity } from '../check/index.ts'
import { follows, sameProblem, worsens } from './finding-families.data.ts'

/**
 * How one finding became another: the same problem in another degree, or the next step after the one that was resolved, as
 * a policy that only monitors after the record was missing.
 */
export type Degree = 'worse' | 'better' | 'next'

/** Whether a finding that is new takes the place of one that is gone, and how. null: it is about something else. */
export function degreeOf(gone: Identity, come: Identity): Degree | null {
  // A finding without a subject is about the whole domain, and so about each subject.
  const isSameSubject = gone.subject === come.subject || gone.subject === null || come.subject === null
  if (!isSameSubject) return null
  if (isGraver(sameProblem, gone, come) || isGraver(worsens, gone, come)) return 'worse'
  if (isGraver(sameProblem, come, gone)) return 'better'
  return isGraver(worsens, come, gone) || followsFrom(gone, come) ? 'next' : null
}

function isGraver(families: readonly (readonly string[])[], mild: Identity, grave: Identity): boolean {
  return families.some(ids => ids.includes(mild.id) && ids.indexOf(mild.id) < ids.indexOf(grave.id))
}

function followsFrom(gone: Identity, come: Identity): boolean {
  const after: { readonly [id: string]: readonly string[] } = follows
  return Object.hasOwn(after, come.id) && after[come.id]?.includes(gone.id) === true
}
