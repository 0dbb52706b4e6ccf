import { useQuery, useQueryClient } from '@tanstack/react-query'
import { startScanRoute } from '@waxseal/contract/routes'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { RoleButton } from '../../components/role-button.tsx'
import { ScanProgressLine } from '../../components/scan-run/scan-progress.tsx'
import { type ScanRun, scanTexts, useScan } from '../../components/scan-run/use-scan.ts'
import { lastList } from '../../lib/last-list.ts'
import { type Domain, domainsQuery, isDomainGone, isNotFound, resultsQuery } from '../../lib/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useTitle } from '../../ui/title.ts'
import { ReportHeader } from './report-header.tsx'
import { Report } from './report-view.tsx'
import { reportTexts } from './wording.ts'

const ReadOnlyNote = deferred({
  what: 'Why domains are read-only',
  load: () => import('../../components/read-only-note.tsx'),
  pick: module => module.ReadOnlyNote,
  waiting: <Skeleton className="mb-6 h-24 w-full" />,
})

export function DiagnosticsPage(): ReactNode {
  const { domainId = '' } = useParams()
  const domains = useQuery(domainsQuery)
  const domain = domains.data?.find(({ id }) => id === domainId)
  useTitle(
    domain ? (domain.domain_unicode ?? domain.domain_name) : domains.data ? reportTexts.domainNotFound : 'Diagnostics',
  )
  if (domain) return <DomainReport key={domain.id} domain={domain} />
  if (domains.isError) return <LoadFailed what="This domain" onRetry={() => void domains.refetch()} />
  if (domains.data) return <DomainNotFound />
  return <Waiting />
}

function DomainReport({ domain }: { domain: Domain }): ReactNode {
  const scan = useScan(domain)
  const results = useQuery(resultsQuery(domain.id, domain.last_scan))
  const [fresh, setFresh] = useFreshness()
  const running = scan.running || domain.scanning
  const client = useQueryClient()
  const gone = isDomainGone(results.error)
  // It was deleted elsewhere after the list was loaded, so the list is loaded again.
  useEffect(() => {
    if (gone) void client.invalidateQueries({ queryKey: domainsQuery.queryKey })
  }, [client, gone])
  const start = (): void => scan.start({ text: scanTexts.running, onDone: () => setFresh(true) })
  useScanOnArrival(start)
  if (gone) return <DomainNotFound />

  return (
    <>
      <ReportHeader domain={domain} scan={results.data} running={running} onScan={start} />
      {domain.read_only && <ReadOnlyNote count={null} />}
      {running && (
        <div className="mb-8">
          <ScanProgressLine progress={scan.progress} elsewhere={!scan.own} />
        </div>
      )}
      {domain.last_scan === null || isNotFound(results.error) ? (
        !running && <NoResults scan={scan} onScan={start} />
      ) : results.data ? (
        <Report
          domain={domain}
          scan={{ ...results.data, changed_after_scan: domain.changed_after_scan }}
          fresh={fresh}
          running={running}
          onScan={start}
        />
      ) : results.isError ? (
        <LoadFailed what="The results of the last scan" onRetry={() => void results.refetch()} />
      ) : (
        <WaitingForResults />
      )}
    </>
  )
}

/** Whether the scan was just made. The list says so in its link; a reload or going back does not repeat it. */
function useFreshness() {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const cameFresh = isFresh(state)
  useEffect(() => {
    if (cameFresh) void navigate(pathname, { replace: true, state: null })
  }, [cameFresh, navigate, pathname])
  return useState(cameFresh)
}

/** Starts the scan that another screen asked for with its link; a reload or going back does not repeat it. */
function useScanOnArrival(start: () => void): void {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const isAsked = typeof state === 'object' && state !== null && 'scan' in state && state.scan === true
  const begin = useEffectEvent(start)
  useEffect(() => {
    if (!isAsked) return
    void navigate(pathname, { replace: true, state: null })
    begin()
  }, [isAsked, navigate, pathname])
}

function isFresh(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fresh' in state && state.fresh === true
}

function DomainNotFound(): ReactNode {
  return (
    <div className="border-t border-ink pt-3">
      <h1 className="text-26 font-[600]">{reportTexts.domainNotFound}</h1>
      <p className="mt-2 mb-6 text-ink2">Someone deleted it, or the link belongs to another account.</p>
      <Link to={lastList()} className={buttonClass('plain')}>
        Back to Domains
      </Link>
    </div>
  )
}

function NoResults({ scan, onScan }: { scan: ScanRun; onScan: () => void }): ReactNode {
  return (
    <section className="border-t border-ink pt-12 text-center">
      <h2 className="text-20 font-[600]">{reportTexts.noResults}</h2>
      <p className="mx-auto mt-2 mb-6 max-w-prose text-balance text-ink2">
        A scan checks mail servers, SPF, DKIM, DMARC, blocklists and transport security. It takes a few seconds, a
        minute at most.
      </p>
      <RoleButton needs={startScanRoute} look="primary" size="large" busy={scan.running} onClick={onScan}>
        {reportTexts.firstScan}
      </RoleButton>
    </section>
  )
}

function Waiting(): ReactNode {
  return (
    <Loading what="the report">
      <h1 className="sr-only">Diagnostics</h1>
      <Skeleton className="mb-3 h-5 w-24" />
      <Skeleton className="mb-10 h-8 w-64" />
      <SheetSkeleton />
    </Loading>
  )
}

function WaitingForResults(): ReactNode {
  return (
    <Loading what="the results">
      <SheetSkeleton />
    </Loading>
  )
}

function SheetSkeleton(): ReactNode {
  return (
    <div className="border-t border-ink pt-3">
      <Skeleton className="mb-4 h-6 w-40" />
      <div className="flex flex-wrap gap-8">
        <Skeleton className="size-[184px] rounded-full" />
        <Skeleton className="h-[184px] min-w-60 grow" />
      </div>
      <Skeleton className="mt-10 h-64 w-full" />
    </div>
  )
}
