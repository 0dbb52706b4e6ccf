import { byCheck, type CheckId } from '../check/index.ts'
import type { Sections } from './scan.ts'

/** Told of a check whose own code threw. */
export type OnCheckError = (check: CheckId, error: unknown) => void

/** Runs the code of one check after another, so that one that throws costs no other its word. */
export interface Guard {
  /** What `work` gives; null when it throws, or when this check broke before. */
  run<T>(check: CheckId, work: () => T): T | null
  /** Did any code of this check throw? */
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
    isBroken: check => broken.has(check),
  }
}

/** A check that broke could not be checked. What it had asked can still be seen, and others may rest on it. */
export function withoutBroken(sections: Sections, guard: Guard): Sections {
  return byCheck<Sections>(<K extends CheckId>(check: K): Sections[K] => {
    if (!guard.isBroken(check)) return sections[check]
    const evidence = sections[check]?.evidence
    return { ran: false, reason: 'internal', evidence: Array.isArray(evidence) ? evidence : [] }
  })
}
