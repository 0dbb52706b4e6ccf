import { isSubdomain } from '@waxseal/core/dns'
import type { Database } from '../../db/store.ts'
import { includesOfHosted } from './store.ts'

/** A chain of hosted records is followed through so many names. */
const namesMax = 200

/**
 * Whether what a record includes leads back to its own hosted record, through other hosted records too. Then an address
 * would never leave it: each would have it from the other.
 *
 * @param includes names at every depth, as DNS has them
 */
export async function leadsBack(
  db: Database,
  { includes, hostedName, zone }: { includes: readonly string[]; hostedName: string; zone: string },
): Promise<boolean> {
  const seen = new Set<string>()
  let next = includes.filter(name => isSubdomain(name, zone))
  while (next.length > 0 && seen.size < namesMax) {
    if (next.some(name => isSubdomain(name, hostedName))) return true
    for (const name of next) seen.add(name)
    const rows = await includesOfHosted(db, next)
    next = rows.flatMap(row => row.includes).filter(name => isSubdomain(name, zone) && !seen.has(name))
  }
  return next.length > 0
}
