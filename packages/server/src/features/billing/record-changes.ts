import { plans, type Subscription, type Tier } from '@waxseal/core/plan'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { type By, bySelf, recordEvent } from '../audit/record.ts'
import { setPaidTier, storedTiers } from '../workspaces/store.ts'

type Clock = Pick<Deps, 'now'>

/** Stores what a workspace pays for, and records the change of its plan if that is one. */
export async function changePaidTier(
  deps: Clock,
  tx: Tx,
  { workspaceId, by }: { workspaceId: string; by: By },
  paidTier: Tier,
): Promise<void> {
  const tierNow = async () => (await storedTiers(tx, [workspaceId])).get(workspaceId)
  const before = await tierNow()
  await setPaidTier(tx, workspaceId, paidTier)
  const after = await tierNow()
  // A deleted workspace has no plan in use.
  if (before === undefined || after === undefined || before === after) return
  const detail = { from: plans[before].label, to: plans[after].label }
  await recordEvent(deps, tx, { workspace: { id: workspaceId }, by }, { action: 'plan.changed', detail })
}

/** Records what differs between the subscription as it was stored and as it is read now, besides the plan in use. */
export async function recordSchedule(
  deps: Clock,
  tx: Tx,
  { workspaceId, by }: { workspaceId: string; by: By },
  { before, after }: { before: Subscription | null; after: Subscription | null },
): Promise<void> {
  if (before === null || after === null) return
  const workspace = { id: workspaceId }
  if (before.plan === after.plan && before.period !== after.period) {
    const detail = { from: offerWords(before), to: offerWords(after) }
    await recordEvent(deps, tx, { workspace, by: bySelf }, { action: 'plan.changed', detail })
  }
  const { scheduled } = after
  if (scheduled !== null) {
    const { plan, at } = scheduled
    const isKnown = plan === before.scheduled?.plan && at.getTime() === before.scheduled.at.getTime()
    if (isKnown && scheduled.period === before.scheduled?.period) return
    const to = plan === after.plan ? offerWords(scheduled) : plans[plan].label
    const detail = { to, day: at.toISOString().slice(0, 10) }
    await recordEvent(deps, tx, { workspace, by }, { action: 'plan.scheduled', detail })
  } else if (before.scheduled !== null && isSame(before, after)) {
    await recordEvent(deps, tx, { workspace, by }, { action: 'plan.unscheduled' })
  }
}

/** A schedule that is gone was taken back when nothing has changed: neither the plan nor its period. */
function isSame(before: Subscription, after: Subscription): boolean {
  return before.plan === after.plan && before.period === after.period && after.status !== 'cancelled'
}

const offerWords = ({ plan, period }: { plan: Tier; period: Subscription['period'] }): string =>
  `${plans[plan].label}, billed ${period}`
