import { passwordLength } from '@waxseal/contract/routes'
import { plans } from '@waxseal/core/plan'
import type { Config } from '../../lib/queries.ts'
import { newAccount } from './texts.ts'

export type SignInMode = 'sign-in' | 'sign-up' | 'forgot' | 'reset' | 'confirm' | 'choose' | 'confirm-change'

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
        ? 'This installation sends no mail. Its administrator can make a link for you.'
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
  confirm: {
    title: 'Confirm your email address',
    lead: () => 'Enter the password that was chosen at sign-up. If you did not choose it, choose a new one.',
    submit: 'Confirm and sign in',
    busy: 'Confirming...',
  },
  choose: {
    title: 'Choose a new password',
    lead: () => 'It confirms your email address and replaces the password that was chosen at sign-up.',
    submit: 'Set password and sign in',
    busy: 'Confirming...',
  },
  'confirm-change': {
    title: 'Confirm your new email address',
    lead: () => 'Enter the password of your account. From then on you sign in with the new address.',
    submit: 'Change address',
    busy: 'Changing...',
  },
}

/** Forms that ask for a new password. */
export const asksNewPassword = (mode: SignInMode): boolean => ['sign-up', 'reset', 'choose'].includes(mode)

/** Forms that ask for an address. */
export const asksEmail = (mode: SignInMode): boolean => ['sign-in', 'sign-up', 'forgot'].includes(mode)

/** What a refused sign-in offers: a mail to the address that was entered. By the code of the refusal. */
export const mailOffers: Readonly<Record<string, { button: string; busy: string; done: DoneTexts }>> = {
  SIGN_IN_DELAYED: {
    button: 'Email me a sign-in link',
    busy: 'Sending...',
    done: email => ({
      title: 'Check your email',
      text: `If ${email} has an account, we sent a link to it. Open it and enter your password to sign in now.`,
    }),
  },
  EMAIL_NOT_VERIFIED: {
    button: 'Send the link again',
    busy: 'Sending...',
    done: email => ({ title: 'Confirm your email address', text: `We sent a link to ${email}. Open it to sign in.` }),
  },
}

type DoneTexts = (email: string) => { title: string; text: string }

/** The problem with a new password; null when there is none. */
export function passwordProblem(password: string): string | null {
  if (password.length < passwordLength.min) return `The password needs at least ${passwordLength.min} characters`
  if (password.length > passwordLength.max) return `The password can have at most ${passwordLength.max} characters`
  return null
}

/** Replaces the form when it is done without a sign-in. */
export function doneTexts(mode: SignInMode, email: string): { title: string; text: string } {
  if (mode === 'reset') return { title: 'Password changed', text: 'Sign in with your new password.' }
  if (mode === 'confirm-change') return { title: 'Email address changed', text: 'Sign in with your new address.' }
  if (mode === 'confirm' || mode === 'choose') return { title: 'Email address confirmed', text: 'You can sign in now.' }
  if (mode === 'sign-up') {
    return { title: 'Confirm your email address', text: `We sent a link to ${email}. Open it to sign in.` }
  }
  return { title: 'Check your email', text: `If ${email} has an account, we sent a link to it.` }
}
