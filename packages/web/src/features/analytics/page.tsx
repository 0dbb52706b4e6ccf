import { useQuery } from '@tanstack/react-query'
import { mayUse } from '@waxseal/core/plan'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { PlanNote } from '../../components/plan-note.tsx'
import { paths } from '../../lib/paths.ts'
import { domainsQuery, isNotFound } from '../../lib/queries.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useTitle } from '../../ui/title.ts'
import { analyticsQuery, type Period, periodOf, periods } from './api.ts'
import { Sections } from './sections.tsx'

/** Scores, findings, listings and checks of a domain over time. Domain and period are in the address. */
export function AnalyticsPage(): ReactNode {
  useTitle('Analytics')
  const { tier } = usePlan()
  return (
    <>
      <h1 className="text-26 font-[600]">Analytics</h1>
      <p className="mt-1 mb-6 text-ink2">Scores, findings, listings and checks of a domain over time.</p>
      {tier === null ? (
        <Waiting />
      ) : mayUse(tier, 'analytics') ? (
        <Chosen />
      ) : (
        <PlanNote feature="analytics" tier={tier} look="primary">
          The report of each domain shows its scores over time.
        </PlanNote>
      )}
    </>
  )
}

function Chosen(): ReactNode {
  const [search, setSearch] = useSearchParams()
  const domains = useQuery(domainsQuery)
  const period = periodOf(search.get('days'))
  if (domains.isError && !domains.data) {
    return <LoadFailed what="Your domains" onRetry={() => void domains.refetch()} />
  }
  if (domains.data === undefined) return <Waiting />
  const sorted = domains.data.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))
  const [first] = sorted
  if (first === undefined) return <NoDomains />
  const domainId = search.get('domain') ?? first.id

  function choose(part: { domain?: string; days?: Period }): void {
    setSearch({ domain: domainId, days: period, ...part }, { replace: true, preventScrollReset: true })
  }

  const options = sorted.map(domain => ({ value: domain.id, label: nameOf(domain) }))
  const isListed = options.some(({ value }) => value === domainId)
  return (
    <>
      <div className="mb-8 grid gap-3 sm:grid-cols-[minmax(0,24rem)_10rem]">
        <SelectField
          label="Domain"
          value={domainId}
          options={isListed ? options : [{ value: domainId, label: 'Unknown domain' }, ...options]}
          onChange={domain => choose({ domain })}
        />
        <SelectField label="Period" value={period} options={periods} onChange={days => choose({ days })} />
      </div>
      <OfDomain key={domainId} domainId={domainId} period={period} />
    </>
  )
}

function OfDomain({ domainId, period }: { domainId: string; period: Period }): ReactNode {
  const analytics = useQuery(analyticsQuery(domainId, period))
  if (analytics.data !== undefined) {
    return <Sections analytics={analytics.data} domainId={domainId} until={new Date(analytics.dataUpdatedAt)} />
  }
  if (isNotFound(analytics.error)) return <Note look="info" title="This domain is no longer in your list" />
  if (analytics.isError) return <LoadFailed what="The analytics" onRetry={() => void analytics.refetch()} />
  return <Waiting />
}

function NoDomains(): ReactNode {
  return (
    <div className="border-t border-ink py-8 text-center">
      <p className="text-16 font-[560]">No domains yet</p>
      <p className="mx-auto mt-1 mb-6 max-w-prose text-balance text-ink2">
        Add a domain. Each of its scans adds to its scores, findings and blocklist listings over time.
      </p>
      <Link to={paths.domains} className={buttonClass('primary')}>
        Add a domain
      </Link>
    </div>
  )
}

function nameOf(domain: { domain_name: string; domain_unicode: string | null }): string {
  return domain.domain_unicode ?? domain.domain_name
}

function Waiting(): ReactNode {
  return (
    <Loading what="the analytics">
      <Skeleton className="mb-8 h-16 w-full max-w-[34rem]" />
      {[0, 1].map(key => (
        <div key={key} className="mb-10 border-t border-ink pt-3">
          <Skeleton className="mb-4 h-5 w-40" />
          <Skeleton className="h-48 w-full" />
        </div>
      ))}
    </Loading>
  )
}
