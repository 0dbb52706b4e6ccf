import { useQuery } from '@tanstack/react-query'
import { rank } from '@waxseal/core/plan'
import { type ReactNode, useEffect, useState } from 'react'
import { meQuery, statsQuery } from '../../lib/queries.ts'
import { useTitle } from '../../ui/title.ts'
import { actionsQuery, activityQuery, type Breakdown } from './api.ts'
import { ChangedDomains } from './changed-domains.tsx'
import { CriticalDomains, ViewAll } from './critical-domains.tsx'
import { HealthOverview, uncounted } from './health-overview.tsx'
import { IssueBreakdown, isClear, scannedText } from './issue-breakdown.tsx'
import { PriorityActions } from './priority-actions.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { Section } from './section.tsx'
import { useBreakdown } from './use-breakdown.ts'

/** So long after the first reply sections wait for the others: a late one pushes down what the user already reads. */
const togetherMs = 1_000

/** The sections are made again once they appear together, so that nothing on the page moves. */
export function DashboardPage(): ReactNode {
  useTitle('Security Dashboard')
  const stats = useQuery(statsQuery)
  const me = useQuery(meQuery)
  const activity = useQuery(activityQuery)
  const breakdown = useBreakdown(stats)
  const actions = useQuery(actionsQuery)
  const calls = [stats, me, activity, breakdown, actions]
  const isLate = useIsLate(calls.some(({ isPending }) => !isPending))
  const isShown = isLate || calls.every(({ isPending }) => !isPending)
  const hasOverview = me.data !== undefined && rank(me.data.tier) > 0
  const shown = <T extends { data: unknown; isError: boolean }>(query: T): T =>
    isShown ? query : { ...query, data: undefined, isError: false }
  // The plan says whether there is an overview. Without it no one can tell, and the section says so.
  const overview = me.data === undefined ? { ...me, data: undefined } : stats
  const isChanged = stats.data === undefined ? null : stats.data.changed_after_scan.length > 0
  const without = stats.data && <Quiet>{uncounted(stats.data)}</Quiet>
  return (
    <>
      <h1 className="wide-page text-26 font-[600]">Security Dashboard</h1>
      <p className="mt-1 mb-8 text-ink2">Real-time monitoring and intelligence for your email security</p>
      <div key={String(isShown)} className="grid gap-y-10">
        {isShown && stats.data && <ChangedDomains stats={stats.data} />}
        {(hasOverview || me.data === undefined) && (
          <Section title="Email Health Overview" query={shown(overview)} height={9} aside={without}>
            {data => <HealthOverview stats={data} />}
          </Section>
        )}
        <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
          <div className="grid min-w-0 content-start gap-y-10">
            <Section
              title="Issue Breakdown"
              query={shown(breakdown)}
              height={12}
              aside={breakdown.data && <Quiet>{scannedText(breakdown.data)}</Quiet>}
            >
              {data => <IssueBreakdown breakdown={data} isChanged={isChanged} />}
            </Section>
            <Section
              title="Critical Domains"
              query={shown(stats)}
              height={9}
              aside={
                stats.data && (
                  <span className="flex gap-x-4">
                    {!hasOverview && without}
                    <ViewAll stats={stats.data} />
                  </span>
                )
              }
            >
              {data => <CriticalDomains stats={data} />}
            </Section>
          </div>
          <Section title="Priority Actions" query={shown(actions)} height={12} below={isShown && <QuickActions />}>
            {data => (
              <PriorityActions
                actions={data}
                isClear={clearOf(breakdown.data, isChanged)}
                isScanned={breakdown.data === undefined ? null : breakdown.data.scanned_domains > 0}
              />
            )}
          </Section>
        </div>
        <Section title="Recent Activity" query={shown(activity)} height={12}>
          {data => <RecentActivity items={data} />}
        </Section>
      </div>
    </>
  )
}

/** What the last scans say of all domains, and whether that still holds. */
function clearOf(breakdown: Breakdown | undefined, isChanged: boolean | null): boolean | null {
  if (breakdown === undefined) return null
  if (!isClear(breakdown)) return false
  return isChanged === false || null
}

function Quiet({ children }: { children: string | null }): ReactNode {
  return children !== null && <span className="text-13 text-ink3">{children}</span>
}

/** Whether the first reply came a while ago. */
function useIsLate(hasReply: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!hasReply) return undefined
    const timer = setTimeout(() => setIsLate(true), togetherMs)
    return () => clearTimeout(timer)
  }, [hasReply])
  return isLate
}
