import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { domainAnalyticsRoute } from '@waxseal/contract/routes'
import { call, type Reply } from '../../lib/api.ts'

export type Analytics = Reply<typeof domainAnalyticsRoute>
export type PastScan = Analytics['scans'][number]
export type Listing = Analytics['listings'][number]
export type CheckRate = Analytics['checks'][number]

/** The periods to choose from: days and their name. */
export const periods = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '12 months' },
] as const

export type Period = (typeof periods)[number]['value']

/** The period of an address; 90 days where it has none of these. */
export function periodOf(text: string | null): Period {
  return periods.find(({ value }) => value === text)?.value ?? '90'
}

/** What the scans of a period found on a domain. The previous period stays until the new one is loaded. */
export function analyticsQuery(domainId: string, period: Period) {
  return queryOptions({
    queryKey: ['analytics', domainId, period],
    queryFn: ({ signal }) =>
      call(domainAnalyticsRoute, { params: { id: domainId }, query: { days: Number(period) }, signal }),
    placeholderData: keepPreviousData,
    // The page itself says so.
    meta: { answers: ['not_found'] },
  })
}
