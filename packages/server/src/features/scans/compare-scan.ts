import { changesBetween, comparedScan, presentScan, type ScanResult } from '@waxseal/core/health'
import type { Deps } from '../../deps.ts'
import { storedBases, storedScan } from './change-store.ts'

/**
 * A scan that is not stored yet, with what changed since the last stored scan on an equal basis; unchanged for a first
 * scan. An earlier document that cannot be read (a newer program wrote it) must not fail the scan: nothing is compared.
 */
export async function withChanges(
  { store, log }: Pick<Deps, 'store' | 'log'>,
  domainId: string,
  result: ScanResult,
): Promise<ScanResult> {
  const compared = comparedScan(await storedBases(store.db, domainId), result.basis)
  if (compared === null) return result
  try {
    const before = await storedScan(store.db, compared.id)
    if (before === undefined) return result
    return { ...result, changes: changesBetween(presentScan(before), presentScan(result)) }
  } catch (err) {
    log.warn({ err, domainId }, 'an earlier scan cannot be read, and nothing is compared with it')
    return result
  }
}
