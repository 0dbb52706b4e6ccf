import * as wording from '@waxseal/contract/wording'
import { plans } from '@waxseal/core/plan'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Domain } from '../../lib/queries.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { AddList } from './add-list.tsx'
import { useAddDomain } from './api.ts'

/**
 * The text typed into the dialog. It is kept until it is added, so closing the dialog or hitting a limit loses nothing.
 */
export interface AddDraft {
  way: 'one' | 'many'
  name: string
  list: string
}

export const emptyDraft: AddDraft = { way: 'one', name: '', list: '' }

interface Props {
  /** The existing domains. */
  domains: readonly Domain[]
  draft: AddDraft
  onDraft: (change: Partial<AddDraft>) => void
  onClose: () => void
  /** Selects these domains in the list. */
  onSelect: (ids: readonly string[]) => void
  /** Scans these new domains. */
  onScan: (added: readonly Domain[]) => void
}

export function AddDomainDialog(props: Props): ReactNode {
  const { draft, onClose } = props
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title="Add Domain"
      description="Add any domain that sends or receives mail. Waxseal reads public data only."
    >
      {draft.way === 'one' ? <AddOne {...props} /> : <AddList {...props} />}
    </Dialog>
  )
}

function AddOne({ draft, onDraft, onClose, onScan }: Props): ReactNode {
  const [error, setError] = useState<string | null>(null)
  const add = useAddDomain(onClose, (domain, scan) => {
    onDraft({ name: '' })
    if (scan) onScan([domain])
  })

  function send(scan: boolean): void {
    const empty = draft.name.trim() === ''
    setError(empty ? wording.enterDomain : null)
    if (!empty) add.start({ name: draft.name, scan })
  }

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        send(true)
      }}
      noValidate
      className="grid gap-6"
    >
      <div>
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
          hint="You can also paste a URL or an email address."
          value={draft.name}
          onChange={event => {
            onDraft({ name: event.target.value })
            setError(null)
          }}
        />
        <button type="button" className="prose-link mt-3 text-13" onClick={() => onDraft({ way: 'many' })}>
          Paste a list or a CSV file instead
        </button>
      </div>
      <ScanCost />
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => send(false)} aria-disabled={add.busy || undefined}>
          Add
        </Button>
        <Button type="submit" look="primary" busy={add.busy}>
          {add.busy ? 'Adding...' : 'Add and scan'}
        </Button>
      </div>
    </form>
  )
}

/** Enter scans at once, which a plan with a number of scans counts. */
function ScanCost(): ReactNode {
  const { tier } = usePlan()
  const scans = tier === null ? null : plans[tier].scansPerMonth
  if (scans === null) return null
  return <p className="text-13 text-ink3">Add and scan uses 1 of your {scans} scans per month.</p>
}
