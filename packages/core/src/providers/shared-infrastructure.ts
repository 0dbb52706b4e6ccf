import { comparable, matchesPattern } from './name-pattern.ts'
import { type SharedOwner, sharedSuffixes } from './shared-infrastructure.data.ts'

/** The operator of the shared infrastructure of a host name, by the longest suffix; null when unknown. */
export function sharedInfrastructureOfHost(host: string): SharedOwner | null {
  const name = comparable(host)
  let best: (SharedOwner & { suffix: string }) | null = null
  for (const row of sharedSuffixes) {
    if (row.suffix.length > (best?.suffix.length ?? 0) && matchesPattern(name, row.suffix)) best = row
  }
  return best && { owner: best.owner, kind: best.kind }
}
