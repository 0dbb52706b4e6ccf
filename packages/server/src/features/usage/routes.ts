import { chatToday, scansThisMonth, vtUsage } from '@waxseal/contract'
import { plans } from '@waxseal/core/plan'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { threatLimit } from './limits.ts'
import { dayOf, monthOf, nextDay, nextMonth } from './period.ts'
import { used } from './store.ts'

export function routes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, scansThisMonth, async ({ actor: { workspace } }) => {
    const now = deps.now()
    return {
      scans_this_month: await used(deps.store.db, { workspaceId: workspace.id, kind: 'scan', period: monthOf(now) }),
      limit: plans[workspace.tier].scansPerMonth,
      resets_at: nextMonth(now).toISOString(),
    }
  })

  serve(app, deps, chatToday, async ({ actor: { workspace } }) => {
    const now = deps.now()
    return {
      messages_today: await used(deps.store.db, { workspaceId: workspace.id, kind: 'chat', period: dayOf(now) }),
      limit: plans[workspace.tier].chatMessagesPerDay,
      resets_at: nextDay(now).toISOString(),
    }
  })

  serve(app, deps, vtUsage, async ({ actor: { workspace } }) => {
    const now = deps.now()
    return {
      current_usage: await used(deps.store.db, { workspaceId: workspace.id, kind: 'threat', period: dayOf(now) }),
      daily_limit: threatLimit(deps, workspace.tier),
      resets_at: nextDay(now).toISOString(),
    }
  })
}
