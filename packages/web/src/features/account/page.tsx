import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { meQuery } from '../../lib/queries.ts'
import { deferred } from '../../ui/deferred.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useScrollToHash } from '../../ui/scroll-to-hash.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useTitle } from '../../ui/title.ts'
import { AccountInformation } from './account-information.tsx'
import { ApiAccess } from './api-access.tsx'
import { AuditLogSheet } from './audit-log-sheet.tsx'
import { useBilling, useReloadBilling } from './billing-api.ts'
import { Blocklists } from './blocklists.tsx'
import { ComparePlans } from './compare-plans.tsx'
import { DataExport } from './data-export.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { Profile } from './profile.tsx'
import { Security } from './security.tsx'
import { SubscriptionCard } from './subscription-card.tsx'
import { UpgradeBanner } from './upgrade-banner.tsx'
import { useUpgradeHint } from './upgrade-hint.ts'
import { WorkspaceSheet } from './workspace-sheet.tsx'

const IdentityOnReports = deferred({
  what: 'The name and logo on reports',
  load: () => import('./identity-on-reports.tsx'),
  pick: module => module.IdentityOnReports,
  waiting: <Skeleton className="h-64 w-full" />,
})

const PaymentReturn = deferred({
  what: 'What became of the payment',
  load: () => import('./payment-return.tsx'),
  pick: module => module.PaymentReturn,
  waiting: <Skeleton className="mb-8 h-16 w-full" />,
})

export function AccountPage(): ReactNode {
  useTitle('Account & Billing')
  const me = useQuery(meQuery)
  const billing = useBilling()
  const reloadBilling = useReloadBilling()
  const sellsPlans = billing?.state !== 'off'
  useScrollToHash(me.isSuccess && billing !== null)
  useUpgradeHint(me.data?.tier, billing)
  const [switched, setSwitched] = useState(false)
  // It clears the address itself, and stays.
  const [isReturn] = useState(() => /[?&](?:session_id|cancelled)\b/.test(window.location.search))
  return (
    <>
      <h1 className="mb-8 text-26 font-[600]">Account & Billing</h1>
      {isReturn && <PaymentReturn onRestored={reloadBilling} />}
      {/* Both at once: a section that appears later would move the others. */}
      {me.data && billing ? (
        <div className="grid gap-12">
          <SubscriptionCard tier={me.data.tier} billing={billing} />
          <Profile me={me.data} sellsPlans={sellsPlans} />
          {sellsPlans && <UpgradeBanner tier={me.data.tier} />}
          <ComparePlans tier={me.data.tier} billing={billing} />
          <Security me={me.data} />
          <WorkspaceSheet me={me.data} switched={switched} onSwitch={() => setSwitched(true)} />
          <ApiAccess tier={me.data.tier} />
          <Blocklists tier={me.data.tier} />
          <IdentityOnReports tier={me.data.tier} />
          <AccountInformation me={me.data} billing={billing} />
          <AuditLogSheet />
          <DataExport />
          <DeleteAccount />
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
