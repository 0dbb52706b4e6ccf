import { nextTier, pastDueDays, plans, type Tier } from '../plan/index.ts'
import {
  type AccountFacts,
  type PlanFacts,
  type QuotaFacts,
  type QuotaId,
  quotaIds,
  type SubscriptionFacts,
} from './account-facts.ts'
import type { AccountQuestion } from './account-question.ts'
import { absenceWords, countWords, numberWords, sentence } from './account-words.ts'
import { type Answer, list, paragraph } from './answer.ts'
import { dayOf } from './explain-finding.ts'

const dayMs = 86_400_000

interface QuotaWords {
  one: string
  many: string
  /** When it starts at zero again. */
  each: string
  /** What a plan allows; null: unlimited. */
  limitOf: (tier: Tier) => number | null
}

const quotaWords: { readonly [Q in QuotaId]: QuotaWords } = {
  domains: { one: 'domain', many: 'domains', each: '', limitOf: tier => plans[tier].domains },
  scans: { one: 'scan', many: 'scans', each: ' this month', limitOf: tier => plans[tier].scansPerMonth },
  threat_lookups: {
    one: 'threat lookup',
    many: 'threat lookups',
    each: ' today',
    limitOf: tier => plans[tier].threatLookupsPerDay,
  },
  chat_messages: {
    one: 'chat message',
    many: 'chat messages',
    each: ' today',
    limitOf: tier => plans[tier].chatMessagesPerDay,
  },
  alerts: { one: 'alert', many: 'alerts', each: ' this month', limitOf: tier => plans[tier].alertsPerMonth },
  members: { one: 'member', many: 'members', each: '', limitOf: tier => plans[tier].members },
  flattening: {
    one: 'hosted SPF record',
    many: 'hosted SPF records',
    each: '',
    limitOf: tier => plans[tier].flattening,
  },
  watched_addresses: {
    one: 'watched address',
    many: 'watched addresses',
    each: '',
    limitOf: tier => plans[tier].watchedAddresses,
  },
}

/** "Pro. 3 of 10 domains used. Renews on Dec 3, 2026.", and the other quotas. */
export function planAnswer({ tier, billing }: AccountFacts, plan: PlanFacts): Answer {
  const [first, ...others] = quotaIds
  const renewal =
    plan.subscription.known && plan.subscription.value !== null ? renewalWords(plan.subscription.value) : ''
  const free = tier === 'free' && billing !== 'off' ? 'It costs nothing.' : ''
  return [
    ...paragraph(
      [`${plans[tier].label}.`, usedWords(first, plan.quotas[first]), renewal, free].filter(Boolean).join(' '),
    ),
    ...list(others.map(id => ({ lead: `${sentence(quotaWords[id].many)}:`, text: shortWords(id, plan.quotas[id]) }))),
  ]
}

/** How much of one quota is used and left, and what the next plan has. */
export function quotaAnswer(
  { tier, billing }: AccountFacts,
  { quotas }: PlanFacts,
  { quota = 'domains', more = 1, total, form }: Pick<AccountQuestion, 'quota' | 'more' | 'total' | 'form'>,
): Answer {
  const { used, limit, resetsAt } = quotas[quota]
  const hasRoom = limit === null || (total === undefined ? limit - used >= more : limit >= total)
  const reset = resetsAt !== null && used > 0 && limit !== null ? `It starts at zero on ${dayOf(resetsAt)} (UTC).` : ''
  const verdict = form === 'yes-no' ? (hasRoom ? 'Yes.' : 'No.') : ''
  const next = billing === 'off' ? '' : nextWords(tier, quota, limit)
  return paragraph([verdict, usedWords(quota, quotas[quota]), reset, next].filter(Boolean).join(' '))
}

/** "3 of 10 domains used, 7 left." */
function usedWords(id: QuotaId, { used, limit }: QuotaFacts): string {
  const { one, many, each } = quotaWords[id]
  if (limit === null) return `${sentence(countWords(used, one, many))} used${each}. There is no limit.`
  if (limit === 0 && used === 0) return `Your plan has no ${many}.`
  const left = limit - used
  const rest =
    left > 0
      ? `${numberWords(left)} left`
      : left === 0
        ? 'none left'
        : `${numberWords(-left)} more than the plan allows`
  return `${numberWords(used)} of ${countWords(limit, one, many)} used${each}, ${rest}.`
}

/** "3 of 10 used", after the name of the quota. */
function shortWords(id: QuotaId, { used, limit }: QuotaFacts): string {
  const { each } = quotaWords[id]
  if (limit === null) return `${numberWords(used)} used${each}, no limit.`
  if (limit === 0 && used === 0) return 'not part of your plan.'
  return `${numberWords(used)} of ${numberWords(limit)} used${each}.`
}

/** What the next plan that has more allows; empty: none has more. */
function nextWords(tier: Tier, id: QuotaId, limit: number | null): string {
  const { one, many, limitOf } = quotaWords[id]
  if (limit === null) return ''
  for (let next = nextTier(tier); next !== null; next = nextTier(next)) {
    const more = limitOf(next)
    if (more === null) return `${plans[next].label} has unlimited ${many}.`
    if (more > limit) return `${plans[next].label} has ${countWords(more, one, many)}.`
  }
  return ''
}

/** When the plan renews, ends or changes. */
export function renewalAnswer({ tier, billing }: AccountFacts, { subscription }: PlanFacts): Answer {
  const label = plans[tier].label
  if (!subscription.known) return paragraph(absenceWords(subscription.why))
  if (subscription.value === null) {
    const why =
      tier === 'free' || billing === 'off' ? 'Nothing is paid for it' : 'The operator gave it without a payment'
    return paragraph(`${label} does not renew. ${why}, so there is no subscription.`)
  }
  const { plan, period, credit } = subscription.value
  const left = credit > 0 ? `A credit of $${credit.toFixed(2)} pays the next invoices first.` : ''
  return paragraph(
    [`${plans[plan].label}, billed ${period}.`, renewalWords(subscription.value), left].filter(Boolean).join(' '),
  )
}

function renewalWords({ plan, status, period, periodEnd, pastDueSince, scheduled }: SubscriptionFacts): string {
  const day = dayOf(periodEnd)
  if (status === 'cancelled') return `The subscription is cancelled; the plan ends on ${day}.`
  const overdue =
    status === 'past_due' && pastDueSince !== null
      ? `The payment of ${dayOf(pastDueSince)} failed: without a payment the plan ends on ${dayOf(new Date(Date.parse(pastDueSince) + pastDueDays * dayMs).toISOString())}. `
      : ''
  if (scheduled === null) return `${overdue}${overdue === '' ? 'Renews' : 'The period ends'} on ${day}.`
  const at = dayOf(scheduled.at)
  if (scheduled.plan === 'free') return `${overdue}It ends on ${at}, and the workspace then has ${plans.free.label}.`
  if (scheduled.plan === plan && scheduled.period !== period)
    return `${overdue}It is billed ${scheduled.period} from ${at}.`
  return `${overdue}It changes to ${plans[scheduled.plan].label} on ${at}.`
}
