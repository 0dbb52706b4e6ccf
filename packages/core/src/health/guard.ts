import { byCheck, type CheckId } from '../check/index.ts'
import type { Sections } from './scan.ts'

/** Called for a check whose own code threw. */
export type OnCheckError = (check: CheckId, error: unknown) => void

/** Runs the code of each check so that an exception in one does not affect the others. */
export interface Guard {
  /** Returns the result of `work`; null if it throws or this check threw before. */
  run<T>(check: CheckId, work: () => T): T | null
  /** Returns the result of `work`; null if it throws, which breaks nothing else of the check. */
  attempt<T>(check: CheckId, work: () => T): T | null
  /** Whether any code of this check threw that it cannot do without. */
  isBroken(check: CheckId): boolean
}

export function guardChecks(onError: OnCheckError): Guard {
  const broken = new Set<CheckId>()
  return {
    run(check, work) {
      if (broken.has(check)) return null
      try {
        return work()
      } catch (error) {
        broken.add(check)
        onError(check, error)
        return null
      }
    },
    attempt(check, work) {
      try {
        return work()
      } catch (error) {
        onError(check, error)
        return null
      }
    },
    isBroken: check => broken.has(check),
  }
}

/** Marks broken checks as unchecked. Their evidence stays, because findings of other checks may rest on it. */
export function withoutBroken(sections: Sections, guard: Guard): Sections {
  return byCheck<Sections>(<K extends CheckId>(check: K): Sections[K] => {
    if (!guard.isBroken(check)) return sections[check]
    const evidence = sections[check]?.evidence
    return { ran: false, reason: 'internal', evidence: Array.isArray(evidence) ? evidence : [] }
  })
}
