import type { DomainSummary } from './store.ts'

/**
 * Whether a scan of a domain runs or starts by itself: after a change, as scheduled, or for its certificates. A read-only
 * domain is not scanned.
 */
export function isScanDue(
  row: Pick<DomainSummary, 'scanning' | 'ownScanDueAt' | 'nextScanAt' | 'certificateDueAt'>,
  isReadOnly: boolean,
): boolean {
  const { scanning, ownScanDueAt, nextScanAt, certificateDueAt } = row
  return scanning || (!isReadOnly && [ownScanDueAt, nextScanAt, certificateDueAt].some(at => at !== null))
}
