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

/** How long a provider tries an unpaid renewal again before it ends the subscription: what Stripe recommends. */
const retriesMs = 14 * 24 * 3_600_000

/**
 * The subscription at this moment: each period that has ended was renewed, changed as scheduled, or was the last one, and one
 * that was not paid for two weeks has ended.
 */
export function renewed(subscription: TestSubscription, purse: Purse, at: Date): Renewed {
  let now: Renewed = { subscription, purse, charges: [] }
  while (now.subscription.state !== 'ended' && nextAt(now.subscription) <= at) {
    const next = renewedOnce(now.subscription, now.purse)
    now = { ...next, charges: [...now.charges, ...next.charges] }
  }
  return now
}

/** When something happens to a subscription by itself. Two weeks end before any period that starts with them. */
function nextAt({ pastDueSince, periodEnd }: TestSubscription): Date {
  return pastDueSince === null ? periodEnd : new Date(pastDueSince.getTime() + retriesMs)
}

function renewedOnce(before: TestSubscription, purse: Purse): Renewed {
  const start = nextAt(before)
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
