import type { Alert, AlertType } from '@waxseal/core/alert'
import { plans, type Tier } from '@waxseal/core/plan'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { monthOf, nextMonth } from '../usage/period.ts'
import { countUp, used } from '../usage/store.ts'
import { lockedChannel, updateChannel } from './channel-store.ts'
import { alertingOf } from './channels.ts'
import { dueAt, takesAlerts } from './digest.ts'
import { type AlertRow, insertAlert, insertNotices } from './notice-store.ts'

/** What alerts are about. */
export interface Subject {
  workspaceId: string
  /** The plan now. */
  tier: Tier
  /** null: not about a domain. */
  domainId: string | null
  /** The domain, or what else is shown for it. */
  name: string
}

/** One thing to tell. */
export interface AlertEvent extends Pick<Alert, 'severity' | 'description' | 'old_value' | 'new_value'> {
  type: AlertType
  state: 'raised' | 'resolved'
  /** What caused it: the same cause tells it once, however often its event comes. */
  cause: string
}

/**
 * Stores alerts and lets the channels of the workspace tell them, at once or with the next message. An alert of a type
 * that is switched off is not stored. Alerts beyond the plan's monthly limit are stored and not sent; one notice says
 * that.
 *
 * @returns the causes of what is beyond the limit
 */
export async function raise(
  deps: Deps,
  tx: Tx,
  subject: Subject,
  events: readonly AlertEvent[],
): Promise<ReadonlySet<string>> {
  const { settings, channels } = await alertingOf(deps, tx, subject.workspaceId)
  const wanted = events.filter(({ type }) => settings.alertTypes.includes(type))
  const tells: AlertRow[] = []
  const beyond = new Set<string>()
  for (const each of wanted) {
    const { sent, isBeyond } = await store(deps, tx, subject, each)
    tells.push(...sent)
    if (isBeyond) beyond.add(each.cause)
  }
  for (const { type, state } of tells) deps.metrics.alertRaised(type, state)
  if (tells.length === 0) return beyond
  for (const kind of takesAlerts(channels)) {
    const row = await lockedChannel(tx, subject.workspaceId, kind)
    const due = tells.map(({ severity }) => dueAt(row, severity, deps.now()).getTime())
    await insertNotices(
      tx,
      tells.map(({ id, workspaceId }) => ({ alertId: id, workspaceId, channel: kind })),
    )
    await updateChannel(tx, row, { dueAt: new Date(Math.min(...due)) })
  }
  await deps.queue.send('alerts.send', {}, { tx, key: 'send' })
  return beyond
}

/** Whether the plan's alerts of this month are used up. */
export async function isFull({ now }: Pick<Deps, 'now'>, tx: Tx, { workspaceId, tier }: Subject): Promise<boolean> {
  const limit = plans[tier].alertsPerMonth
  return limit !== null && (await used(tx, { workspaceId, kind: 'alert', period: monthOf(now()) })) >= limit
}

/** Stores one alert, unless it was stored before. An end follows only what was sent, so it is always sent. */
async function store(
  deps: Deps,
  tx: Tx,
  { workspaceId, tier, domainId, name }: Subject,
  { type, state, severity, description, old_value: oldValue, new_value: newValue, cause }: AlertEvent,
): Promise<{ sent: AlertRow[]; isBeyond: boolean }> {
  const at = deps.now()
  const values = { type, state, severity, description, oldValue, newValue, at, cause }
  const row = await insertAlert(tx, { workspaceId, domainId, name, ...values })
  if (row === undefined) return { sent: [], isBeyond: false }
  const limit = plans[tier].alertsPerMonth
  if (state === 'resolved') return { sent: [row], isBeyond: false }
  const n = await countUp(tx, { workspaceId, kind: 'alert', period: monthOf(at) })
  if (limit === null || n <= limit) return { sent: [row], isBeyond: false }
  const notice = await insertAlert(tx, { workspaceId, name: 'Waxseal', at, ...limitReached(tier, limit, at) })
  return { sent: notice === undefined ? [] : [notice], isBeyond: true }
}

/** The last notice of a month whose alerts are used up. */
function limitReached(tier: Tier, limit: number, now: Date) {
  const resumes = nextMonth(now).toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })
  return {
    type: 'limit',
    state: 'raised',
    severity: 'warning',
    description: `Your ${plans[tier].label} plan includes ${limit.toLocaleString('en-US')} alerts a month, and all are used. Alerts start again on ${resumes}`,
    cause: `limit ${monthOf(now)}`,
  } as const
}
