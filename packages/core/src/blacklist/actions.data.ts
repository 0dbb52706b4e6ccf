import { type Action, ask, type FindingActions } from '../check/index.ts'
import type { BlacklistFacts } from './findings.data.ts'
import { blocklists } from './lists.data.ts'

type Listing = BlacklistFacts['bl_critical']

/** The page of the very list. A list of an earlier version that is gone leaves its operator to be found by name. */
function delist({ list, listId, subject }: Listing): Action {
  const known = blocklists.find(({ id }) => id === listId)
  if (known === undefined) return ask('threat-source', list)
  const { url, by } = known.delisting
  return { kind: 'delist', list, subject, url, self: by !== 'automatic' }
}

/** What resolves each finding about blocklists. */
export const blacklistActions: FindingActions<BlacklistFacts> = {
  bl_critical: delist,
  bl_high: delist,
  bl_medium: delist,
  bl_low: delist,
  bl_own: ({ list }) => ask('threat-source', list),
  bl_shared: ({ owner }) => ask('mail-provider', owner),
}
