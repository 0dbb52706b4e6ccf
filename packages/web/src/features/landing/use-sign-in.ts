import { useState } from 'react'
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

/** Sends the form of a mode. After a sign-in the landing page redirects by itself. */
export function useSignIn(mode: SignInMode, { mail }: { mail: boolean }): SignIn {
  const auth = useAuth()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [done, setDone] = useState<SignIn['done']>(null)

  async function send({ name, email, password, token }: Input): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      if (mode === 'sign-in') await auth.signIn({ email, password })
      else if (mode === 'sign-up') {
        if ((await auth.signUp({ name, email, password })) === 'confirm') setDone(doneTexts(mode, email, mail))
      } else if (mode === 'forgot') {
        await auth.requestPasswordReset(email)
        setDone(doneTexts(mode, email, mail))
      } else {
        await auth.resetPassword({ token, newPassword: password })
        setDone(doneTexts(mode, email, mail))
      }
    } catch (problem) {
      if (!(problem instanceof SignInError)) console.error(problem)
      setError(problem instanceof SignInError ? problem.message : 'That did not work. Please try again.')
    } finally {
      setBusy(false)
    }
  }

  return { submit: input => void send(input), busy, error, done }
}
