import { type Zone, zoneResolver } from '@waxseal/core/dns'
import { type BlocklistAccess, type ListOptions, sharedAccess } from '../blacklist/index.ts'

/** Blocklists whose answers stand in a plain zone, asked as fast as wanted. */
export function zoneBlocklists(zone: Zone, options: ListOptions = {}): BlocklistAccess {
  const resolver = zoneResolver(zone)
  return sharedAccess((_, name) => resolver.query(name, 'A'), { rates: 'unlimited', keepsTests: false, ...options })()
}
