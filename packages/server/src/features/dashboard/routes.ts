import { activityFeed, dashboardStats, issueBreakdown, priorityActions } from '@waxseal/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { activityOf } from './activity.ts'
import { dashboardStatsOf } from './dashboard-stats.ts'
import { issueBreakdownOf } from './issue-breakdown.ts'
import { priorityActionsOf } from './priority-actions.ts'

export function routes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, dashboardStats, ({ actor }) => dashboardStatsOf(deps, actor))

  serve(app, deps, activityFeed, ({ actor }, { query }) => activityOf(deps, actor, query.limit))

  serve(app, deps, issueBreakdown, ({ actor }) => issueBreakdownOf(deps, actor))

  serve(app, deps, priorityActions, ({ actor }) => priorityActionsOf(deps, actor))
}
