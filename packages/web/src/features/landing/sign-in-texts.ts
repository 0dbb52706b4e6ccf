import { passwordLength } from '@waxseal/contract/routes'
import type { Config } from '../../lib/queries.ts'

export type SignInMode = 'sign-in' | 'sign-up' | 'forgot' | 'reset'

interface Texts {
  title: string
  lead: (config: Config | undefined) => string
  submit: string
  busy: string
}

export const signInTexts: Record<SignInMode, Texts> = {
  'sign-in': {
    title: 'Sign in',
    lead: () => 'Welcome back. Your domains are where you left them.',
    submit: 'Sign In',
    busy: 'Signing in...',
  },
  'sign-up': {
    title: 'Create your account',
    lead: config =>
      config?.billing === 'off'
        ? 'An account on this installation.'
        : 'You start on the Starter plan: one domain, ten scans a month, no card.',
    submit: 'Create account',
    busy: 'Creating account...',
  },
  forgot: {
    title: 'Reset your password',
    lead: config =>
      config?.mail === false
        ? 'This installation sends no mail: the reset link is written to the server’s log, where whoever runs it finds it.'
        : 'We send a link to your address; it lets you set a new password.',
    submit: 'Send reset link',
    busy: 'Sending...',
  },
  reset: {
    title: 'Set a new password',
    lead: () => 'Afterwards every device has to sign in again.',
    submit: 'Set password',
    busy: 'Saving...',
  },
}

/** The problem with a new password; null when there is none. */
export function passwordProblem(password: string): string | null {
  if (password.length < passwordLength.min) return `The password needs at least ${passwordLength.min} characters`
  if (password.length > passwordLength.max) return `The password can have at most ${passwordLength.max} characters`
  return null
}

/** Replaces the form when it is done without a sign-in. */
export function doneTexts(mode: SignInMode, email: string, mail: boolean): { title: string; text: string } {
  if (mode === 'reset') return { title: 'Password changed', text: 'You can sign in with it now.' }
  if (mode === 'sign-up') {
    return { title: 'Confirm your address', text: `We have sent a link to ${email}. Open it, and you are signed in.` }
  }
  return mail
    ? { title: 'Look into your mailbox', text: `If there is an account for ${email}, a link is on its way.` }
    : { title: 'Link written', text: `If there is an account for ${email}, the link now stands in the server’s log.` }
}
