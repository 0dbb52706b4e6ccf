import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pendingInvitation } from '../../lib/pending-invitation.ts'
import { type Config, invitationQuery } from '../../lib/queries.ts'
import { useAuth } from '../../lib/session/session.tsx'
import { type AuthClient, SignInError } from '../../lib/session/state.ts'
import { asksEmail, doneTexts, mailOffers, type SignInMode } from './sign-in-texts.ts'

interface Input {
  name: string
  email: string
  password: string
}

interface SignIn {
  submit: (input: Input) => void
  busy: boolean
  error: { text: string; code: string | null } | null
  /** A mail that helps after the refusal; null: none does. */
  offer: { button: string; busy: string; isBusy: boolean; send: () => void } | null
  /** Set when the form is done without a sign-in. */
  done: { title: string; text: string } | null
}

/** Whether an account can be created now: sign-up is open to everyone, or to the invitation that was followed here. */
export function useSignUpOpen(config: Config | undefined): { open: boolean; invitation: string | undefined } {
  const isClosed = config?.signup_open === false
  const token = isClosed ? pendingInvitation() : null
  const { data } = useQuery(invitationQuery(token))
  const invitation = token !== null && data?.may_sign_up ? token : undefined
  return { open: !isClosed || invitation !== undefined, invitation }
}

/** How a form ends: a session began, a code is asked next, or something else has to be done first. */
type End = 'signed-in' | 'code' | 'done'

/** Sends the form of a mode. */
async function sendForm(
  auth: AuthClient,
  mode: SignInMode,
  { name, email, password, token, invitation }: Input & { token: string | null; invitation: string | undefined },
): Promise<End> {
  const link = token ?? ''
  switch (mode) {
    case 'sign-in':
      return auth.signIn({ email, password, ...(token !== null && { pass: token }) })
    case 'sign-up':
      return (await auth.signUp({ name, email, password, invitation })) === 'confirm' ? 'done' : 'signed-in'
    case 'forgot':
      await auth.requestPasswordReset(email)
      return 'done'
    case 'reset':
      await auth.resetPassword({ token: link, newPassword: password })
      return 'done'
    case 'choose':
      return endOf(await auth.confirmAddress({ token: link, newPassword: password }))
    default:
      return endOf(await auth.confirmAddress({ token: link, password }))
  }
}

const endOf = (answer: 'signed-in' | 'confirmed'): End => (answer === 'confirmed' ? 'done' : answer)

/**
 * Sends the form of a mode. After a sign-in the landing page redirects by itself.
 *
 * @param options.token of the link that opened the form; null: none did
 * @param options.invitation what permits the sign-up
 * @param options.onCode called when the password was right and a code is asked next
 * @param options.onSignedIn called when a link began a session: the page keeps the form of a link also for who is signed in
 */
export function useSignIn(
  mode: SignInMode,
  options: {
    mail: boolean
    token: string | null
    invitation: string | undefined
    onCode: () => void
    onSignedIn: () => void
  },
): SignIn {
  const auth = useAuth()
  const [busy, setBusy] = useState<'form' | 'mail' | null>(null)
  const [error, setError] = useState<SignIn['error']>(null)
  const [done, setDone] = useState<SignIn['done']>(null)
  const [email, setEmail] = useState('')

  async function run(what: 'form' | 'mail', work: () => Promise<void>): Promise<void> {
    setBusy(what)
    setError(null)
    try {
      await work()
    } catch (problem) {
      if (!(problem instanceof SignInError)) console.error(problem)
      const isKnown = problem instanceof SignInError
      const text = isKnown ? problem.message : 'Something went wrong. Please try again.'
      setError({ text, code: isKnown ? problem.code : null })
    } finally {
      setBusy(null)
    }
  }

  async function submit(input: Input): Promise<void> {
    setEmail(input.email)
    const end = await sendForm(auth, mode, { ...input, ...options })
    if (end === 'code') options.onCode()
    else if (end === 'done') setDone(doneTexts(mode, input.email))
    else if (!asksEmail(mode)) options.onSignedIn()
  }

  const code = error?.code ?? ''
  const offer = options.mail && Object.hasOwn(mailOffers, code) ? mailOffers[code] : undefined
  async function sendMail(): Promise<void> {
    await (code === 'SIGN_IN_DELAYED' ? auth.requestSignInLink(email) : auth.sendConfirmation(email))
    if (offer !== undefined) setDone(offer.done(email))
  }

  return {
    submit: input => void run('form', () => submit(input)),
    busy: busy === 'form',
    error,
    offer: offer === undefined ? null : { ...offer, isBusy: busy === 'mail', send: () => void run('mail', sendMail) },
    done,
  }
}
