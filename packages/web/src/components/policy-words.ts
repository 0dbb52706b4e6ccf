import type { DmarcPolicy } from '@waxseal/core/dmarc'

/** What each policy asks of receivers. */
export const policyWords: Record<DmarcPolicy, string> = {
  none: 'mail that fails is delivered all the same',
  quarantine: 'mail that fails is treated as suspicious',
  reject: 'mail that fails is refused',
}
