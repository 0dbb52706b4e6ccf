import { byCheck, type CheckId, checkIds } from '../check/index.ts'
import { type AllProvided, checks, contextOf } from './checks.ts'
import type { Guard } from './guard.ts'
import { collected, type KnownSections } from './last-known.ts'
import type { Sections } from './scan.ts'

/** How much one check contributes to the coverage. */
export interface Measure {
  /** Whether it applies to this domain on this installation. */
  applies: boolean
  /** The share of its lookups that this scan got answers to, 0 to 1; 0 if it did not run. */
  share: number
  /** Whether enough is known of it to compare the score with that of another scan. */
  settled: boolean
}

export type Measures = { readonly [K in CheckId]: Measure }

/** A broken check counts like one that could not run. */
const unmeasured: Measure = { applies: true, share: 0, settled: false }

export function measureChecks(
  domain: string,
  sections: Sections,
  known: KnownSections,
  provided: AllProvided,
  guard: Guard,
): Measures {
  return byCheck<Measures>(check => {
    return guard.run(check, () => measure(check, domain, sections, known, provided)) ?? unmeasured
  })
}

function measure<K extends CheckId>(
  check: K,
  domain: string,
  sections: Pick<Sections, K>,
  known: Pick<KnownSections, K>,
  provided: AllProvided,
): Measure {
  const { applies, answeredShare, isSettled } = checks[check]
  const now = collected(sections[check])
  const all = known[check]
  return {
    applies: applies(now, contextOf(check, domain, provided)),
    share: now === null ? 0 : answeredShare(now),
    settled: now !== null && all !== null && isSettled(all, now),
  }
}

/**
 * The weighted share of the checks that this scan completed, 0 to 1, in thousandths. Last known answers do not count;
 * checks that do not apply to the domain, or are not part of the installation, are excluded.
 */
export function coverageOf(measures: Measures): number {
  const applying = checkIds.filter(check => measures[check].applies)
  const weights = applying.reduce((sum, check) => sum + checks[check].weight, 0)
  const evaluated = applying.reduce((sum, check) => sum + checks[check].weight * measures[check].share, 0)
  return Math.round((evaluated / weights) * 1000) / 1000
}

/**
 * The checks whose part of the score is not known well enough to compare it with that of another scan. This includes a
 * check that did not run, whatever is last known of it; otherwise each check decides when it is settled. A check
 * without points has no part in the score.
 */
export function uncheckedOf(measures: Measures): readonly CheckId[] {
  return checkIds.filter(check => !measures[check].settled && canCost(check))
}

function canCost(check: CheckId): boolean {
  return Object.values(checks[check].findings).some(({ points }) => points !== 0)
}
