import type { DmarcPolicy } from '@waxseal/core/dmarc'
import type { ScanReply } from '../../lib/queries.ts'

type Reading = NonNullable<ScanReply['results']['dmarc']>['reading']

/** What each policy asks of receivers. */
export const policyWords: Record<DmarcPolicy, string> = {
  none: 'mail that fails is delivered all the same',
  quarantine: 'mail that fails is treated as suspicious',
  reject: 'mail that fails is refused',
}

/** A reading in a few words. */
export function readingWords({ policy, location, unchecked }: Reading): string {
  if (unchecked) return 'could not be worked out'
  if (policy === null) return 'no policy applies'
  return `${policy}${location === null ? '' : `, from ${location}`}`
}
