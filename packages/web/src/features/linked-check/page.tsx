import { queryOptions, useQuery } from '@tanstack/react-query'
import { checkLinkDays, deleteCheckLinkRoute, linkedCheckRoute } from '@waxseal/contract/routes'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'
import { Logo } from '../../components/seal/seal.tsx'
import { ThemeSwitch } from '../../components/theme-switch.tsx'
import { call, type Reply } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { paths } from '../../lib/paths.ts'
import { isNotFound, type ScanReply } from '../../lib/queries.ts'
import { calendarDate } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { useTitle } from '../../ui/title.ts'

/** Few people delete a link: its dialog is loaded when it is asked for. */
const ConfirmDialog = deferred({
  what: 'The dialog',
  load: () => import('../../ui/confirm-dialog.tsx'),
  pick: module => module.ConfirmDialog,
  waiting: null,
})

type Linked = Reply<typeof linkedCheckRoute>

interface Props {
  /** The report of a domain, which the app chooses. */
  Report: ComponentType<{ scan: ScanReply }>
}

const linkedQuery = (token: string) =>
  queryOptions({
    queryKey: ['linked-check', token],
    queryFn: ({ signal }) => call(linkedCheckRoute, { params: { token }, signal }),
    // The page itself says so.
    meta: { answers: ['not_found', 'gone'] },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** What a link to a visitor's check shows to anyone who has it: the report as it was made, until the link ends. */
export function LinkedCheckPage({ Report }: Props): ReactNode {
  const { token = '' } = useParams()
  const linked = useQuery(linkedQuery(token))
  const [isDeleted, setDeleted] = useState(false)
  const data = isDeleted ? undefined : linked.data
  useTitle(data ? `Check of ${nameOf(data)}` : 'Check of a domain')
  return (
    <>
      {/* The server says the same in headers. */}
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      <div className="mx-auto max-w-5xl px-4 pt-4 pb-16 sm:px-6">
        <header className="mb-8 flex items-center justify-between gap-4">
          <Link to={paths.landing} reloadDocument className="flex items-center gap-2 rounded text-16 font-[600]">
            <Logo />
            Waxseal
          </Link>
          <ThemeSwitch />
        </header>
        <main id="main" tabIndex={-1}>
          {data ? (
            <>
              <Heading linked={data} token={token} onDeleted={() => setDeleted(true)} />
              <Report scan={data.scan} />
            </>
          ) : isDeleted ? (
            <Ended title="This link is deleted">Its report is deleted too.</Ended>
          ) : isGone(linked.error) ? (
            <Ended title="This report is no longer available">
              A link to a check lasts {checkLinkDays} days, unless someone who has it deletes it before. We keep nothing
              of a link that has ended.
            </Ended>
          ) : isNotFound(linked.error) ? (
            <Ended title="This link is incomplete">Ask the person who sent it for the whole link.</Ended>
          ) : linked.isError ? (
            <>
              <h1 className="text-26 font-[600]">Check of a domain</h1>
              <LoadFailed what="The report" onRetry={() => void linked.refetch()} />
            </>
          ) : (
            <Loading what="the report">
              <h1 className="sr-only">Check of a domain</h1>
              <Skeleton className="mb-8 h-16 w-64" />
              <Skeleton className="h-64 w-full" />
            </Loading>
          )}
        </main>
      </div>
    </>
  )
}

const nameOf = ({ domain_unicode: unicode, scan }: Linked): string => unicode ?? scan.domain_name

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 410

interface HeadingProps {
  linked: Linked
  token: string
  onDeleted: () => void
}

function Heading({ linked, token, onDeleted }: HeadingProps): ReactNode {
  const { domain_unicode: unicode, scan, expires_at: expires } = linked
  const [asks, setAsks] = useState(false)
  return (
    <div className="mb-8 flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0">
        <h1 className="text-26 font-[600] [overflow-wrap:anywhere]">{nameOf(linked)}</h1>
        {unicode !== null && <p className="font-mono text-13 text-ink3 [overflow-wrap:anywhere]">{scan.domain_name}</p>}
        <p className="mt-1 text-13 text-ink3">
          Checked without an account:{' '}
          <span className="whitespace-nowrap">
            <TimeAgo at={scan.finished_at} />.
          </span>{' '}
          This page shows that check until {calendarDate(new Date(expires))}.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => setAsks(true)}>
          Delete this link
        </Button>
        <Link to={paths.landing} reloadDocument className="prose-link self-center rounded text-13">
          Check a domain
        </Link>
      </div>
      {asks && <Deletion token={token} onDeleted={onDeleted} onCancel={() => setAsks(false)} />}
    </div>
  )
}

function Deletion({ token, onDeleted, onCancel }: Omit<HeadingProps, 'linked'> & { onCancel: () => void }): ReactNode {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function remove(): Promise<void> {
    setBusy(true)
    try {
      await call(deleteCheckLinkRoute, { params: { token } })
      onDeleted()
    } catch (cause) {
      // Someone else has deleted it.
      if (isGone(cause)) return onDeleted()
      setBusy(false)
      setFailure('The link could not be deleted. Please try again.')
    }
  }

  return (
    <ConfirmDialog
      title="Delete this link?"
      description="The link and its report are deleted, for everyone who has the link."
      confirm="Delete link"
      look="danger"
      busy={busy}
      warning={failure}
      onConfirm={() => void remove()}
      onCancel={onCancel}
    />
  )
}

/** What is left of a link that shows nothing. */
function Ended({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <div className="border-t border-ink pt-3">
      <h1 className="text-26 font-[600]">{title}</h1>
      <p className="mt-2 max-w-prose text-ink2">{children}</p>
      <p className="mt-4">
        <Link to={paths.landing} reloadDocument className="prose-link rounded">
          Check a domain
        </Link>
      </p>
    </div>
  )
}
