import { type Zone, zoneResolver } from '@waxseal/core/dns'
import { type Watched, watchDomain } from '@waxseal/scanner'
import type { Deps } from '../deps.ts'

/** A check of a domain whose records are those of this zone, in the zone's own servers too. */
export function watchZone(zone: Zone, input: Parameters<Deps['watch']>[0], now: Date): Promise<Watched> {
  const resolver = zoneResolver(zone)
  return watchDomain({ ...input, dns: { resolver, authoritative: resolver }, now: () => now })
}
