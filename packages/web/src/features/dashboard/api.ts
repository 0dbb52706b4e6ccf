import { queryOptions } from '@tanstack/react-query'
import { dashboardStatsRoute } from '@waxseal/contract/routes'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/queries.ts'

/** Counts per band and what needs attention. The specification keeps its failure silent: the section says it. */
export const statsQuery = queryOptions({
  queryKey: [...keys.dashboard, 'stats'],
  queryFn: ({ signal }) => call(dashboardStatsRoute, { signal }),
})
