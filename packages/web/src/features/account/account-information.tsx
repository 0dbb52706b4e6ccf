import { isOpen } from '@waxseal/core/plan'
import type { ReactNode } from 'react'
import { SubscriptionStatus } from '../../components/plans/subscription-status.tsx'
import type { Me } from '../../lib/queries.ts'
import { useSignOut } from '../../lib/session/use-sign-out.ts'
import { monthAndYear } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { Billing } from './billing-api.ts'

interface Props {
  me: Me
  billing: Billing
}

export function AccountInformation({ me, billing }: Props): ReactNode {
  const signOut = useSignOut()
  return (
    <Sheet title="Account Information">
      <dl className="mb-6 max-w-xl">
        <Row name="Member Since">{monthAndYear(new Date(me.created_at))}</Row>
        <Row name="Account Status">
          <Status billing={billing} />
        </Row>
      </dl>
      <Button onClick={() => void signOut()}>Sign out</Button>
    </Sheet>
  )
}

/** Decision 5.9. Without a subscription, and after one that has ended, an account is active. */
function Status({ billing }: { billing: Billing }): ReactNode {
  switch (billing.state) {
    case 'off':
      return <SubscriptionStatus status="active" />
    case 'ready': {
      const { present, at } = billing
      return <SubscriptionStatus status={present !== null && isOpen(present, at) ? present.status : 'active'} />
    }
    case 'failed':
      return <span className="text-ink3">Could not be loaded</span>
    default:
      return billing satisfies never
  }
}

function Row({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className="flex h-10 items-center justify-between gap-4 border-b border-line">
      <dt className="text-ink2">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
