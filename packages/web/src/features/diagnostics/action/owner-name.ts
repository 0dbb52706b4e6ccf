import type { ScanReply } from '../../../lib/queries.ts'

/** A record's owner as DNS providers ask for it. */
export interface OwnerName {
  /** Relative to the zone, `@` for the zone itself; the whole name outside it. */
  short: string
  zone: string
}

/**
 * The owner name relative to the zone of the scanned domain. The zone is the one the scan found; without it, the domain
 * is taken for a zone.
 */
export function ownerName(name: string, scan: Pick<ScanReply, 'domain_name' | 'results'>): OwnerName {
  const zone = scan.results.dns.delegation?.zone ?? scan.domain_name
  if (name === zone) return { short: '@', zone }
  return { short: name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name, zone }
}
