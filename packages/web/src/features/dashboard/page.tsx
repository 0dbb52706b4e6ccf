import { useQuery } from '@tanstack/react-query'
import type { dashboardStatsRoute } from '@waxseal/contract/routes'
import { rank } from '@waxseal/core/plan'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Reply } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { type Domain, domainsQuery, meQuery } from '../../lib/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useTitle } from '../../ui/title.ts'
import { AllClear, nothingToDo } from './all-clear.tsx'
import { activityQuery, statsQuery } from './api.ts'
import { BandCounts } from './band-counts.tsx'
import { CriticalDomains } from './critical-domains.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentActivity } from './recent-activity.tsx'

export function DashboardPage(): ReactNode {
  useTitle('Security Dashboard')
  const stats = useQuery(statsQuery)
  const me = useQuery(meQuery)
  const domains = useQuery(domainsQuery)
  const activity = useQuery(activityQuery)
  // Shows all sections at once: a late one would push down what the user already reads.
  const settled = !me.isPending && !domains.isPending && !activity.isPending
  return (
    <>
      <h1 className="text-26 font-[600]">Security Dashboard</h1>
      <p className="mt-1 mb-8 text-ink2">Real-time monitoring and intelligence for your email security</p>
      {stats.data && settled ? (
        <>
          <Stats
            stats={stats.data}
            domains={domains.data}
            showOverview={me.data !== undefined && rank(me.data.tier) > 0}
          />
          {domains.data && nothingToDo(domains.data) && <AllClear />}
          {activity.data ? (
            <RecentActivity items={activity.data} />
          ) : (
            <LoadFailed what="Recent activity" onRetry={() => void activity.refetch()} />
          )}
          <QuickActions />
        </>
      ) : stats.isError ? (
        <LoadFailed what="The overview" onRetry={() => void stats.refetch()} />
      ) : (
        <Waiting />
      )}
    </>
  )
}

function Stats({
  stats,
  domains,
  showOverview,
}: {
  stats: Reply<typeof dashboardStatsRoute>
  domains: readonly Domain[] | undefined
  showOverview: boolean
}): ReactNode {
  const { excellent, good, fair, poor, not_scanned: notScanned } = stats.security_summary
  const scored = excellent + good + fair + poor
  const waiting =
    notScanned > 0 ? <span className="text-13 text-ink3">{uncounted(notScanned, domains)}</span> : undefined
  if (scored === 0) {
    return (
      <Sheet title={showOverview ? 'Email Health Overview' : 'Your domains'} aside={waiting}>
        <div className="py-8 text-center">
          <p className="text-16 font-[560]">No scan data available yet</p>
          <p className="mx-auto mt-1 mb-6 max-w-prose text-balance text-ink2">
            Scan a domain to see its score here, and which domains to fix first.
          </p>
          <Link to={paths.domains} className={buttonClass('primary')}>
            {notScanned > 0 ? 'Scan a domain' : 'Add a domain'}
          </Link>
        </div>
      </Sheet>
    )
  }
  return (
    <>
      {showOverview ? (
        <Sheet title="Email Health Overview" aside={waiting}>
          <BandCounts counts={{ Excellent: excellent, Good: good, Fair: fair, Poor: poor }} />
        </Sheet>
      ) : (
        waiting && <p>{waiting}</p>
      )}
      <CriticalDomains domains={stats.requiring_attention} />
    </>
  )
}

/** The domains without a band. Only the list distinguishes unscanned domains from unscored ones. */
function uncounted(withoutScore: number, domains: readonly Domain[] | undefined): string {
  const scanned = domains?.filter(domain => domain.last_scan !== null && domain.health_score === null).length ?? 0
  const never = Math.max(0, withoutScore - scanned)
  return [never > 0 && `${never} not scanned yet`, scanned > 0 && `${scanned} could not be scored`]
    .filter(part => part !== false)
    .join(' · ')
}

function Waiting(): ReactNode {
  return (
    <Loading what="the overview">
      <div className="border-t border-ink pt-3">
        <Skeleton className="mb-4 h-5 w-48" />
        <Skeleton className="mb-4 h-3 w-full" />
        <Skeleton className="mb-10 h-20 w-full" />
      </div>
      <div className="border-t border-ink pt-3">
        <Skeleton className="mb-4 h-5 w-40" />
        <Skeleton className="h-32 w-full" />
      </div>
    </Loading>
  )
}
