import { ownIdentityRoutes, passwordLength } from '@waxseal/contract/routes'
import { type FormEvent, type ReactNode, useState } from 'react'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useIdentityAction } from './identity-api.ts'

interface Problems {
  current?: string
  next?: string
}

/** A new password, with the current one. */
export function ChangePasswordDialog({ email, onClose }: { email: string; onClose: () => void }): ReactNode {
  const [problems, setProblems] = useState<Problems>({})
  const change = useIdentityAction(ownIdentityRoutes.changePassword, () => {
    notify.success('Password changed. Your other sessions have ended.')
    onClose()
  })

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const [current, next] = [textOf(data.get('current')), textOf(data.get('next'))]
    const found = problemsOf(current, next, email)
    setProblems(found)
    if (Object.keys(found).length === 0) change.start({ currentPassword: current, newPassword: next })
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title="Change password"
      description="This ends your sessions on all other devices."
    >
      <form onSubmit={onSubmit} noValidate className="grid gap-4">
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          error={problems.current ?? change.error}
          onChange={change.forgetError}
        />
        <Field
          label="New password"
          name="next"
          type="password"
          autoComplete="new-password"
          error={problems.next ?? null}
          hint={`At least ${passwordLength.min} characters. Several words make a strong password.`}
        />
        <div className="mt-2 flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busy={change.busy}>
            Change password
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function problemsOf(current: string, next: string, email: string): Problems {
  const problem = nextProblem(current, next, email)
  return {
    ...(current === '' && { current: 'Please enter your current password' }),
    ...(problem !== null && { next: problem }),
  }
}

function nextProblem(current: string, next: string, email: string): string | null {
  if (next.length < passwordLength.min) return `The password needs at least ${passwordLength.min} characters`
  if (next.length > passwordLength.max) return `The password can have at most ${passwordLength.max} characters`
  if (next.toLowerCase() === email.toLowerCase()) return 'The password must differ from the email address'
  return next === current ? 'The new password must differ from the current one' : null
}

const textOf = (entry: FormDataEntryValue | null): string => (typeof entry === 'string' ? entry : '')
