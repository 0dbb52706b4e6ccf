import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type AuditGroup, auditGroups } from '@waxseal/core/audit'
import { isAtLeast } from '@waxseal/core/plan'
import { type ReactNode, useState } from 'react'
import { meQuery } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { type AuditEvent, auditQuery, useFollowChanges } from './audit-api.ts'

type Kind = AuditGroup | 'all'

const kinds: readonly { value: Kind; label: string }[] = [
  { value: 'all', label: 'All events' },
  ...Object.entries(auditGroups).map(([value, label]) => ({ value: value as AuditGroup, label })),
]

/** What was done in the workspace, newest first: what, by whom, through which, and when. */
export function AuditLog(): ReactNode {
  const me = useQuery(meQuery)
  const [kind, setKind] = useState<Kind>('all')
  useFollowChanges()
  const seesAll = me.data !== undefined && isAtLeast(me.data.workspace.role, 'admin')
  return (
    <>
      <p className="mb-4 max-w-prose text-ink2">
        {seesAll
          ? 'What people, API keys and the server did in this workspace in the last 12 months. Only you see your own sign-ins.'
          : 'What you did in this workspace in the last 12 months, and your own sign-ins. Admins and owners also see what others did.'}
      </p>
      <SelectField className="mb-4 max-w-56" label="Show" value={kind} options={kinds} onChange={setKind} />
      <Events key={kind} kind={kind} />
    </>
  )
}

function Events({ kind }: { kind: Kind }): ReactNode {
  const log = useInfiniteQuery(auditQuery(kind === 'all' ? undefined : kind))
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = log
  const events = log.data?.pages.flatMap(page => page.events)
  if (events === undefined) {
    return log.isError ? (
      <LoadFailed what="The audit log" onRetry={() => void log.refetch()} />
    ) : (
      <Loading what="the audit log">
        <Skeleton className="h-96 w-full" />
      </Loading>
    )
  }
  if (events.length === 0) {
    return (
      <p className="text-ink2">
        {kind === 'all' ? 'No events yet.' : `No events about “${auditGroups[kind]}” in the last 12 months.`}
      </p>
    )
  }
  return (
    <>
      <Table caption="Audit log" rows={events} keyOf={({ id }) => id} columns={columns} />
      {isFetchNextPageError ? (
        <LoadFailed what="Earlier events" onRetry={() => void fetchNextPage()} />
      ) : (
        hasNextPage && (
          <Button className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show earlier events
          </Button>
        )
      )}
    </>
  )
}

/** What an event came through. */
const ways: { readonly [K in AuditEvent['actor']['kind']]: string } = {
  person: 'Browser',
  key: 'API key',
  link: 'Link in an email',
  operator: 'Server command',
  waxseal: 'Server',
}

function whoDid({ kind, name }: AuditEvent['actor']): string {
  switch (kind) {
    case 'person':
      return name === '' ? 'Deleted account' : name
    case 'key':
      return name === '' ? 'Deleted API key' : name
    case 'link':
      return 'Recipient of the email'
    case 'operator':
      return 'Operator'
    case 'waxseal':
      return 'Waxseal'
    default:
      return kind satisfies never
  }
}

const columns: readonly Column<AuditEvent>[] = [
  { title: 'What', names: true, cell: ({ text }) => <span className="font-[560]">{text}</span> },
  {
    title: 'Who',
    label: 'Who',
    className: 'w-56',
    cell: ({ actor }) => (
      <>
        {whoDid(actor)}
        {actor.you ? (
          <span className="text-ink3"> (you)</span>
        ) : (
          actor.email !== null && <span className="block text-ink2">{actor.email}</span>
        )}
      </>
    ),
  },
  { title: 'Through', label: 'Through', className: 'w-40', cell: ({ actor }) => ways[actor.kind] },
  { title: 'When', label: 'When', className: 'w-32', cell: ({ at }) => <TimeAgo at={at} /> },
]
