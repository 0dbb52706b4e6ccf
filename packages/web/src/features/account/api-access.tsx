import { useQuery } from '@tanstack/react-query'
import { createApiKeyRoute, revokeApiKeyRoute } from '@waxseal/contract/routes'
import type { Tier } from '@waxseal/core/plan'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { Link } from 'react-router'
import { PlanNote } from '../../components/plan-note.tsx'
import { RoleButton } from '../../components/role-button.tsx'
import { paths } from '../../lib/paths.ts'
import { calendarDate } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { useFocusRescue } from '../../ui/focus-return.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { ApiExamples } from './api-examples.tsx'
import { type ApiKey, type ApiKeys, apiKeysQuery, useRevokeKey } from './key-api.ts'
import { ConfirmDialog } from './later-dialogs.tsx'

const CreateKeyDialog = deferred({
  what: 'The form',
  load: () => import('./create-key-dialog.tsx'),
  pick: module => module.CreateKeyDialog,
  waiting: null,
})

/** The key that was just created here: only now is it known. */
interface Created {
  id: string
  name: string
  key: string
}

/** The API keys of the workspace: the list, a new one, and how to use it. */
export function ApiAccess({ tier }: { tier: Tier }): ReactNode {
  const keys = useQuery(apiKeysQuery)
  return (
    <Sheet title="API access" id="api" className="scroll-mt-4">
      <p className="mb-4 max-w-prose text-ink2">
        Programs use API keys to call the API for this workspace. A key stops working when its creator leaves the
        workspace or is no longer an admin or owner. One with full access stops when they are no longer an owner. The{' '}
        <Link to={paths.apiReference} className="prose-link rounded">
          API reference
        </Link>{' '}
        describes every call.
      </p>
      {keys.data ? (
        <Content keys={keys.data} tier={tier} />
      ) : keys.isError ? (
        <LoadFailed what="The API keys" onRetry={() => void keys.refetch()} />
      ) : (
        <Loading what="the API keys">
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
    </Sheet>
  )
}

function Content({ keys: { keys, allowed }, tier }: { keys: ApiKeys; tier: Tier }): ReactNode {
  const [isCreating, setIsCreating] = useState(false)
  const [created, setCreated] = useState<Created | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  useFocusRescue(place)
  return (
    <div ref={place} tabIndex={-1} className="grid gap-4">
      {allowed ? (
        <div>
          <RoleButton needs={createApiKeyRoute} onClick={() => setIsCreating(true)}>
            Create API key
          </RoleButton>
          <NewKey created={created} onDone={() => setCreated(null)} focusFallback={place} />
        </div>
      ) : (
        <PlanNote feature="api_access" tier={tier}>
          {keys.length > 0 && 'Your keys are kept, but they do not work now.'}
        </PlanNote>
      )}
      {keys.length > 0 ? (
        <Table caption="API keys" rows={keys} keyOf={({ id }) => id} columns={columnsOf(setRevoking)} />
      ) : (
        allowed && <p className="text-ink2">No API keys yet.</p>
      )}
      <ApiExamples />
      {revoking !== null && (
        <RevokeDialog
          item={revoking}
          focusFallback={place}
          onRevoked={() => setCreated(now => (now?.id === revoking.id ? null : now))}
          onClose={() => setRevoking(null)}
        />
      )}
      {isCreating && (
        <CreateKeyDialog
          onClose={() => setIsCreating(false)}
          onCreated={key => {
            setCreated(key)
            setIsCreating(false)
          }}
        />
      )}
    </div>
  )
}

interface NewKeyProps {
  created: Created | null
  onDone: () => void
  focusFallback: RefObject<HTMLElement | null>
}

function NewKey({ created, onDone, focusFallback }: NewKeyProps): ReactNode {
  return (
    <div role="status">
      {created !== null && (
        <>
          <p className="mt-4 mb-1 text-13">Copy the key {created.name} now. It is shown only once.</p>
          <div className="mb-3 flex items-center gap-1 bg-sunken ps-3">
            <code className="min-w-0 grow py-2 font-mono text-13 [overflow-wrap:anywhere]">{created.key}</code>
            <CopyButton text={created.key} what="API key" done="API key copied" />
          </div>
          <Button
            size="small"
            onClick={() => {
              onDone()
              focusFallback.current?.focus({ preventScroll: true })
            }}
          >
            Done
          </Button>
        </>
      )}
    </div>
  )
}

const columnsOf = (onRevoke: (item: ApiKey) => void): readonly Column<ApiKey>[] => [
  {
    title: 'Name',
    names: true,
    className: 'align-middle',
    cell: ({ name, starts_with: start }) => (
      <>
        <span className="font-[560]">{name}</span>
        <span className="block font-mono text-ink3">{start}…</span>
      </>
    ),
  },
  { title: 'Scopes', label: 'Scopes', className: 'align-middle', cell: ({ scopes }) => scopes.join(', ') },
  {
    title: 'Created',
    label: 'Created',
    className: 'align-middle',
    cell: ({ created_at: at, created_by: by }) => (
      <>
        <TimeAgo at={at} /> by {by}
      </>
    ),
  },
  {
    title: 'Last used',
    label: 'Last used',
    className: 'align-middle',
    cell: ({ last_used_at: at }) => (at === null ? 'Never' : <TimeAgo at={at} />),
  },
  { title: 'Expires', label: 'Expires', className: 'align-middle', cell: item => <Expiry item={item} /> },
  {
    title: 'Actions',
    className: 'w-28 align-middle max-sm:-ms-3 sm:text-end',
    cell: item => (
      <RoleButton
        needs={revokeApiKeyRoute}
        size="small"
        look="quiet"
        aria-label={`Revoke ${item.name}, ${item.starts_with}…`}
        onClick={() => onRevoke(item)}
      >
        Revoke
      </RoleButton>
    ),
  },
]

function Expiry({ item: { expires_at: at, expired } }: { item: ApiKey }): ReactNode {
  if (at === null) return 'Never'
  if (!expired) return calendarDate(new Date(at))
  return (
    <Tag tone="idle" bare>
      Expired
    </Tag>
  )
}

interface RevokeProps {
  item: ApiKey
  focusFallback: RefObject<HTMLElement | null>
  onRevoked: () => void
  onClose: () => void
}

function RevokeDialog({ item, focusFallback, onRevoked, onClose }: RevokeProps): ReactNode {
  const revoke = useRevokeKey(item, onRevoked)
  return (
    <ConfirmDialog
      title={`Revoke ${item.name}?`}
      description="Programs that use this key stop working at once. You cannot undo this."
      confirm="Revoke key"
      look="danger"
      busy={revoke.busy}
      focusFallback={focusFallback}
      onConfirm={() => revoke.start(undefined, { onSettled: onClose })}
      onCancel={onClose}
    />
  )
}
