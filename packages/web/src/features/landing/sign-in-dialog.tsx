import { type FormEvent, type ReactNode, useState } from 'react'
import type { Config } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { CodeStep } from './code-step.tsx'
import { asksEmail, asksNewPassword, passwordProblem, type SignInMode, signInTexts } from './sign-in-texts.ts'
import { useSignIn, useSignUpOpen } from './use-sign-in.ts'

interface Props {
  mode: SignInMode
  onMode: (mode: SignInMode | null) => void
  config: Config | undefined
  /** The token of the link that opened the form; null: none did. */
  token: string | null
}

/** Sign-in, sign-up, and what links of mails ask for: one dialog with a form for each. */
export function SignInDialog({ mode, onMode, config, token }: Props): ReactNode {
  const texts = signInTexts[mode]
  const { open, invitation } = useSignUpOpen(config)
  const [needsCode, setNeedsCode] = useState(false)
  if (needsCode) {
    return (
      <Dialog open onOpenChange={open => !open && onMode(null)} title="Two-factor authentication">
        <CodeStep onRestart={() => setNeedsCode(false)} />
      </Dialog>
    )
  }
  return (
    <Dialog open onOpenChange={open => !open && onMode(null)} title={texts.title} description={texts.lead(config)}>
      {mode === 'sign-up' && !open ? (
        <Note look="info" title="Sign-up is closed">
          {config?.signup === 'closed'
            ? 'This installation accepts no new accounts.'
            : 'You need an invitation to a workspace to create an account.'}
        </Note>
      ) : mode === 'forgot' && config?.mail === false ? null : (
        // A new form for each mode, so that no error and no password of one stays in another.
        <SignInForm key={mode} {...{ mode, onMode, config, token, invitation }} onCode={() => setNeedsCode(true)} />
      )}
      <OtherModes mode={mode} onMode={onMode} signupOpen={open} />
    </Dialog>
  )
}

function SignInForm({
  mode,
  onMode,
  config,
  token,
  invitation,
  onCode,
}: Props & { invitation: string | undefined; onCode: () => void }): ReactNode {
  const [passwordError, setPasswordError] = useState<string | null>(null)
  const { submit, busy, error, offer, done } = useSignIn(mode, {
    mail: config?.mail ?? false,
    token,
    invitation,
    onCode,
    onSignedIn: () => onMode(null),
  })
  const texts = signInTexts[mode]
  const newPassword = asksNewPassword(mode)

  if (done !== null) {
    return (
      <div role="status">
        <Note look="info" title={done.title}>
          {done.text}
        </Note>
        {!asksEmail(mode) && (
          <Button look="primary" className="mt-6 w-full" onClick={() => onMode('sign-in')}>
            Sign In
          </Button>
        )}
      </div>
    )
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const value = (name: string): string => {
      const entry = data.get(name)
      return typeof entry === 'string' ? entry : ''
    }
    const password = value('password')
    const problem = newPassword ? passwordProblem(password) : null
    setPasswordError(problem)
    if (problem !== null) return
    submit({ name: value('name').trim(), email: value('email').trim(), password })
  }

  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      {error !== null && (
        <div role="alert">
          <Note
            look="bad"
            title={error.text}
            action={
              offer && (
                <Button size="small" busy={offer.isBusy} onClick={offer.send}>
                  {offer.isBusy ? offer.busy : offer.button}
                </Button>
              )
            }
          />
        </div>
      )}
      {mode === 'sign-up' && <Field label="Name" name="name" autoComplete="name" required maxLength={100} />}
      {asksEmail(mode) && (
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete={mode === 'sign-in' ? 'username' : 'email'}
          required
          maxLength={254}
          spellCheck={false}
        />
      )}
      {mode !== 'forgot' && (
        <Field
          label={newPassword && mode !== 'sign-up' ? 'New password' : 'Password'}
          name="password"
          type="password"
          autoComplete={newPassword ? 'new-password' : 'current-password'}
          required
          error={passwordError}
          hint={newPassword ? 'At least 10 characters. Several words make a strong password.' : undefined}
        />
      )}
      <Button type="submit" look="primary" busy={busy}>
        {busy ? texts.busy : texts.submit}
      </Button>
    </form>
  )
}

function OtherModes({ mode, onMode, signupOpen }: Pick<Props, 'mode' | 'onMode'> & { signupOpen: boolean }): ReactNode {
  const link = (to: SignInMode, text: string): ReactNode => (
    <button type="button" className="prose-link min-h-6 rounded" onClick={() => onMode(to)}>
      {text}
    </button>
  )
  return (
    <div className="mt-6 flex flex-wrap justify-between gap-2 border-t border-line pt-4 text-13 text-ink2">
      {mode === 'sign-in' ? (
        <>
          {signupOpen && <span>New here? {link('sign-up', 'Create an account')}</span>}
          {link('forgot', 'Forgot password?')}
        </>
      ) : (
        <>
          {mode === 'confirm' && link('choose', 'Choose a new password')}
          {mode === 'choose' && link('confirm', 'Enter the password from sign-up')}
          <span>Already have an account? {link('sign-in', 'Sign in')}</span>
        </>
      )}
    </div>
  )
}
