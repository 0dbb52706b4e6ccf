import { ownIdentityRoutes } from '@waxseal/contract/routes'
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { writeIdentity } from '../../lib/session/embedded.ts'
import { useAuth } from '../../lib/session/session.tsx'
import { SignInError } from '../../lib/session/state.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'

const kinds = {
  app: {
    route: ownIdentityRoutes.verifyCode,
    label: 'Code from your app',
    hint: 'Open your authenticator app and enter the 6 digits for Waxseal.',
    placeholder: '123456',
    other: 'Use a backup code',
  },
  backup: {
    route: ownIdentityRoutes.verifyBackupCode,
    label: 'Backup code',
    hint: 'Each backup code works once.',
    placeholder: 'aBcDe-FgHiJ',
    other: 'Use your authenticator app',
  },
} as const

/** The second step of a sign-in. After it the landing page redirects by itself. */
export function CodeStep({ onRestart }: { onRestart: () => void }): ReactNode {
  const auth = useAuth()
  const [kind, setKind] = useState<keyof typeof kinds>('app')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const { route, label, hint, placeholder, other } = kinds[kind]

  async function verify(code: string): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      await writeIdentity(route, { code })
      await auth.load()
    } catch (failure) {
      if (!(failure instanceof SignInError)) console.error(failure)
      setError(failure instanceof SignInError ? failure.message : 'Something went wrong. Please try again.')
    } finally {
      setBusy(false)
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const entry = new FormData(event.currentTarget).get('code')
    const code = typeof entry === 'string' ? entry.trim() : ''
    const isMissing = kind === 'app' ? !/^\d{6}$/.test(code.replaceAll(/\s/g, '')) : code === ''
    if (isMissing) return setProblem(kind === 'app' ? 'The code has 6 digits' : 'Please enter the backup code')
    setProblem(null)
    if (!busy) void verify(code)
  }

  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-4">
      {error !== null && (
        <div role="alert">
          <Note look="bad" title={error} />
        </div>
      )}
      <CodeField
        // A new field for each kind: nothing of one stays in the other.
        key={kind}
        label={label}
        name="code"
        hint={hint}
        error={problem}
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
        placeholder={placeholder}
        maxLength={40}
        spellCheck={false}
      />
      <Button type="submit" look="primary" busy={busy}>
        {busy ? 'Verifying...' : 'Verify'}
      </Button>
      <p className="flex flex-wrap justify-between gap-2 border-t border-line pt-4 text-13">
        <button
          type="button"
          className="prose-link min-h-6 rounded"
          onClick={() => {
            setKind(kind === 'app' ? 'backup' : 'app')
            setProblem(null)
            setError(null)
          }}
        >
          {other}
        </button>
        <button type="button" className="prose-link min-h-6 rounded" onClick={onRestart}>
          Enter your password again
        </button>
      </p>
    </form>
  )
}

/** It takes the focus: what had it is gone. */
function CodeField(props: ComponentProps<typeof Field>): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return <Field ref={input} {...props} />
}
