import { byCheck, type CheckId, type Known } from '../check/index.ts'
import { type AllTold, type CheckValues, checks } from './checks.ts'
import type { Guard } from './guard.ts'
import type { KnownSections } from './last-known.ts'

/** The data that each check provides to the others. */
export function tellAll(domain: string, known: KnownSections, guard: Guard): AllTold {
  return byCheck<AllTold>(<K extends CheckId>(check: K): AllTold[K] => {
    const own: Known<CheckValues[K]> | null = known[check]
    return own === null ? null : guard.run(check, () => checks[check].tells(own, domain))
  })
}
