import { queryOptions, useQuery } from '@tanstack/react-query'
import { sharedReportRoute } from '@waxseal/contract/routes'
import type { ComponentType, ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { Logo } from '../../components/seal/seal.tsx'
import { ThemeSwitch } from '../../components/theme-switch.tsx'
import { call, type Reply } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { isNotFound, type ScanReply } from '../../lib/queries.ts'
import { calendarDate } from '../../lib/time.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { useTitle } from '../../ui/title.ts'

type Shared = Reply<typeof sharedReportRoute>

interface Props {
  /** The report of a domain, which the app chooses. */
  Report: ComponentType<{ scan: ScanReply }>
}

/** Each reading counts as an opening, so the page reads once. */
const sharedQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared-report', token],
    queryFn: ({ signal }) => call(sharedReportRoute, { params: { token }, signal }),
    // The page itself says so.
    meta: { answers: ['not_found'] },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** What a share link shows to anyone who has it: the newest report of one domain, and nothing of the account. */
export function SharedReportPage({ Report }: Props): ReactNode {
  const { token = '' } = useParams()
  const shared = useQuery(sharedQuery(token))
  const { data } = shared
  useTitle(data ? `Report of ${nameOf(data)}` : 'Shared report')
  return (
    <>
      {/* The server says the same in headers. */}
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      <div className="mx-auto max-w-5xl px-4 pt-4 pb-16 sm:px-6">
        <header className="mb-8 flex items-center justify-between gap-4">
          <Sender identity={data?.identity ?? null} />
          <ThemeSwitch />
        </header>
        <main id="main" tabIndex={-1}>
          {data ? (
            <>
              <Heading shared={data} />
              <Report scan={data.scan} />
            </>
          ) : isNotFound(shared.error) ? (
            <NotAvailable />
          ) : shared.isError ? (
            <>
              <h1 className="text-26 font-[600]">Shared report</h1>
              <LoadFailed what="The report" onRetry={() => void shared.refetch()} />
            </>
          ) : (
            <Loading what="the report">
              <h1 className="sr-only">Shared report</h1>
              <Skeleton className="mb-8 h-16 w-64" />
              <Skeleton className="h-64 w-full" />
            </Loading>
          )}
        </main>
        {data && <Foot />}
      </div>
    </>
  )
}

const nameOf = ({ domain_unicode: unicode, scan }: Shared): string => unicode ?? scan.domain_name

/** Who the report is from: the workspace's own name and logo, or Waxseal. The links load a page, which then starts the sign-in. */
function Sender({ identity }: { identity: Shared['identity'] }): ReactNode {
  if (identity === null) {
    return (
      <Link to={paths.landing} reloadDocument className="flex items-center gap-2 rounded text-16 font-[600]">
        <Logo />
        Waxseal
      </Link>
    )
  }
  const { name, logo } = identity
  return (
    <div className="flex min-w-0 items-center gap-3 text-16 font-[600]">
      {logo && <SenderLogo logo={logo} name={name} />}
      <span className="min-w-0 [overflow-wrap:anywhere]" dir="auto">
        {name}
      </span>
    </div>
  )
}

/** On white in both themes: most logos are drawn for paper. */
function SenderLogo({ logo, name }: { logo: NonNullable<NonNullable<Shared['identity']>['logo']>; name: string }) {
  return (
    <img
      src={logo.url}
      width={logo.width}
      height={logo.height}
      alt={name === '' ? 'Logo' : ''}
      className="shrink-0 rounded"
      style={{ background: '#fff', padding: 4, width: 'auto', height: 'auto', maxWidth: 160, maxHeight: 48 }}
    />
  )
}

function Heading({ shared }: { shared: Shared }): ReactNode {
  const { domain_unicode: unicode, scan, expires_at: expires } = shared
  return (
    <div className="mb-8">
      <h1 className="text-26 font-[600] [overflow-wrap:anywhere]">{nameOf(shared)}</h1>
      {unicode !== null && <p className="font-mono text-13 text-ink3 [overflow-wrap:anywhere]">{scan.domain_name}</p>}
      <p className="mt-1 text-13 text-ink3">
        Last scanned:{' '}
        <span className="whitespace-nowrap">
          <TimeAgo at={scan.finished_at} />.
        </span>{' '}
        This page always shows the newest scan, until {calendarDate(new Date(expires))}.
      </p>
    </div>
  )
}

/** The same for every link that does not work: what became of it is not for its holder. */
function NotAvailable(): ReactNode {
  return (
    <div className="border-t border-ink pt-3">
      <h1 className="text-26 font-[600]">This report is not available</h1>
      <p className="mt-2 max-w-prose text-ink2">
        The link has expired, was revoked or is incomplete. Ask the person who sent it for a new link.
      </p>
    </div>
  )
}

function Foot(): ReactNode {
  return (
    <footer className="mt-12 border-t border-line pt-4 text-13 text-ink3">
      Checked with{' '}
      <Link to={paths.landing} reloadDocument className="prose-link rounded">
        Waxseal
      </Link>
    </footer>
  )
}
