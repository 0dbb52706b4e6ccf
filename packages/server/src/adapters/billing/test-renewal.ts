import { centsOf, type Offer, type Paid, periodEnd, proration } from '@waxseal/core/plan'
import type { testSubscription } from '../../db/schema/index.ts'

export type TestSubscription = typeof testSubscription.$inferSelect

/** What a customer has besides the subscription. */
export interface Purse {
  creditCents: number
  failsNext: boolean
}

/** A payment at this moment of the customer's clock. */
export interface Charge extends Offer {
  amountCents: number
  at: Date
}

/** What became of a subscription, and what was paid. */
export interface Renewed {
  subscription: TestSubscription
  purse: Purse
  charges: readonly Charge[]
}

/** A subscription that starts at this moment. */
export function started(id: string, customerId: string, { plan, period }: Offer, at: Date): TestSubscription {
  return {
    id,
    customerId,
    plan,
    period,
    state: 'active',
    anchorAt: at,
    periodStart: at,
    periodEnd: periodEnd(at, period, at),
    pastDueSince: null,
    overdueCents: 0,
    cancelsAtPeriodEnd: false,
    nextPlan: null,
    nextPeriod: null,
    endedAt: null,
  }
}

/** The subscription at this moment: each period that has ended was renewed, changed as scheduled, or was the last one. */
export function renewed(subscription: TestSubscription, purse: Purse, at: Date): Renewed {
  let now: Renewed = { subscription, purse, charges: [] }
  while (now.subscription.state !== 'ended' && now.subscription.periodEnd <= at) {
    const next = renewedOnce(now.subscription, now.purse)
    now = { ...next, charges: [...now.charges, ...next.charges] }
  }
  return now
}

function renewedOnce(before: TestSubscription, purse: Purse): Renewed {
  const start = before.periodEnd
  // A provider gives up a subscription that is not paid; here at the end of the unpaid period.
  if (before.cancelsAtPeriodEnd || before.state === 'past_due')
    return { subscription: ended(before, start), purse, charges: [] }
  const offer = { plan: before.nextPlan ?? before.plan, period: before.nextPeriod ?? before.period }
  const anchorAt = offer.period === before.period ? before.anchorAt : start
  const after = {
    ...before,
    ...offer,
    anchorAt,
    periodStart: start,
    periodEnd: periodEnd(anchorAt, offer.period, start),
    nextPlan: null,
    nextPeriod: null,
  }
  const { dueCents, creditCents } = paidWith(purse.creditCents, centsOf(offer))
  if (!purse.failsNext || dueCents === 0)
    return {
      subscription: after,
      purse: { ...purse, creditCents },
      charges: chargeOf(offer, dueCents, start),
    }
  return {
    subscription: { ...after, state: 'past_due', pastDueSince: start, overdueCents: dueCents },
    purse: { creditCents, failsNext: false },
    charges: [],
  }
}

/** The subscription after it ended at this moment. */
export function ended(subscription: TestSubscription, at: Date): TestSubscription {
  return {
    ...subscription,
    state: 'ended',
    endedAt: at,
    pastDueSince: null,
    overdueCents: 0,
    cancelsAtPeriodEnd: false,
    nextPlan: null,
    nextPeriod: null,
  }
}

/** What a change at this moment costs, when the credit is used up first. */
export function changeCents(from: TestSubscription, to: Offer, creditCents: number, at: Date) {
  const paid: Paid = { start: from.periodStart, end: from.periodEnd }
  const { creditCents: unused, chargeCents, startsPeriod } = proration(from, to, paid, at)
  return { ...paidWith(creditCents + unused, chargeCents), startsPeriod }
}

/** The subscription after a confirmed and paid change. */
export function changed(from: TestSubscription, to: Offer, purse: Purse, at: Date): Renewed {
  const { dueCents, creditCents, startsPeriod } = changeCents(from, to, purse.creditCents, at)
  const period = startsPeriod ? { anchorAt: at, periodStart: at, periodEnd: periodEnd(at, to.period, at) } : {}
  const { plan } = to
  return {
    subscription: { ...from, plan, period: to.period, ...period, nextPlan: null, nextPeriod: null },
    purse: { ...purse, creditCents },
    charges: chargeOf(to, dueCents, at),
  }
}

/** The subscription after its overdue invoice was paid. */
export function settled(from: TestSubscription, purse: Purse, at: Date): Renewed {
  return {
    subscription: { ...from, state: 'active', pastDueSince: null, overdueCents: 0 },
    purse,
    charges: chargeOf(from, from.overdueCents, at),
  }
}

/** A credit pays first; what is left of it stays for later. */
export function paidWith(credit: number, cents: number): { dueCents: number; creditCents: number } {
  return { dueCents: Math.max(0, cents - credit), creditCents: Math.max(0, credit - cents) }
}

/** An invoice of nothing is no payment. */
export function chargeOf({ plan, period }: Offer, amountCents: number, at: Date): Charge[] {
  return amountCents === 0 ? [] : [{ plan, period, amountCents, at }]
}
