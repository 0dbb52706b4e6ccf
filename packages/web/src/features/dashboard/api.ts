import { queryOptions } from '@tanstack/react-query'
import { activityFeedRoute, dashboardStatsRoute } from '@waxseal/contract/routes'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/queries.ts'

/**
 * Counts per band and domains that need attention. The specification requires a silent failure: the section reports it.
 */
export const statsQuery = queryOptions({
  queryKey: [...keys.dashboard, 'stats'],
  queryFn: ({ signal }) => call(dashboardStatsRoute, { signal }),
})

/** What happened lately. A failure is silent, too: the section reports it. */
export const activityQuery = queryOptions({
  queryKey: [...keys.dashboard, 'activity'],
  queryFn: ({ signal }) => call(activityFeedRoute, { query: { limit: 15 }, signal }),
})
