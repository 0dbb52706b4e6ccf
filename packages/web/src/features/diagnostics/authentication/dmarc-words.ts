import type { ScanReply } from '../../../lib/queries.ts'

type Reading = NonNullable<ScanReply['results']['dmarc']>['reading']

/** A reading in a few words. */
export function readingWords({ policy, location, unchecked }: Reading): string {
  if (unchecked) return 'could not check'
  if (policy === null) return 'no policy applies'
  return `${policy}${location === null ? '' : `, from ${location}`}`
}
