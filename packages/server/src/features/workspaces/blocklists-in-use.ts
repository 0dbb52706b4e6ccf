import { blocklists, type CustomList } from '@waxseal/core/blacklist'
import { mayUse, type Tier } from '@waxseal/core/plan'
import type { Database } from '../../db/store.ts'
import { blocklistsOff, type OwnBlocklistRow, ownBlocklists } from './blocklist-store.ts'

/** Which lists a workspace wants its scans to ask. */
export interface WorkspaceLists {
  /** Ids of lists of the catalogue that it turned off. */
  off: readonly string[]
  custom: readonly CustomList[]
}

/** The lists that the scans of a workspace ask. Without the plan the settings are kept and do not count. */
export async function blocklistsInUse(db: Database, workspaceId: string, tier: Tier): Promise<WorkspaceLists> {
  if (!mayUse(tier, 'custom_blocklists')) return { off: [], custom: [] }
  const off = await blocklistsOff(db, workspaceId)
  const own = await ownBlocklists(db, workspaceId)
  // A list may have left the catalogue since it was turned off.
  const known = new Set<string>(blocklists.map(({ id }) => id))
  return { off: off.filter(id => known.has(id)), custom: own.map(askedOf) }
}

/** A stored list as a scan asks it. */
export function askedOf({ id, name, zone, kind, codes }: OwnBlocklistRow): CustomList {
  return { id, name, zone, kind, codes }
}
