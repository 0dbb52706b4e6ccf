import { queryOptions } from '@tanstack/react-query'
import { activityFeedRoute, issueBreakdownRoute, priorityActionsRoute } from '@waxseal/contract/routes'
import { call, type Reply } from '../../lib/api.ts'
import { keys } from '../../lib/queries.ts'

export type Activity = Reply<typeof activityFeedRoute>
export type Breakdown = Reply<typeof issueBreakdownRoute>
export type PriorityAction = Reply<typeof priorityActionsRoute>[number]

/** What happened lately. A failure of these calls is silent: their sections report it. */
export const activityQuery = queryOptions({
  queryKey: [...keys.dashboard, 'activity'],
  queryFn: ({ signal }) => call(activityFeedRoute, { query: { limit: 15 }, signal }),
})

/** What costs points, on how many domains. */
export const breakdownQuery = queryOptions({
  queryKey: [...keys.dashboard, 'issues'],
  queryFn: ({ signal }) => call(issueBreakdownRoute, { signal }),
})

/** What to fix first. */
export const actionsQuery = queryOptions({
  queryKey: [...keys.dashboard, 'actions'],
  queryFn: ({ signal }) => call(priorityActionsRoute, { signal }),
})
