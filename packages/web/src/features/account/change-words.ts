import { type Offer, plans, rank, type Subscription, type Wish } from '@waxseal/core/plan'
import { dateInWords, dollars, offerInWords, priceInWords } from '../../components/plans/billing-words.ts'
import type { Choice } from './plan-choice.ts'

/** The texts of the dialog that asks before a change. */
export interface Question {
  title: string
  lines: readonly string[]
  confirm: string
  cancel: string
}

/** What is asked before a choice takes effect; null: it only opens a page on which the person decides. */
export function questionOf(present: Subscription | null, wish: Wish, choice: Choice): Question | null {
  if (present === null) return null
  if (choice.kind === 'downgrade') return downgradeQuestion(present, wish, choice.replaces)
  if (choice.kind !== 'upgrade' || !choice.releases || present.scheduled === null) return null
  const before =
    present.scheduled.plan === 'free' ? 'Starter' : offerInWords({ ...present.scheduled, plan: present.scheduled.plan })
  return {
    title: `${choice.label}?`,
    lines: [
      `While the payment page is open, the scheduled change to ${before} is on hold. If you pay, it is canceled. If you leave the page without paying, it is scheduled again within minutes.`,
    ],
    confirm: 'Continue',
    cancel: 'Keep the scheduled change',
  }
}

function downgradeQuestion(present: Subscription, wish: Wish, replaces: boolean): Question {
  const label = plans[present.plan].label
  const day = dateInWords(present.currentPeriodEnd)
  const replacing = replaces ? ['This replaces the change that is scheduled now.'] : []
  const cancel = `Keep ${label}`
  if (wish.plan === present.plan) {
    const text = `Your ${label} plan stays billed ${present.period} until ${day}. From then on you pay ${priceInWords(wish)}.`
    return {
      title: `Switch to ${wish.period} billing?`,
      lines: [text, ...replacing],
      confirm: `Switch to ${wish.period}`,
      cancel,
    }
  }
  const next = plans[wish.plan].label
  const after =
    wish.plan === 'free'
      ? 'Then your subscription ends, and your plan is Starter.'
      : `Then you pay ${priceInWords(wish)} for ${next}.`
  return {
    title: `Downgrade to ${next}?`,
    lines: [`You keep ${label} until ${day}. ${after}`, ...limitLines(wish), ...replacing],
    confirm: 'Schedule downgrade',
    cancel,
  }
}

/**
 * Asked when the server says that a choice means a downgrade, although this page knew of none: someone has changed the
 * subscription since it was read.
 *
 * @param message what would happen, in the words of the server
 */
export function questionAfterChange(message: string): Question {
  return {
    title: 'Schedule this change?',
    lines: ['Your subscription has changed since this page was loaded.', message],
    confirm: 'Schedule change',
    cancel: 'Not now',
  }
}

/** Decision 5.7: what happens to domains beyond the limit. */
function limitLines({ plan }: Wish): string[] {
  const { label, domains } = plans[plan]
  if (domains === null) return []
  const limit = `${domains} ${domains === 1 ? 'domain' : 'domains'}`
  return [
    `${label} allows ${limit}. Newer domains beyond that become read-only and are not monitored. Nothing is deleted.`,
  ]
}

/** What an upgrade costs now, and later. */
export interface Cost {
  today: string
  /** From when the price of the new plan is paid. */
  later: string
  note: string
}

export function costOf(present: Subscription | null, offer: Offer, amount: number): Cost {
  const { label } = plans[offer.plan]
  const startsPeriod = present !== null && present.period !== offer.period
  const what = startsPeriod
    ? `${label} for a full ${offer.period === 'yearly' ? 'year' : 'month'}, less the unused part of your current plan`
    : 'the difference between your plans for the rest of this billing period'
  const isHigher = present === null || rank(offer.plan) > rank(present.plan)
  const starts = isHigher ? `${label} starts` : 'The new billing period starts'
  return {
    today: `You pay ${dollars(amount)} today: ${what}.`,
    later: present === null || startsPeriod ? 'Then' : `From ${dateInWords(present.currentPeriodEnd)}`,
    note: `${starts} when you confirm on the next page. Nothing is charged before.`,
  }
}
