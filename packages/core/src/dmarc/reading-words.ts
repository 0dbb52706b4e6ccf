import type { DmarcPolicy, DmarcReading } from './value.ts'

/** What each policy asks of receivers. */
export const policyWords: Readonly<Record<DmarcPolicy, string>> = {
  none: 'receivers deliver mail that fails',
  quarantine: 'receivers treat mail that fails as suspicious',
  reject: 'receivers refuse mail that fails',
}

/** A reading in a few words. */
export function dmarcReadingWords({ policy, location, unchecked }: DmarcReading): string {
  if (unchecked) return 'could not check'
  if (policy === null) return 'no policy applies'
  return `${policy}${location === null ? '' : `, from ${location}`}`
}
