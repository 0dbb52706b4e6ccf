import { useQuery } from '@tanstack/react-query'
import { ownIdentityRoutes } from '@waxseal/contract/routes'
import { type FormEvent, type ReactNode, useState } from 'react'
import { configQuery } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { useIdentityAction } from './identity-api.ts'

/** Asks for a new address. It changes when the link that is sent there is opened. */
export function ChangeEmailDialog({ email, onClose }: { email: string; onClose: () => void }): ReactNode {
  const { data: config } = useQuery(configQuery)
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const change = useIdentityAction(ownIdentityRoutes.changeEmail, () => setSentTo(value.trim()))

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (!/^[^\s@]+@[^\s@]+$/.test(value.trim())) return setProblem('Please enter a valid email address')
    if (value.trim().toLowerCase() === email.toLowerCase()) return setProblem('This is your address already')
    change.start({ newEmail: value.trim() })
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title="Change email"
      description={`You sign in with ${email}.`}
    >
      {sentTo === null ? (
        <form onSubmit={onSubmit} noValidate className="grid gap-4">
          <Field
            label="New email"
            type="email"
            autoComplete="email"
            spellCheck={false}
            maxLength={254}
            value={value}
            error={problem ?? change.error}
            hint="We send a link there, and a notice to your present address."
            onChange={event => {
              setValue(event.target.value)
              setProblem(null)
              change.forgetError()
            }}
          />
          <div className="mt-2 flex justify-end gap-2">
            <Button look="quiet" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" look="primary" busy={change.busy}>
              Send link
            </Button>
          </div>
        </form>
      ) : (
        <>
          <div role="status">
            <Note look="info" title="Confirm the new address">
              {config?.mail === false
                ? 'This server sends no mail. Ask the operator for the link: the server wrote it to its log.'
                : `If ${sentTo} can be used, we sent a link to it. Open it within 1 hour. Until then you sign in with ${email}.`}
            </Note>
          </div>
          <div className="mt-6 flex justify-end">
            <Button onClick={onClose}>Close</Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
