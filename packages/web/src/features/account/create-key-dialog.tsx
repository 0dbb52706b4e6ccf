import { useQuery } from '@tanstack/react-query'
import { limits } from '@waxseal/contract/limits'
import * as wording from '@waxseal/contract/wording'
import { type KeyScope, keyScopes } from '@waxseal/core/plan'
import { type FormEvent, type ReactNode, useState } from 'react'
import { meQuery } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useCreateKey } from './key-api.ts'

const scopeLabels: Record<KeyScope, { label: string; hint: string }> = {
  read: { label: 'Read', hint: 'Gets domains, reports, history and settings.' },
  scan: { label: 'Read and scan', hint: 'Also starts scans.' },
  write: { label: 'Read, scan and write', hint: 'Also changes what an editor can change.' },
  admin: {
    label: 'Full access',
    hint:
      'Also changes the settings of alerts, blocklists and reports, asks the assistant and reads the audit log, which names people. ' +
      'Members, keys, billing and deletion stay with people. You need a sign-in within the last 10 minutes.',
  },
}

const expiries = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'none', label: 'No expiry' },
] as const

type Expiry = (typeof expiries)[number]['value']

interface Props {
  onCreated: (created: { id: string; name: string; key: string }) => void
  onClose: () => void
}

/** The form for a new API key. */
export function CreateKeyDialog({ onCreated, onClose }: Props): ReactNode {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [scope, setScope] = useState<KeyScope>('read')
  const [expiry, setExpiry] = useState<Expiry>('90')
  const create = useCreateKey()
  const isOwner = useQuery(meQuery).data?.workspace.role === 'owner'
  const offered = keyScopes.filter(each => each !== 'admin' || isOwner)

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (name.trim() === '') return setProblem(wording.enterKeyName)
    create.start(
      { name: name.trim(), scopes: [scope], expires_at: endOf(expiry) },
      { onSuccess: ({ api_key: { id, name }, key }) => onCreated({ id, name, key }) },
    )
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title="Create API key"
      description="The key acts for this workspace. Use one key for each program."
    >
      <form onSubmit={onSubmit} noValidate className="grid gap-4">
        <Field
          label="Name"
          placeholder="Nightly report"
          autoComplete="off"
          maxLength={limits.apiKeyNameCharacters}
          value={name}
          error={problem}
          onChange={event => {
            setName(event.target.value)
            setProblem(null)
          }}
        />
        <SelectField
          label="Scopes"
          hint={scopeLabels[scope].hint}
          value={scope}
          options={offered.map(value => ({ value, label: scopeLabels[value].label }))}
          onChange={setScope}
        />
        <SelectField label="Expires" value={expiry} options={expiries} onChange={setExpiry} />
        <div className="mt-2 flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busy={create.busy}>
            Create key
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function endOf(expiry: Expiry): string | null {
  return expiry === 'none' ? null : new Date(Date.now() + Number(expiry) * 86_400_000).toISOString()
}
