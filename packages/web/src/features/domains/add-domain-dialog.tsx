import { wording } from '@waxseal/contract/wording'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useAddDomain } from './api.ts'

export function AddDomainDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [error, setError] = useState<string | null>(null)
  const add = useAddDomain(onClose)

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const entry = new FormData(event.currentTarget).get('domain')
    const name = typeof entry === 'string' ? entry : ''
    const empty = name.trim() === ''
    setError(empty ? wording.enterDomain : null)
    if (!empty) add.start(name)
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title="Add Domain"
      description="Any domain that sends or receives mail. Everything read about it is public."
    >
      <form onSubmit={onSubmit} noValidate className="grid gap-6">
        <Field
          label="Domain Name"
          name="domain"
          placeholder="example.com"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          maxLength={2_000}
          error={error}
          hint="An address or a link does as well: the domain is taken out of it."
          onChange={() => setError(null)}
        />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busy={add.busy}>
            {add.busy ? 'Adding...' : 'Add Domain'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
