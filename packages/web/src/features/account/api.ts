import { queryOptions } from '@tanstack/react-query'
import { scansThisMonthRoute, vtUsageRoute } from '@waxseal/contract/routes'
import { call } from '../../lib/api.ts'

export const scansQuery = queryOptions({
  queryKey: ['usage', 'scans'],
  queryFn: ({ signal }) => call(scansThisMonthRoute, { signal }),
})

export const lookupsQuery = queryOptions({
  queryKey: ['usage', 'lookups'],
  queryFn: ({ signal }) => call(vtUsageRoute, { signal }),
})
