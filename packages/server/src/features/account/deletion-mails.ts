import type { Deps } from '../../deps.ts'
import type { Mail } from '../../ports.ts'
import { graceDays } from './deletion-plan.ts'

type Installation = Pick<Deps['env'], 'billing' | 'publicUrl'>

/** "December 26, 2026", in UTC as on the screens. */
const day = (at: Date): string => at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const signature = (publicUrl: string): string => `\n\n--\nWaxseal\n${publicUrl}\n`

/** Confirms a deletion, with the date and how to take it back. */
export function deletedMail(to: string, removed: Date, { billing, publicUrl }: Installation): Mail {
  return {
    to,
    subject: 'Your Waxseal account is deleted',
    text:
      `You deleted the account of ${to}. Scans, monitoring and alerts have stopped.\n\n` +
      `You can restore it until ${day(removed)}: sign in at ${publicUrl} and choose “Restore account”.\n\n` +
      `After these ${graceDays} days we remove the account and its data for good. Backups expire up to 90 days later.` +
      (billing === 'off' ? '' : ' We keep payment records for 7 years, without your name.') +
      '\n\n' +
      'If you did not delete it, restore it now and change your password.' +
      signature(publicUrl),
  }
}

/** Confirms a restored account. */
export function restoredMail(to: string, { billing, publicUrl }: Installation): Mail {
  return {
    to,
    subject: 'Your Waxseal account is restored',
    text:
      `You restored the account of ${to}. Scans, monitoring and alerts run again.\n\n` +
      (billing === 'off'
        ? ''
        : `A subscription that you had still ends at the end of its period. You can keep it at ${publicUrl}/account.\n\n`) +
      'If you did not restore it, set a new password.' +
      signature(publicUrl),
  }
}
