import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { configRoute, listDomainsRoute, meRoute, scanResultsRoute } from '@waxseal/contract/routes'
import { wording } from '@waxseal/contract/wording'
import { call, type Reply } from './api.ts'
import { ApiError } from './api-error.ts'

export type Domain = Reply<typeof listDomainsRoute>[number]
export type ScanReply = Reply<typeof scanResultsRoute>
export type Me = Reply<typeof meRoute>
export type Config = Reply<typeof configRoute>

/** The keys that changes on other screens name, too: each stands for all queries whose key begins with it. */
export const keys = {
  results: (domainId: string) => ['results', domainId],
  selectors: (domainId: string) => ['selectors', domainId],
  usage: ['usage'],
  dashboard: ['dashboard'],
} as const

/** While somebody's scan runs, its state is asked for this often. */
const scanningMs = 2_000

/** The domains of the account. Only their own screen tells when they cannot be loaded. */
export const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: ({ signal }) => call(listDomainsRoute, { signal }),
  refetchInterval: query => (query.state.data?.some(domain => domain.scanning) ? scanningMs : false),
  // Whoever comes back from another tab may have deleted or scanned there, however short a time ago.
  refetchOnWindowFocus: 'always',
})

/** The signed-in account. Its failure is silent: names and plans fall back to what is known. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call(meRoute, { signal }),
  staleTime: 60_000,
})

/** What the browser must know before anyone is signed in. It does not change while the server runs. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call(configRoute, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The newest stored scan of a domain that has one. */
export function resultsQuery(domainId: string, lastScan: string | null) {
  return queryOptions({
    queryKey: [...keys.results(domainId), lastScan],
    queryFn: ({ signal }) => call(scanResultsRoute, { params: { id: domainId }, signal }),
    enabled: lastScan !== null,
    // The sheet of the scan before stays until the new one is there.
    placeholderData: keepPreviousData,
    meta: { failureByStatus: { 404: 'Domain or scan results not found' } },
  })
}

/** Is this the server's "there is no such thing"? */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Is the domain itself gone, and not only without a scan? Asking for its results is answered with 404 in both cases. */
export function isDomainGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404 && error.detail !== wording.noScan
}
