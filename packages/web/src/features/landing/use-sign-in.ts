import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pendingInvitation } from '../../lib/pending-invitation.ts'
import { type Config, invitationQuery } from '../../lib/queries.ts'
import { useAuth } from '../../lib/session/session.tsx'
import { SignInError } from '../../lib/session/state.ts'
import { doneTexts, type SignInMode } from './sign-in-texts.ts'

interface Input {
  name: string
  email: string
  password: string
  token: string
}

interface SignIn {
  submit: (input: Input) => void
  busy: boolean
  error: string | null
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

/**
 * Sends the form of a mode. After a sign-in the landing page redirects by itself.
 *
 * @param options.invitation what permits the sign-up
 * @param options.onCode called when the password was right and a code is asked next
 */
export function useSignIn(
  mode: SignInMode,
  { mail, invitation, onCode }: { mail: boolean; invitation: string | undefined; onCode: () => void },
): SignIn {
  const auth = useAuth()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [done, setDone] = useState<SignIn['done']>(null)

  async function send({ name, email, password, token }: Input): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      if (mode === 'sign-in') {
        if ((await auth.signIn({ email, password })) === 'code') onCode()
      } else if (mode === 'sign-up') {
        if ((await auth.signUp({ name, email, password, invitation })) === 'confirm')
          setDone(doneTexts(mode, email, mail))
      } else if (mode === 'forgot') {
        await auth.requestPasswordReset(email)
        setDone(doneTexts(mode, email, mail))
      } else {
        await auth.resetPassword({ token, newPassword: password })
        setDone(doneTexts(mode, email, mail))
      }
    } catch (problem) {
      if (!(problem instanceof SignInError)) console.error(problem)
      setError(problem instanceof SignInError ? problem.message : 'Something went wrong. Please try again.')
    } finally {
      setBusy(false)
    }
  }

  return { submit: input => void send(input), busy, error, done }
}
