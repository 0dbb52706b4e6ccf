import type { Identity } from '../check/index.ts'
import { sameProblem, worsens } from './finding-families.data.ts'

/** How one finding became another: the same problem in another degree. */
export type Degree = 'worse' | 'better'

/** Whether a finding that is new is the same problem as one that is gone, and in which degree. null: it is another one. */
export function degreeOf(gone: Identity, come: Identity): Degree | null {
  // A finding without a subject is about the whole domain, and so about each subject.
  const isSameSubject = gone.subject === come.subject || gone.subject === null || come.subject === null
  if (!isSameSubject) return null
  if (isGraver(sameProblem, gone, come) || isGraver(worsens, gone, come)) return 'worse'
  return isGraver(sameProblem, come, gone) ? 'better' : null
}

function isGraver(families: readonly (readonly string[])[], mild: Identity, grave: Identity): boolean {
  return families.some(ids => ids.includes(mild.id) && ids.indexOf(mild.id) < ids.indexOf(grave.id))
}
