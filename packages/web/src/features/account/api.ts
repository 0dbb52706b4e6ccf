import { queryOptions } from '@tanstack/react-query'
import { scansThisMonthRoute, vtUsageRoute } from '@waxseal/contract/routes'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/queries.ts'

export const scansQuery = queryOptions({
  queryKey: [...keys.usage, 'scans'],
  queryFn: ({ signal }) => call(scansThisMonthRoute, { signal }),
})

export const lookupsQuery = queryOptions({
  queryKey: [...keys.usage, 'lookups'],
  queryFn: ({ signal }) => call(vtUsageRoute, { signal }),
})
