import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { useFocusRescue } from '../../ui/focus-return.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { deviceWords } from './device-words.ts'
import { type OpenSession, sessionsQuery, useEndOtherSessions, useEndSession } from './identity-api.ts'

/** Where the person is signed in. */
export function Sessions(): ReactNode {
  const sessions = useQuery(sessionsQuery)
  const place = useRef<HTMLDivElement>(null)
  useFocusRescue(place)
  return (
    <div ref={place} tabIndex={-1}>
      <h3 className="mb-1 font-[600]">Sessions</h3>
      {sessions.data ? (
        <Content sessions={sessions.data.sessions} />
      ) : sessions.isError ? (
        <LoadFailed what="Your sessions" onRetry={() => void sessions.refetch()} />
      ) : (
        <Loading what="your sessions">
          <Skeleton className="h-20 w-full" />
        </Loading>
      )}
    </div>
  )
}

function Content({ sessions }: { sessions: readonly OpenSession[] }): ReactNode {
  const endOthers = useEndOtherSessions()
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-13 text-ink2">
        A session ends within 5 minutes after you sign it out, and 7 days after its last use.
      </p>
      <Table caption="Sessions" rows={sessions} keyOf={({ id }) => id} columns={columns} />
      {sessions.some(({ current }) => !current) && (
        <div>
          <Button busy={endOthers.busy} onClick={() => endOthers.start(undefined)}>
            Sign out everywhere else
          </Button>
        </div>
      )}
    </div>
  )
}

const columns: readonly Column<OpenSession>[] = [
  {
    title: 'Device',
    names: true,
    className: 'align-middle',
    cell: ({ user_agent: agent, current }) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-[560]">{deviceWords(agent)}</span>
        {current && (
          <Tag tone="excellent" bare>
            This session
          </Tag>
        )}
      </span>
    ),
  },
  {
    title: 'Last active',
    label: 'Last active',
    className: 'align-middle',
    cell: ({ last_active_at: at }) => <TimeAgo at={at} />,
  },
  {
    title: 'Signed in',
    label: 'Signed in',
    className: 'align-middle',
    cell: ({ signed_in_at: at }) => <TimeAgo at={at} />,
  },
  {
    title: 'Actions',
    className: 'w-28 align-middle sm:text-end',
    cell: session => (session.current ? null : <EndButton session={session} />),
  },
]

function EndButton({ session }: { session: OpenSession }): ReactNode {
  const end = useEndSession(session)
  return (
    <Button
      size="small"
      look="danger"
      busy={end.busy}
      aria-label={`Sign out ${deviceWords(session.user_agent)}`}
      onClick={() => end.start(undefined)}
    >
      Sign out
    </Button>
  )
}
