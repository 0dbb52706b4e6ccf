import { useQuery } from '@tanstack/react-query'
import { plans, rank, type Tier } from '@waxseal/core/plan'
import type { ReactNode } from 'react'
import { chatTodayQuery, type Me } from '../../lib/queries.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { lookupsQuery, scansQuery } from './api.ts'
import { UsageBar } from './usage-bar.tsx'

interface Props {
  me: Me
  /** Where nothing is sold, the plan has no name that means something. */
  sellsPlans: boolean
}

/** Who is signed in, the plan of the workspace, and how much of it is used. */
export function Profile({ me, sellsPlans }: Props): ReactNode {
  return (
    <Sheet title="Profile">
      <div className="grid gap-x-12 gap-y-8 md:grid-cols-[1fr_1.6fr]">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-3">
            <span className="truncate text-20 font-[600]">{me.name}</span>
            {sellsPlans && <PlanBadge tier={me.tier} />}
          </p>
          <p className="mt-1 truncate text-ink2">{me.email}</p>
        </div>
        <Usage tier={me.tier} />
      </div>
    </Sheet>
  )
}

function PlanBadge({ tier }: { tier: Tier }): ReactNode {
  const paid = rank(tier) > 0
  return (
    <span
      className={`rounded px-2 py-0.5 text-13 font-[560] ${paid ? 'bg-accent-tint text-accent' : 'bg-idle-tint text-idle'}`}
    >
      {plans[tier].label} plan
    </span>
  )
}

function Usage({ tier }: { tier: Tier }): ReactNode {
  const scans = useQuery(scansQuery)
  const lookups = useQuery(lookupsQuery)
  const chat = useQuery(chatTodayQuery)
  if (scans.isError || lookups.isError || chat.isError) {
    const again = (): void => void Promise.all([scans.refetch(), lookups.refetch(), chat.refetch()])
    return <LoadFailed what="Your usage" onRetry={again} />
  }
  if (!scans.data || !lookups.data || !chat.data) {
    return (
      <Loading what="your usage">
        <div className="grid gap-6">
          <WaitingBar limit={plans[tier].scansPerMonth} />
          <WaitingBar limit={plans[tier].threatLookupsPerDay} />
          {plans[tier].chatMessagesPerDay !== null && <WaitingBar limit={plans[tier].chatMessagesPerDay} />}
        </div>
      </Loading>
    )
  }
  const { current_usage, daily_limit } = lookups.data
  const { threatLookupsPerDay, threatLookupsShown } = plans[tier]
  return (
    <div className="grid gap-6">
      <UsageBar
        label="Scans this month"
        used={scans.data.scans_this_month}
        limit={scans.data.limit}
        resets={`Resets ${day(scans.data.resets_at)}`}
      />
      <UsageBar
        label="Threat lookups today"
        used={current_usage}
        limit={daily_limit}
        limitShown={daily_limit === threatLookupsPerDay ? threatLookupsShown : undefined}
        resets="Resets at 00:00 UTC"
      />
      {chat.data.limit !== null && (
        <UsageBar
          label="Chat messages today"
          used={chat.data.messages_today}
          limit={chat.data.limit}
          resets="Resets at 00:00 UTC"
        />
      )}
    </div>
  )
}

function day(iso: string): string {
  return new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(iso))
}

/** As high as the bar that comes, so that nothing moves: a quota without a limit has none. */
function WaitingBar({ limit }: { limit: number | null }): ReactNode {
  return (
    <div style={{ height: limit === null ? 44.5 : 60.5 }}>
      <Skeleton className="h-full w-full" />
    </div>
  )
}
