import { ownIdentityRoutes } from '@waxseal/contract/routes'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { backupCodesIn, field, useIdentityAction } from './identity-api.ts'
import { QrCode } from './qr-code.tsx'

type Purpose = 'set-up' | 'turn-off' | 'new-codes'

const texts: Record<Purpose, { title: string; lead: string; submit: string }> = {
  'set-up': {
    title: 'Set up two-factor authentication',
    lead: 'Signing in then needs your password and a code from an authenticator app.',
    submit: 'Continue',
  },
  'turn-off': {
    title: 'Turn off two-factor authentication',
    lead: 'Signing in then needs only your password. Your backup codes stop working.',
    submit: 'Turn off',
  },
  'new-codes': {
    title: 'New backup codes',
    lead: 'They replace all earlier backup codes.',
    submit: 'Create new codes',
  },
}

const routes = {
  'set-up': ownIdentityRoutes.startTwoFactor,
  'turn-off': ownIdentityRoutes.stopTwoFactor,
  'new-codes': ownIdentityRoutes.newBackupCodes,
} as const

/** The steps: the password, for a set-up the QR code with a first code, then the backup codes. */
export function TwoFactorDialog({ purpose, onClose }: { purpose: Purpose; onClose: () => void }): ReactNode {
  const [uri, setUri] = useState<string | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isVerified, setIsVerified] = useState(purpose !== 'set-up')
  const { title, lead } = texts[purpose]

  function onAnswer(answer: unknown): void {
    if (purpose === 'turn-off') {
      notify.success('Two-factor authentication is off')
      return onClose()
    }
    const made = field(answer, 'totpURI')
    setUri(typeof made === 'string' ? made : null)
    setCodes(backupCodesIn(answer))
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={codes !== null && isVerified ? 'Backup codes' : title}
      description={codes === null ? lead : undefined}
    >
      {codes === null ? (
        <PasswordStep purpose={purpose} onAnswer={onAnswer} onClose={onClose} />
      ) : isVerified ? (
        <BackupCodes codes={codes} onDone={onClose} />
      ) : (
        <CodeStep
          uri={uri ?? ''}
          onClose={onClose}
          onVerified={() => {
            notify.success('Two-factor authentication is on')
            setIsVerified(true)
          }}
        />
      )}
    </Dialog>
  )
}

interface PasswordStepProps {
  purpose: Purpose
  onAnswer: (answer: unknown) => void
  onClose: () => void
}

function PasswordStep({ purpose, onAnswer, onClose }: PasswordStepProps): ReactNode {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const action = useIdentityAction(routes[purpose], onAnswer)

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (password === '') return setProblem('Please enter your password')
    action.start({ password })
  }

  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-4">
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        error={problem ?? action.error}
        onChange={event => {
          setPassword(event.target.value)
          setProblem(null)
          action.forgetError()
        }}
      />
      <div className="mt-2 flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" look={purpose === 'turn-off' ? 'danger' : 'primary'} busy={action.busy}>
          {texts[purpose].submit}
        </Button>
      </div>
    </form>
  )
}

function CodeStep({
  uri,
  onVerified,
  onClose,
}: {
  uri: string
  onVerified: () => void
  onClose: () => void
}): ReactNode {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const verify = useIdentityAction(ownIdentityRoutes.verifyCode, onVerified)
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const input = useRef<HTMLInputElement>(null)
  // The button that had the focus is gone.
  useEffect(() => input.current?.focus(), [])

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (!/^\d{6}$/.test(code.replaceAll(/\s/g, ''))) return setProblem('The code has 6 digits')
    verify.start({ code })
  }

  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-4">
      <p className="text-ink2">Scan this code with your authenticator app, or type the key into it.</p>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <div>
        <p className="mb-1 text-13 font-[560]">Key</p>
        <div className="flex items-center gap-1 bg-sunken ps-3">
          <code className="min-w-0 grow py-2 font-mono text-13 [overflow-wrap:anywhere]">
            {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </code>
          <CopyButton text={secret} what="key" done="Key copied" />
        </div>
      </div>
      <Field
        ref={input}
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="123456"
        value={code}
        error={problem ?? verify.error}
        onChange={event => {
          setCode(event.target.value)
          setProblem(null)
          verify.forgetError()
        }}
      />
      <div className="mt-2 flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" look="primary" busy={verify.busy}>
          Turn on
        </Button>
      </div>
    </form>
  )
}
