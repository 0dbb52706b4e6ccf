import { type CheckId, checkIds } from '../check/index.ts'
import { changesBetween, type ScanReply } from '../health/index.ts'
import type { ScannedRecord } from '../watch/index.ts'
import type { AlertCandidate } from './candidate.ts'

/** The checks whose findings a change of a record can bring. */
const effects: Readonly<Record<ScannedRecord, readonly CheckId[]>> = {
  mx: ['mx', 'spf', 'blacklist', 'relay', 'transport'],
  spf: ['spf'],
  // Whether ~all is enforced is a finding of SPF.
  dmarc: ['dmarc', 'spf'],
  dkim: ['dkim'],
  ns: checkIds,
  name: checkIds,
  dnssec: checkIds,
  'mta-sts': ['transport'],
}

/** Whether what a scan found new or worse can all come from changes of these records. */
export function isExplained(before: ScanReply, after: ScanReply, records: readonly ScannedRecord[]): boolean {
  const { added, changed = [] } = changesBetween(before, after)
  const worse = [...added, ...changed.filter(({ degree }) => degree === 'worse')]
  return worse.length > 0 && worse.every(({ check }) => records.some(record => effects[record].includes(check)))
}

/** The alert of a change with the fall of the score that it caused: "DMARC policy weakened …; the health score fell from 100 to 63". */
export function withFall(
  description: string,
  { old_value, new_value }: Pick<AlertCandidate, 'old_value' | 'new_value'>,
): string {
  return `${description}; the health score fell from ${JSON.stringify(old_value)} to ${JSON.stringify(new_value)}`
}
