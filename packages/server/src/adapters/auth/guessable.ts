import { passwordLength } from '@waxseal/contract'
import { commonPasswords } from './common-passwords.data.ts'

/** What is said of a password that would be guessed first. */
export const guessableWords =
  'This password is among the most common ones, and is guessed first. Choose another one, for example several words.'

const list: ReadonlySet<string> = new Set(commonPasswords.trim().split(/\s+/))

/** Of fewer different characters a password is as easy as one of the list. */
const differentMin = 4

/**
 * Whether a new password is one of the most common ones: of the list, in any case and with digits and signs at its end, or
 * of one to three characters in turn. Guesses begin with these (NIST SP 800-63B, section 3.1.1.2).
 */
export function isGuessable(password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  if (new Set(lower).size < differentMin) return true
  for (let end = lower.length; end >= passwordLength.min; end--) {
    if (list.has(lower.slice(0, end))) return true
    if (/\p{L}/u.test(lower.charAt(end - 1))) return false
  }
  return false
}
