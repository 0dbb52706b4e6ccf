import type { Offer, ScheduledChange, Subscription, SubscriptionStatus, Tier } from '@waxseal/core/plan'
import { billingPeriods, tiers } from '@waxseal/core/plan'
import { describe, expect, it } from 'vitest'
import { type Choice, choiceOf } from './plan-choice.ts'

const now = new Date('2026-11-20T12:00:00Z')
const end = new Date('2026-12-20T12:00:00Z')

const paying = (
  plan: Offer['plan'],
  period: Offer['period'],
  { status = 'active', scheduled = null }: { status?: SubscriptionStatus; scheduled?: ScheduledChange | null } = {},
): Subscription => ({ plan, period, status, currentPeriodEnd: end, pastDueSince: null, scheduled })

/** The three cards for both periods, as a person reads them. */
function cards(tier: Tier, present: Subscription | null): Record<string, string[]> {
  const row = (period: Offer['period']) => tiers.map(plan => shown(choiceOf(tier, present, { plan, period }, now)))
  return Object.fromEntries(billingPeriods.map(period => [period, row(period)]))
}

function shown(choice: Choice): string {
  switch (choice.kind) {
    case 'none':
      return choice.text ?? '–'
    case 'waits':
      return `${choice.label} (waits)`
    case 'upgrade':
      return `[${choice.label}]${choice.releases ? ' releases' : ''}`
    case 'downgrade':
      return `[${choice.label}] later${choice.replaces ? ', replaces' : ''}`
    default:
      return choice satisfies never
  }
}

describe('the choice on each plan card, for Starter, Pro and Business', () => {
  it('without a subscription both paid plans are bought', () => {
    const both = ['Current plan', '[Upgrade to Pro]', '[Upgrade to Business]']
    expect(cards('free', null)).toEqual({ monthly: both, yearly: both })
  })

  it('on Pro monthly', () => {
    expect(cards('pro', paying('pro', 'monthly'))).toEqual({
      monthly: ['[Downgrade to Starter] later', 'Current plan', '[Upgrade to Business]'],
      yearly: ['[Downgrade to Starter] later', '[Switch to yearly billing]', '[Upgrade to Business]'],
    })
  })

  it('on Business yearly', () => {
    expect(cards('business', paying('business', 'yearly'))).toEqual({
      monthly: ['[Downgrade to Starter] later', '[Downgrade to Pro] later', '[Switch to monthly billing] later'],
      yearly: ['[Downgrade to Starter] later', '[Downgrade to Pro] later', 'Current plan'],
    })
  })

  it('with a downgrade to Pro scheduled, another choice replaces or releases it', () => {
    const scheduled = { plan: 'pro', period: 'monthly', at: end } as const
    expect(cards('business', paying('business', 'monthly', { scheduled }))).toEqual({
      monthly: ['[Downgrade to Starter] later, replaces', 'Scheduled', 'Current plan'],
      yearly: [
        '[Downgrade to Starter] later, replaces',
        '[Downgrade to Pro] later, replaces',
        '[Switch to yearly billing] releases',
      ],
    })
  })

  it('with the end of the subscription scheduled', () => {
    const scheduled = { plan: 'free', period: 'monthly', at: end } as const
    expect(cards('pro', paying('pro', 'monthly', { status: 'cancelled', scheduled })).monthly).toEqual([
      'Scheduled',
      'Current plan',
      '[Upgrade to Business] releases',
    ])
  })

  it('while a payment is overdue an upgrade waits', () => {
    expect(cards('pro', paying('pro', 'monthly', { status: 'past_due' }))).toEqual({
      monthly: ['[Downgrade to Starter] later', 'Current plan', 'Upgrade to Business (waits)'],
      yearly: ['[Downgrade to Starter] later', 'Switch to yearly billing (waits)', 'Upgrade to Business (waits)'],
    })
  })

  it('after a subscription has ended plans are bought again', () => {
    const ended = { ...paying('pro', 'monthly', { status: 'cancelled' }), currentPeriodEnd: now }
    expect(cards('free', ended).monthly).toEqual(['Current plan', '[Upgrade to Pro]', '[Upgrade to Business]'])
  })

  it('a granted plan, and what is below it, is not sold', () => {
    expect(cards('business', null).yearly).toEqual(['–', '–', 'Current plan'])
    expect(cards('pro', null).monthly).toEqual(['–', 'Current plan', '[Upgrade to Business]'])
    expect(cards('business', paying('pro', 'monthly'))).toEqual({
      monthly: ['[Downgrade to Starter] later', 'Your subscription', 'Current plan'],
      yearly: ['[Downgrade to Starter] later', '–', 'Current plan'],
    })
  })
})
