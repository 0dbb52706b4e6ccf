import { type Zone } from '@waxseal/core/dns'
import { type BlocklistAccess, type ListOptions, sharedAccess } from '../blacklist/index.ts'
import { resolverOf } from './zone-resolvers.ts'

/** Blocklists with answers from a plain zone, without rate limits. */
export function zoneBlocklists(zone: Zone, options: ListOptions = {}): BlocklistAccess {
  const resolver = resolverOf(zone)
  return sharedAccess((_, name) => resolver.query(name, 'A'), { rates: 'unlimited', keepsTests: false, ...options })()
}
