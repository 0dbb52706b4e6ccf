import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  billingPeriods,
  isOpen,
  isSame,
  meaningOf,
  nextChangeAt,
  paidTierAt,
  paidTiers,
  priceOf,
  rank,
  type Subscription,
  subscriptionStatuses,
  tiers,
  type Wish,
} from './index.ts'

const day = 24 * 3_600_000
const now = new Date('2026-11-20T09:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * day)

const aSubscription = (overrides: Partial<Subscription> = {}): Subscription => ({
  plan: 'pro',
  period: 'monthly',
  status: 'active',
  currentPeriodEnd: inDays(20),
  pastDueSince: null,
  scheduled: null,
  ...overrides,
})

describe('prices', () => {
  it('are those of the plans, and a year is charged once', () => {
    const prices = (['free', 'pro', 'business'] as const).map(plan =>
      billingPeriods.map(period => priceOf({ plan, period })),
    )
    expect(prices).toEqual([
      [0, 0],
      [49, 492],
      [99, 996],
    ])
  })
})

/** What a wish as `pro monthly` means now. */
const meaning = (present: Subscription | null, wish: string) => {
  const [plan, period] = wish.split(' ') as [Wish['plan'], Wish['period']]
  const { kind, ...rest } = meaningOf(present, { plan, period }, now)
  return 'release' in rest && rest.release ? `release, ${kind}` : kind
}

describe('a wish', () => {
  it.each([
    ['free monthly', 'nothing'],
    ['pro monthly', 'checkout'],
    ['business yearly', 'checkout'],
  ])('without a subscription: %s is %s', (wish, kind) => {
    expect(meaning(null, wish)).toBe(kind)
    expect(meaning(aSubscription({ status: 'cancelled', currentPeriodEnd: inDays(-1) }), wish)).toBe(kind)
  })

  it.each([
    ['pro', 'monthly', 'free monthly', 'downgrade'],
    ['pro', 'monthly', 'pro monthly', 'nothing'],
    ['pro', 'monthly', 'pro yearly', 'upgrade'],
    ['pro', 'monthly', 'business monthly', 'upgrade'],
    ['pro', 'yearly', 'pro monthly', 'downgrade'],
    ['pro', 'yearly', 'business monthly', 'upgrade'],
    ['business', 'monthly', 'pro yearly', 'downgrade'],
    ['business', 'monthly', 'business yearly', 'upgrade'],
    ['business', 'yearly', 'business monthly', 'downgrade'],
    ['business', 'yearly', 'free yearly', 'downgrade'],
  ] as const)('with %s %s: %s is %s', (plan, period, wish, kind) => {
    expect(meaning(aSubscription({ plan, period }), wish)).toBe(kind)
  })

  it('while a change is scheduled, releases it first, and the same change is nothing new', () => {
    const scheduled = { plan: 'pro', period: 'monthly', at: inDays(20) } as const
    const present = aSubscription({ plan: 'business', scheduled })
    expect(meaning(present, 'business yearly')).toBe('release, upgrade')
    expect(meaning(present, 'free monthly')).toBe('release, downgrade')
    expect(meaning(present, 'pro yearly')).toBe('release, downgrade')
    expect(meaning(present, 'pro monthly')).toBe('nothing')
  })

  it('for more has to wait while the last payment failed; one for less does not', () => {
    const present = aSubscription({ status: 'past_due', pastDueSince: inDays(-1) })
    expect(meaning(present, 'business monthly')).toBe('unpaid')
    expect(meaning(present, 'free monthly')).toBe('downgrade')
  })
})

describe('the plan of a subscription', () => {
  it('is kept seven days after a payment failed', () => {
    const since = aSubscription({ status: 'past_due', pastDueSince: now })
    expect(paidTierAt(since, new Date(inDays(7).getTime() - 1))).toBe('pro')
    expect(paidTierAt(since, inDays(7))).toBe('free')
    expect(nextChangeAt(since, now)).toEqual(inDays(7))
    expect(nextChangeAt(since, inDays(7))).toEqual(inDays(20))
  })

  it('is kept to the end of the period after it was cancelled, also while it is unpaid', () => {
    const cancelled = aSubscription({ status: 'cancelled', plan: 'business' })
    expect(paidTierAt(cancelled, new Date(inDays(20).getTime() - 1))).toBe('business')
    expect(paidTierAt(cancelled, inDays(20))).toBe('free')
    const scheduled = { plan: 'free', period: 'monthly', at: inDays(3) } as const
    const unpaid = aSubscription({ status: 'past_due', pastDueSince: now, scheduled })
    expect([paidTierAt(unpaid, inDays(2)), paidTierAt(unpaid, inDays(3))]).toEqual(['pro', 'free'])
  })

  it('does not end because its renewal is not known yet', () => {
    expect(paidTierAt(aSubscription(), inDays(400))).toBe('pro')
    expect(nextChangeAt(aSubscription(), inDays(400))).toBeNull()
  })

  it('is the free plan without a subscription', () => {
    expect(paidTierAt(null, now)).toBe('free')
  })
})

const someTime = fc.integer({ min: -400, max: 400 }).map(inDays)
const aWish = fc.record({ plan: fc.constantFrom(...tiers), period: fc.constantFrom(...billingPeriods) })
const anySubscription = fc.record({
  plan: fc.constantFrom(...paidTiers),
  period: fc.constantFrom(...billingPeriods),
  status: fc.constantFrom(...subscriptionStatuses),
  currentPeriodEnd: someTime,
  pastDueSince: fc.option(someTime),
  scheduled: fc.option(
    fc.record({ plan: fc.constantFrom(...tiers), period: fc.constantFrom(...billingPeriods), at: someTime }),
  ),
})

describe('any subscription', () => {
  it('gives its own plan or none, and none that has ended gives one', () => {
    fc.assert(
      fc.property(anySubscription, someTime, (subscription, at) => {
        const tier = paidTierAt(subscription, at)
        expect([subscription.plan, 'free']).toContain(tier)
        if (!isOpen(subscription, at)) expect(tier).toBe('free')
      }),
    )
  })

  it('is never bought a second time while it is open, and only a higher wish costs money at once', () => {
    fc.assert(
      fc.property(anySubscription, aWish, someTime, (subscription, wish, at) => {
        const meaning = meaningOf(subscription, wish, at)
        if (isOpen(subscription, at)) expect(meaning.kind).not.toBe('checkout')
        if (isOpen(subscription, at) && isSame(subscription, wish)) expect(meaning.kind).toBe('nothing')
        if (meaning.kind === 'upgrade') {
          expect(rank(wish.plan)).toBeGreaterThanOrEqual(rank(subscription.plan))
          expect(meaning.release).toBe(subscription.scheduled !== null)
        }
        if (wish.plan === 'free') expect(['downgrade', 'nothing']).toContain(meaning.kind)
      }),
    )
  })

  it('keeps its plan until the next change that is known', () => {
    fc.assert(
      fc.property(
        anySubscription,
        someTime,
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (subscription, at, part) => {
          const scheduledEnd = subscription.scheduled?.plan === 'free' ? subscription.scheduled : null
          // A provider ends a subscription at the end of its period.
          if (scheduledEnd !== null) scheduledEnd.at = subscription.currentPeriodEnd
          const next = nextChangeAt(subscription, at)
          const until = next === null ? 1000 * day : next.getTime() - at.getTime()
          const later = new Date(at.getTime() + Math.floor(part * until))
          expect(paidTierAt(subscription, later)).toBe(paidTierAt(subscription, at))
        },
      ),
    )
  })
})
