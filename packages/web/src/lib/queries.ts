import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  chatTodayRoute,
  configRoute,
  dashboardStatsRoute,
  listDomainsRoute,
  meRoute,
  readInvitationRoute,
  scanResultsRoute,
} from '@waxseal/contract/routes'
import { call, type Reply } from './api.ts'
import { ApiError } from './api-error.ts'
import { notify } from './notify.ts'
import { chooseWorkspace, chosenWorkspace } from './workspace.ts'

export type Domain = Reply<typeof listDomainsRoute>[number]
export type ScanReply = Reply<typeof scanResultsRoute>
export type Me = Reply<typeof meRoute>
export type Config = Reply<typeof configRoute>

/** Query keys that changes on other screens use too: each covers all queries whose key begins with it. */
export const keys = {
  results: (domainId: string) => ['results', domainId],
  selectors: (domainId: string) => ['selectors', domainId],
  usage: ['usage'],
  dashboard: ['dashboard'],
  /** DNS changes and their counts. */
  changes: ['dns-changes'],
  /** Hosted SPF records. */
  flattening: ['spf-flattening'],
  me: ['me'],
  members: ['members'],
  invitations: ['invitations'],
  /** The invitation that was followed here. */
  invitation: ['invitation'],
} as const

/** The polling interval during a scan, in milliseconds. */
const scanningMs = 2_000

/** The domains of the account. Only their own screen reports that they cannot be loaded. */
export const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: ({ signal }) => call(listDomainsRoute, { signal }),
  refetchInterval: query => (query.state.data?.some(domain => domain.scanning) ? scanningMs : false),
  // The user may have deleted or scanned in another tab, however recently.
  refetchOnWindowFocus: 'always',
})

/** The chat messages of today and their limit. The chat says so where it is used, and the account beside the others. */
export const chatTodayQuery = queryOptions({
  queryKey: [...keys.usage, 'chat'],
  queryFn: ({ signal }) => call(chatTodayRoute, { signal }),
})

/**
 * The signed-in person, in the workspace that calls are about. Its failure is silent: names and plans fall back to
 * defaults. When the person is no member of that workspace any more, a toast says so, and calls are about their own.
 */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    try {
      return await call(meRoute, { signal })
    } catch (error) {
      if (!isNotFound(error) || chosenWorkspace() === null) throw error
      chooseWorkspace(null)
      notify.error('You are no longer a member of that workspace. You are back in your own.', 'no-member')
      return await call(meRoute, { signal })
    }
  },
  staleTime: 60_000,
})

/** What the browser must know before a sign-in. It does not change while the server runs. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call(configRoute, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** What an invitation is to, by the token of its link. */
export function invitationQuery(token: string | null) {
  return queryOptions({
    queryKey: [...keys.invitation, token],
    queryFn: ({ signal }) => call(readInvitationRoute, { body: { token: token ?? '' }, signal }),
    enabled: token !== null,
  })
}

/** Counts per band and the domains that need attention. A failure is silent: the sections of the dashboard report it. */
export const statsQuery = queryOptions({
  queryKey: [...keys.dashboard, 'stats'],
  queryFn: ({ signal }) => call(dashboardStatsRoute, { signal }),
})

/** The newest stored scan of a domain that has one. */
export function resultsQuery(domainId: string, lastScan: string | null) {
  return queryOptions({
    queryKey: [...keys.results(domainId), lastScan],
    queryFn: ({ signal }) => call(scanResultsRoute, { params: { id: domainId }, signal }),
    enabled: lastScan !== null,
    // The previous scan's report stays until the new one is loaded.
    placeholderData: keepPreviousData,
    meta: { failureByStatus: { 404: 'Domain or scan results not found' } },
  })
}

/** Whether an error is the server's 404. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Whether the domain itself is gone. The results of a domain without a scan are a 404 too, with the code `no_scan`. */
export function isDomainGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found'
}
