import * as wording from '@waxseal/contract/wording'
import {
  isOpen,
  isSame,
  type Meaning,
  meaningOf,
  plans,
  rank,
  type Subscription,
  type Tier,
  type Wish,
} from '@waxseal/core/plan'

/** What a plan card offers for a billing period. */
export type Choice =
  /** There is nothing to choose; null: nothing is said either. */
  | { kind: 'none'; text: string | null }
  /** Leads to a page to pay on. `releases`: puts on hold what is scheduled. */
  | { kind: 'upgrade'; label: string; releases: boolean }
  /** Takes effect at the end of the period. `replaces`: instead of what is scheduled. */
  | { kind: 'downgrade'; label: string; replaces: boolean }
  /** An upgrade that has to wait, with the reason. */
  | { kind: 'waits'; label: string; problem: string }

const none = (text: string | null): Choice => ({ kind: 'none', text })

/**
 * What choosing a plan means for this workspace: the rules of the server (`meaningOf`), and what it refuses besides. A plan
 * that the operator granted is not sold.
 *
 * @param tier the plan that the workspace has, paid or granted
 */
export function choiceOf(tier: Tier, present: Subscription | null, wish: Wish, now: Date): Choice {
  const live = present !== null && isOpen(present, now) ? present : null
  const meaning = meaningOf(present, wish, now)
  switch (meaning.kind) {
    case 'nothing':
      return none(nothingText(tier, live, wish))
    case 'downgrade':
      return { kind: 'downgrade', label: labelOf(live, wish, 'Downgrade'), replaces: meaning.release }
    case 'checkout':
    case 'upgrade':
    case 'unpaid':
      return paidChoice(tier, live, wish, meaning)
    default:
      return meaning satisfies never
  }
}

function nothingText(tier: Tier, live: Subscription | null, wish: Wish): string | null {
  if (live?.scheduled && isSame(live.scheduled, wish)) return 'Scheduled'
  if (live !== null && wish.plan !== tier) return 'Your subscription'
  return wish.plan === tier ? 'Current plan' : null
}

function paidChoice(tier: Tier, live: Subscription | null, wish: Wish, meaning: Meaning): Choice {
  // A higher plan than that of the subscription was granted: its other period would be paid for nothing.
  const isOwnPlan = live?.plan === wish.plan && wish.plan === tier
  if (!isOwnPlan && rank(wish.plan) <= rank(tier)) return none(wish.plan === tier ? 'Current plan' : null)
  const label = labelOf(live, wish, 'Upgrade')
  if (meaning.kind === 'unpaid') return { kind: 'waits', label, problem: wording.paymentOverdue }
  return { kind: 'upgrade', label, releases: meaning.kind === 'upgrade' && meaning.release }
}

function labelOf(live: Subscription | null, { plan, period }: Wish, verb: 'Upgrade' | 'Downgrade'): string {
  return live?.plan === plan ? `Switch to ${period} billing` : `${verb} to ${plans[plan].label}`
}
