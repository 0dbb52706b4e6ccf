import { createPortalSessionRoute } from '@waxseal/contract/routes'
import { isOpen, pastDueDays, plans, rank, type Tier } from '@waxseal/core/plan'
import type { ReactNode } from 'react'
import { dateInWords, dollars, dueInWords, offerInWords, priceInWords } from '../../components/plans/billing-words.ts'
import { SubscriptionStatus } from '../../components/plans/subscription-status.tsx'
import { RoleButton } from '../../components/role-button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Note } from '../../ui/note.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { type Billing, type Paid, useOpenPortal } from './billing-api.ts'
import { ScheduledChange } from './scheduled-change.tsx'

interface Props {
  tier: Tier
  billing: Billing
}

/**
 * What a workspace on Pro or Business pays for, until when, and the portal for cards and invoices. An unpaid subscription
 * that has lost its plan is shown too: only the portal can pay it.
 */
export function SubscriptionCard({ tier, billing }: Props): ReactNode {
  if (billing.state === 'off' || (rank(tier) === 0 && !isPaidFor(billing))) return null
  const present = billing.state === 'ready' ? billing.present : null
  return (
    <Sheet title="Subscription Management" aside={present !== null && <OpenPortal />}>
      {billing.state === 'failed' ? (
        <LoadFailed what="Your subscription" onRetry={billing.retry} />
      ) : billing.present === null ? (
        <p className="text-ink2">
          This workspace has {plans[tier].label} without a subscription. There is nothing to pay.
        </p>
      ) : (
        <>
          <Facts present={billing.present} at={billing.at} />
          <Granted tier={tier} present={billing.present} at={billing.at} />
        </>
      )}
    </Sheet>
  )
}

/** A subscription to a lower plan than the workspace has without it. It goes on until its customer ends it. */
function Granted({ tier, present, at }: FactsProps & { tier: Tier }): ReactNode {
  const isCharged = isOpen(present, at) && present.status !== 'cancelled' && present.scheduled?.plan !== 'free'
  if (!isCharged || rank(tier) <= rank(present.plan)) return null
  return (
    <div className="mt-6">
      <Note look="info" title={`This workspace has ${plans[tier].label} without a payment`}>
        {`Your ${plans[present.plan].label} subscription adds nothing, but it is still charged. Open “Manage billing” to cancel it.`}
      </Note>
    </div>
  )
}

/** An ended subscription is not paid for. */
function isPaidFor(billing: Billing): boolean {
  return billing.state === 'ready' && billing.present !== null && isOpen(billing.present, billing.at)
}

function OpenPortal(): ReactNode {
  const portal = useOpenPortal()
  return (
    <RoleButton
      needs={createPortalSessionRoute}
      size="small"
      busy={portal.busy}
      onClick={() => portal.start(undefined)}
    >
      Manage billing
    </RoleButton>
  )
}

interface FactsProps {
  present: Paid
  at: Date
}

function Facts({ present, at }: FactsProps): ReactNode {
  const { currentPeriodEnd, scheduled, onHold, credit } = present
  const ends = present.status === 'cancelled' || scheduled?.plan === 'free'
  const next = scheduled ?? present
  return (
    <div className="grid gap-6">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Fact name="Plan">{offerInWords(present)}</Fact>
        <Fact name="Price">{priceInWords(present)}</Fact>
        <Fact name="Status">
          <SubscriptionStatus status={present.status} />
        </Fact>
        {ends ? (
          <Fact name={isOpen(present, at) ? 'Ends on' : 'Ended on'}>{dateInWords(currentPeriodEnd)}</Fact>
        ) : (
          <Fact name="Next payment">
            {dueInWords(next, credit)} on {dateInWords(currentPeriodEnd)}
          </Fact>
        )}
      </dl>
      {credit > 0 && (
        <p className="text-ink2">You have a credit of {dollars(credit)}. It pays your next invoices first.</p>
      )}
      {present.status === 'past_due' && <PastDue present={present} at={at} />}
      {scheduled !== null && isOpen(present, at) && <ScheduledChange present={present} scheduled={scheduled} />}
      {onHold !== null && isOpen(present, at) && <ScheduledChange present={present} scheduled={onHold} isOnHold />}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt className="text-13 text-ink3">{name}</dt>
      <dd className="mt-0.5 font-[560]">{children}</dd>
    </div>
  )
}

const dayMs = 86_400_000

function PastDue({ present: { plan, pastDueSince }, at }: FactsProps): ReactNode {
  if (pastDueSince === null) return null
  const until = new Date(pastDueSince.getTime() + pastDueDays * dayMs)
  const label = plans[plan].label
  return (
    <Note look="bad" title={`Your payment of ${dateInWords(pastDueSince)} failed`}>
      {until > at
        ? `You keep ${label} until ${dateInWords(until)}. Open “Manage billing” and pay the overdue invoice.`
        : `You lost ${label} on ${dateInWords(until)}. Open “Manage billing” and pay the overdue invoice to get it back.`}
    </Note>
  )
}
