import { useQuery } from '@tanstack/react-query'
import { deletionPhrase } from '@waxseal/contract/routes'
import * as wording from '@waxseal/contract/wording'
import { type FormEvent, type ReactNode, useState } from 'react'
import { dateInWords } from '../../components/plans/billing-words.ts'
import { notify } from '../../lib/notify.ts'
import { configQuery } from '../../lib/queries.ts'
import { useSignOut } from '../../lib/session/use-sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Note } from '../../ui/note.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { type Deletion, deletionQuery, useDeleteAccount } from './deletion-api.ts'

/** Says what goes and when, and deletes the account once the phrase is typed. */
export function DeleteDialog({ onClose }: { onClose: () => void }): ReactNode {
  const deletion = useQuery(deletionQuery)
  return (
    <Dialog open onOpenChange={open => !open && onClose()} title="Delete account">
      {deletion.data ? (
        <Content deletion={deletion.data} onClose={onClose} />
      ) : deletion.isError ? (
        <LoadFailed what="What would be deleted" onRetry={() => void deletion.refetch()} />
      ) : (
        <Loading what="what would be deleted">
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
    </Dialog>
  )
}

function Content({ deletion, onClose }: { deletion: Deletion; onClose: () => void }): ReactNode {
  const blocking = deletion.workspaces.filter(({ effect }) => effect === 'blocks')
  if (blocking.length === 0) return <DeleteForm deletion={deletion} onClose={onClose} />
  return (
    <>
      <div className="grid gap-4">
        {blocking.map(({ id, name }) => (
          <Note key={id} look="warning" title="You cannot delete your account yet">
            {wording.onlyOwnerOf(name)}
          </Note>
        ))}
      </div>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  )
}

function DeleteForm({ deletion: { workspaces }, onClose }: { deletion: Deletion; onClose: () => void }): ReactNode {
  const { data: config } = useQuery(configQuery)
  const signOut = useSignOut()
  const [phrase, setPhrase] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [warning, setWarning] = useState<string | null>(null)
  const remove = useDeleteAccount({
    onConflict: setWarning,
    onDeleted: async removedAt => {
      await signOut()
      notify.success(`Account deleted. Sign in by ${dateInWords(new Date(removedAt))} to restore it.`)
    },
  })

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (phrase.trim().toLowerCase() !== deletionPhrase) return setProblem(wording.typeDeletionPhrase())
    remove.start({ phrase, confirmed: warning !== null })
  }

  return (
    <form onSubmit={onSubmit} noValidate>
      <ul className="mb-6 grid list-disc gap-2 ps-5 text-ink2">
        {workspaces.map(workspace => (
          <li key={workspace.id}>{fateOf(workspace)}</li>
        ))}
        <li>Scans, monitoring and alerts stop now, and you are signed out everywhere.</li>
        {config?.billing !== 'off' && <li>Subscriptions end with their paid period. Nothing more is charged.</li>}
        <li>
          Until {dateInWords(inDays(30))} you can sign in and restore everything. Then we remove it for good. Backups
          expire up to 90 days later.
        </li>
        {config?.billing !== 'off' && <li>Payment records are kept for 7 years, without your name.</li>}
      </ul>
      <Field
        label={`Type “${deletionPhrase}” to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={phrase}
        error={problem}
        onChange={event => {
          setPhrase(event.target.value)
          setProblem(null)
        }}
      />
      <div role="alert" className="mt-4">
        {warning !== null && <p className="border-s-[3px] border-fair-fill ps-3">{warning}</p>}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" look="danger" busy={remove.busy}>
          {warning === null ? 'Delete account' : 'Delete anyway'}
        </Button>
      </div>
    </form>
  )
}

function fateOf({ name, effect, domains }: Deletion['workspaces'][number]): ReactNode {
  const shown = <span className="text-ink [overflow-wrap:anywhere]">{name}</span>
  if (effect === 'left') return <>You leave the workspace {shown}. Restoring your account does not bring you back.</>
  const count =
    domains === 0 ? '' : domains === 1 ? ' with its domain' : ` with its ${domains.toLocaleString('en')} domains`
  return (
    <>
      The workspace {shown} is deleted{count}.
    </>
  )
}

const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000)
