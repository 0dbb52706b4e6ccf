import { emailChangedPage, measureLengths, passwordLength } from '@waxseal/contract'
import { isPrintable, isVisible } from '@waxseal/contract/printable'
import { z } from 'zod'
import type { Throttle } from '../../ports.ts'
import { guessableWords, isGuessable } from './guessable.ts'

/**
 * One served call of the sign-in library. All other calls, including new ones of a later version, are unreachable until
 * they are listed here.
 */
export interface IdentityCall {
  /** The accepted fields; all others that a client sends are dropped. */
  body?: z.ZodType<object>
  limits: readonly Limit[]
  signsUp?: true
  /** Admitted by the rules for guesses (`admission.ts`). */
  signsIn?: true
  /** It hashes or compares a password. */
  hashes?: true
  /** Its time must not show whether there is such an account: the reply leaves at a full step. */
  even?: true
  /** It sends a mail: without a mail server it is refused. */
  mails?: true
}

interface Limit {
  /** What is counted: attempts from one client or one site (`Places`), or attempts for one email address from anywhere. */
  of: 'client' | 'site' | 'email'
  max: number
  windowMs: number
}

const minute = 60_000
const hour = 60 * minute

const email = z
  .string({ error: 'Please enter an email address' })
  .trim()
  .toLowerCase()
  .max(254, 'The email address is too long')
  .pipe(z.email({ error: 'Please enter a valid email address' }))

/** At least ten characters of any kind, because length is what protects (NIST SP 800-63B, section 3.1.1). */
const newPassword = z
  .string({ error: 'Please enter a password' })
  .min(passwordLength.min, `The password needs at least ${passwordLength.min} characters`)
  .max(passwordLength.max, `The password can have at most ${passwordLength.max} characters`)
  .refine(password => !isGuessable(password), guessableWords)

const name = z
  .string({ error: 'Please enter your name' })
  .trim()
  .min(1, 'Please enter your name')
  .max(100, 'A name can have at most 100 characters')
  .refine(isPrintable, 'A name can only have visible characters')
  .refine(isVisible, 'Please enter your name')

/** Text that is no token of ours never reaches the database, which answers some of it with an error. */
const linkToken = z.string({ error: 'The link is incomplete' }).max(200).refine(isPrintable, 'The link is incomplete')

/** The token of a link that confirms an address, which says whose. */
const addressToken = z
  .string({ error: 'The link is incomplete' })
  .max(2_000)
  .refine(isPrintable, 'The link is incomplete')

const currentPassword = z.string({ error: 'Please enter your password' }).max(1_000, 'The password is too long')

/** A password or a code is asked: guesses are limited beside the library's own lock of an account after ten wrong codes. */
const guesses: readonly Limit[] = [
  { of: 'client', max: 15, windowMs: minute },
  { of: 'client', max: 60, windowMs: hour },
]

/** By method and path below `/api/identity`. */
export const identityCalls: Readonly<Record<string, IdentityCall>> = {
  'POST /sign-up/email': {
    body: z
      .object({ name, email, password: newPassword, invitation: linkToken.optional() })
      .refine(given => given.password.toLowerCase() !== given.email, 'The password must differ from the email address'),
    // Each sends a mail to that address, where there is mail.
    limits: [
      { of: 'client', max: 30, windowMs: 10 * minute },
      { of: 'email', max: 5, windowMs: hour },
    ],
    signsUp: true,
    hashes: true,
    even: true,
  },
  'POST /sign-in/email': {
    body: z.object({
      email,
      password: currentPassword,
      rememberMe: z.boolean().optional(),
      pass: linkToken.optional(),
    }),
    // Wider networks, and all accounts together, only wait their turn (`lanes.ts`), and an account has delays.
    limits: [
      { of: 'site', max: 60, windowMs: minute },
      { of: 'site', max: 400, windowMs: hour },
      { of: 'client', max: 15, windowMs: minute },
      { of: 'client', max: 100, windowMs: hour },
    ],
    signsIn: true,
    hashes: true,
    even: true,
  },
  'POST /sign-out': {
    body: z
      .object({})
      .optional()
      .transform(() => ({})),
    limits: [],
  },
  'GET /get-session': { limits: [] },
  'GET /token': { limits: [] },
  'POST /request-password-reset': {
    body: z.object({ email }),
    limits: [
      { of: 'client', max: 10, windowMs: hour },
      { of: 'email', max: 5, windowMs: hour },
    ],
    even: true,
    mails: true,
  },
  'POST /request-sign-in-link': {
    body: z.object({ email }),
    limits: [
      { of: 'client', max: 10, windowMs: hour },
      { of: 'email', max: 5, windowMs: hour },
    ],
    even: true,
    mails: true,
  },
  'POST /reset-password': {
    body: z.object({ token: linkToken, newPassword }),
    limits: [{ of: 'client', max: 20, windowMs: hour }],
    hashes: true,
  },
  'POST /send-verification-email': {
    body: z.object({ email }),
    limits: [
      { of: 'client', max: 10, windowMs: hour },
      { of: 'email', max: 5, windowMs: hour },
    ],
    even: true,
    mails: true,
  },
  'POST /update-user': { body: z.object({ name }), limits: [{ of: 'client', max: 60, windowMs: hour }] },
  'POST /change-email': {
    body: z.object({ newEmail: email }).transform(given => ({ ...given, callbackURL: emailChangedPage })),
    limits: [{ of: 'client', max: 10, windowMs: hour }],
  },
  'POST /change-password': {
    body: z.object({ currentPassword, newPassword }).transform(given => ({ ...given, revokeOtherSessions: true })),
    limits: guesses,
    hashes: true,
  },
  'POST /two-factor/enable': { body: z.object({ password: currentPassword }), limits: guesses, hashes: true },
  'POST /two-factor/disable': { body: z.object({ password: currentPassword }), limits: guesses, hashes: true },
  'POST /two-factor/generate-backup-codes': {
    body: z.object({ password: currentPassword }),
    limits: guesses,
    hashes: true,
  },
  'POST /two-factor/verify-totp': {
    body: z.object({
      code: z
        .string({ error: 'Please enter the code' })
        .transform(text => text.replaceAll(/\s/g, ''))
        .pipe(z.string().regex(/^\d{6}$/, 'The code has 6 digits')),
    }),
    limits: guesses,
  },
  'POST /two-factor/verify-backup-code': {
    body: z.object({
      code: z
        .string({ error: 'Please enter the backup code' })
        .trim()
        .max(40, 'This is no backup code')
        .refine(isPrintable, 'This is no backup code'),
    }),
    limits: guesses,
  },
  'POST /confirm-address': {
    body: z
      .object({ token: addressToken, password: currentPassword.optional(), newPassword: newPassword.optional() })
      .refine(given => (given.password === undefined) !== (given.newPassword === undefined), 'Please enter a password'),
    limits: guesses,
    hashes: true,
  },
  'GET /verify-email': { limits: [{ of: 'client', max: 60, windowMs: hour }] },
}

for (const { body } of Object.values(identityCalls)) if (body) measureLengths(body)

/** What a person reads in place of a message of the library, by its code. */
export const identityWords: Readonly<Record<string, string>> = {
  INVALID_PASSWORD: 'The password is not correct',
  INVALID_CODE: 'The code is not correct. Enter the one that your app shows now.',
  INVALID_BACKUP_CODE: 'The backup code is not correct, or it was used before',
  INVALID_TWO_FACTOR_COOKIE: 'This sign-in has expired. Enter your email and password again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Enter your email and password again.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes. Please wait 15 minutes and try again.',
  EMAIL_IS_THE_SAME: 'This is your address already',
}

/** What is said while no password is tried for an account. */
export function delayWords(seconds: number): string {
  const [n, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `Too many wrong passwords for this address. Please wait ${n} ${unit}${n === 1 ? '' : 's'} and try again.`
}

/** Counts one attempt of a call. @returns the seconds to wait when it exceeds the limit, else null */
export async function tooMany(
  call: string,
  from: { client: string; site?: string | undefined; email: string | undefined },
  throttle: Throttle,
): Promise<number | null> {
  for (const limit of identityCalls[call]?.limits ?? []) {
    const who = from[limit.of]
    if (who === undefined) continue
    const wait = await throttle(`identity ${call} ${limit.windowMs / minute}m ${limit.of} ${who}`, limit)
    if (wait !== null) return wait
  }
  return null
}
