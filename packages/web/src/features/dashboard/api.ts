import { queryOptions } from '@tanstack/react-query'
import { dashboardStatsRoute } from '@waxseal/contract/routes'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/queries.ts'

/**
 * Counts per band and domains that need attention. The specification requires a silent failure: the section reports it.
 */
export const statsQuery = queryOptions({
  queryKey: [...keys.dashboard, 'stats'],
  queryFn: ({ signal }) => call(dashboardStatsRoute, { signal }),
})
