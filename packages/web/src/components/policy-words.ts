import type { DmarcPolicy } from '@waxseal/core/dmarc'

/** What each policy asks of receivers. */
export const policyWords: Record<DmarcPolicy, string> = {
  none: 'receivers deliver mail that fails',
  quarantine: 'receivers treat mail that fails as suspicious',
  reject: 'receivers refuse mail that fails',
}
