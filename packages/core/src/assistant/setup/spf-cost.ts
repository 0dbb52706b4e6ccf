import type { ScanReply } from '../../health/index.ts'
import { includedDomains } from '../../spf/index.ts'
import type { ScanFacts } from '../facts.ts'

/** What the tree of a domain's SPF record shows. */
export interface SpfCost {
  /** The DNS lookups that it causes (RFC 7208 section 4.6.4). */
  lookups: number
  /** False: a lookup failed, so there may be more. */
  complete: boolean
  /** The domains whose records it draws in, at every depth. */
  includes: readonly string[]
}

/** The facts of a scan, with the count of its SPF tree; absent or null: not known, as where there is no record. */
export type ScanWithCost = ScanFacts & { spfCost?: SpfCost | null }

/** The cost of the SPF record that a scan saw; null: it saw none, or several. */
export function spfCostOf({ results: { spf } }: ScanReply): SpfCost | null {
  if (spf === null || spf.tree === null || spf.records.length !== 1) return null
  const { tree } = spf
  return { lookups: tree.lookups, complete: tree.complete, includes: includedDomains({ ...tree, permerrors: [] }) }
}
