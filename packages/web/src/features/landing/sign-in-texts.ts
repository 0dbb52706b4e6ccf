import { passwordLength } from '@waxseal/contract/routes'
import { plans } from '@waxseal/core/plan'
import type { Config } from '../../lib/queries.ts'
import { newAccount } from './texts.ts'

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
    lead: () => 'Enter your email and password.',
    submit: 'Sign In',
    busy: 'Signing in...',
  },
  'sign-up': {
    title: 'Create your account',
    lead: config => {
      if (config?.billing === 'off') return 'Your account belongs to this installation.'
      const tier = config?.default_tier ?? 'free'
      const plan = `${tier === 'free' ? 'free ' : ''}${plans[tier].label}`
      return `You start on the ${plan} plan: ${newAccount(config)}. No card required.`
    },
    submit: 'Create account',
    busy: 'Creating account...',
  },
  forgot: {
    title: 'Reset your password',
    lead: config =>
      config?.mail === false
        ? 'This installation sends no mail. Ask your administrator for the reset link: the server writes it to its log.'
        : 'We email you a link to set a new password.',
    submit: 'Send reset link',
    busy: 'Sending...',
  },
  reset: {
    title: 'Set a new password',
    lead: () => 'This signs you out on all devices.',
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
  if (mode === 'reset') return { title: 'Password changed', text: 'Sign in with your new password.' }
  if (mode === 'sign-up') {
    return { title: 'Confirm your email address', text: `We sent a link to ${email}. Open it to sign in.` }
  }
  return mail
    ? { title: 'Check your email', text: `If ${email} has an account, we sent a link to it.` }
    : { title: 'Reset link created', text: `If ${email} has an account, the server wrote the link to its log.` }
}
