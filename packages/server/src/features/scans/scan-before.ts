import { comparedScan, type ScanResult } from '@waxseal/core/health'
import type { Database } from '../../db/store.ts'
import { storedBases, storedScan } from './change-store.ts'

/** A stored scan with the earlier one it is compared with. */
export interface ScanPair {
  after: ScanResult
  /** The newest earlier scan on an equal basis, else the newest one that can be compared in part; null: there is none. */
  before: ScanResult | null
}

/**
 * A stored scan and the one before it, whatever was stored since. Undefined when the scan or its document is gone.
 *
 * @throws Error for a document that a newer program wrote
 */
export async function scanWithBefore(db: Database, domainId: string, scanId: string): Promise<ScanPair | undefined> {
  const bases = await storedBases(db, domainId)
  const at = bases.findIndex(({ id }) => id === scanId)
  const after = at < 0 ? undefined : await storedScan(db, scanId)
  if (after === undefined) return undefined
  const compared = comparedScan(bases.slice(at + 1), after.basis)
  return { after, before: compared === null ? null : ((await storedScan(db, compared.id)) ?? null) }
}
