import type { QuotaFacts, QuotaId } from '@waxseal/core/assistant'
import { plans } from '@waxseal/core/plan'
import { and, eq, inArray } from 'drizzle-orm'
import { usageCounter } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../workspaces/actor.ts'
import { threatLimit } from './limits.ts'
import { dayOf, monthOf, nextDay, nextMonth } from './period.ts'

type Counted = Extract<QuotaId, 'scans' | 'threat_lookups' | 'chat_messages' | 'alerts'>

/** What is counted by the day or the month, for the analyst: one read of the counters of now. */
export async function usageFacts(
  deps: Pick<Deps, 'store' | 'env' | 'now'>,
  { workspace: { id, tier } }: Actor,
): Promise<Readonly<Record<Counted, QuotaFacts>>> {
  const now = deps.now()
  const [day, month] = [dayOf(now), monthOf(now)]
  const rows = await deps.store.db
    .select({ kind: usageCounter.kind, period: usageCounter.period, n: usageCounter.n })
    .from(usageCounter)
    .where(and(eq(usageCounter.workspaceId, id), inArray(usageCounter.period, [day, month])))
  const quota = (kind: (typeof rows)[number]['kind'], period: string, limit: number | null): QuotaFacts => ({
    used: rows.find(row => row.kind === kind && row.period === period)?.n ?? 0,
    limit,
    resetsAt: (period === day ? nextDay(now) : nextMonth(now)).toISOString(),
  })
  const plan = plans[tier]
  return {
    scans: quota('scan', month, plan.scansPerMonth),
    threat_lookups: quota('threat', day, threatLimit(deps, tier)),
    chat_messages: quota('chat', day, plan.chatMessagesPerDay),
    alerts: quota('alert', month, plan.alertsPerMonth),
  }
}
