import { byCheck, type CheckId } from '../check/index.ts'
import type { Sections } from './scan.ts'

/** Gets the error of a check whose own code threw. */
export type OnCheckError = (check: CheckId, error: unknown) => void

/** Runs the code of one check after another, so that one that throws does not affect the others. */
export interface Guard {
  /** The result of `work`; null when it throws, or when this check threw before. */
  run<T>(check: CheckId, work: () => T): T | null
  /** Whether any code of this check threw. */
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

/** A check that threw counts as failed. Its queries stay visible, and others may rest on them. */
export function withoutBroken(sections: Sections, guard: Guard): Sections {
  return byCheck<Sections>(<K extends CheckId>(check: K): Sections[K] => {
    if (!guard.isBroken(check)) return sections[check]
    const evidence = sections[check]?.evidence
    return { ran: false, reason: 'internal', evidence: Array.isArray(evidence) ? evidence : [] }
  })
}
