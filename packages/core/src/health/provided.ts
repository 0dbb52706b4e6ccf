import { byCheck, type CheckId, type Known } from '../check/index.ts'
import { type AllProvided, type CheckValues, checks } from './checks.ts'
import type { Guard } from './guard.ts'
import type { KnownSections } from './last-known.ts'

/** Collects the facts that each check provides to the others. */
export function provideAll(domain: string, known: KnownSections, guard: Guard): AllProvided {
  return byCheck<AllProvided>(<K extends CheckId>(check: K): AllProvided[K] => {
    const own: Known<CheckValues[K]> | null = known[check]
    return own === null ? null : guard.run(check, () => checks[check].provides(own, domain))
  })
}
