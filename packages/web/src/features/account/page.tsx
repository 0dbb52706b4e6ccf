import { useQuery } from '@tanstack/react-query'
import { plans, rank, type Tier } from '@waxseal/core/plan'
import { type ReactNode, useEffect, useState } from 'react'
import { PlanGrid } from '../../components/plans/plan-grid.tsx'
import { takePendingUpgrade } from '../../lib/pending-upgrade.ts'
import { configQuery, type Me, meQuery } from '../../lib/queries.ts'
import { useSignOut } from '../../lib/session/use-sign-out.ts'
import { monthAndYear } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useScrollToHash } from '../../ui/scroll-to-hash.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useTitle } from '../../ui/title.ts'
import { lookupsQuery, scansQuery } from './api.ts'
import { ApiAccess } from './api-access.tsx'
import { Blocklists } from './blocklists.tsx'
import { UsageBar } from './usage-bar.tsx'
import { WorkspaceSheet } from './workspace-sheet.tsx'

export function AccountPage(): ReactNode {
  useTitle('Account & Billing')
  const me = useQuery(meQuery)
  const { data: config } = useQuery(configQuery)
  useScrollToHash(me.isSuccess)
  const [switched, setSwitched] = useState(false)
  // The plan chosen on the landing page is honored once. The plans here offer no choice yet, so nothing is said of it.
  useEffect(() => void takePendingUpgrade(), [])
  return (
    <>
      <h1 className="mb-8 text-26 font-[600]">Account & Billing</h1>
      {me.data ? (
        <div className="grid gap-12">
          <Profile me={me.data} />
          <WorkspaceSheet me={me.data} switched={switched} onSwitch={() => setSwitched(true)} />
          <ApiAccess tier={me.data.tier} />
          <Blocklists tier={me.data.tier} />
          {config?.billing !== 'off' && (
            <Sheet title="Compare Plans" id="plans" className="scroll-mt-4">
              <PlanGrid current={me.data.tier} />
            </Sheet>
          )}
          <AccountInformation me={me.data} />
        </div>
      ) : me.isError ? (
        <LoadFailed what="Your account" onRetry={() => void me.refetch()} />
      ) : (
        <Loading what="your account">
          <Skeleton className="mb-12 h-40 w-full" />
          <Skeleton className="h-96 w-full" />
        </Loading>
      )}
    </>
  )
}

function Profile({ me }: { me: Me }): ReactNode {
  return (
    <Sheet title="Profile">
      <div className="grid gap-x-12 gap-y-8 md:grid-cols-[1fr_1.6fr]">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-3">
            <span className="truncate text-20 font-[600]">{me.name}</span>
            <PlanBadge tier={me.tier} />
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
  if (scans.isError || lookups.isError) {
    const again = (): void => void Promise.all([scans.refetch(), lookups.refetch()])
    return <LoadFailed what="Your usage" onRetry={again} />
  }
  if (!scans.data || !lookups.data) {
    return (
      <Loading what="your usage">
        <Skeleton className="mb-6 h-14 w-full" />
        <Skeleton className="h-14 w-full" />
      </Loading>
    )
  }
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
        used={lookups.data.current_usage}
        limit={lookups.data.daily_limit}
        limitShown={plans[tier].threatLookupsShown}
        resets="Resets at 00:00 UTC"
      />
    </div>
  )
}

function day(iso: string): string {
  return new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(iso))
}

function AccountInformation({ me }: { me: Me }): ReactNode {
  const signOut = useSignOut()
  return (
    <Sheet title="Account Information">
      <dl className="mb-6 max-w-xl">
        <Row name="Member Since">{monthAndYear(new Date(me.created_at))}</Row>
        <Row name="Account Status">
          <Tag tone="excellent" bare>
            Active
          </Tag>
        </Row>
      </dl>
      <Button onClick={() => void signOut()}>Sign out</Button>
    </Sheet>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className="flex h-10 items-center justify-between gap-4 border-b border-line">
      <dt className="text-ink2">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
