import type { DomainSummary } from './store.ts'

/**
 * Whether a scan of a domain runs or starts by itself: after a change, or as scheduled. A read-only domain is not scanned.
 */
export function isScanDue(
  row: Pick<DomainSummary, 'scanning' | 'ownScanDueAt' | 'nextScanAt'>,
  isReadOnly: boolean,
): boolean {
  const { scanning, ownScanDueAt, nextScanAt } = row
  return scanning || (!isReadOnly && [ownScanDueAt, nextScanAt].some(at => at !== null))
}
