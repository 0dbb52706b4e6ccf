import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { countChangesRoute, listChangesRoute } from '@waxseal/contract/routes'
import { call, type Reply } from '../../lib/api.ts'
import { keys } from '../../lib/queries.ts'

export type Change = Reply<typeof listChangesRoute>[number]
export type Counts = Reply<typeof countChangesRoute>
export type Severity = Change['severity']

/** The changes that one call loads. */
export const pageSize = 200

/** The changes of a domain, or of all (null), newest first. */
export function changesQuery(domainId: string | null) {
  return infiniteQueryOptions({
    queryKey: [...keys.changes, 'list', domainId],
    queryFn: ({ pageParam, signal }) =>
      call(listChangesRoute, {
        query: {
          limit: pageSize,
          ...(domainId !== null && { domain_id: domainId }),
          ...(pageParam !== null && { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => (page.length < pageSize ? null : (page.at(-1)?.id ?? null)),
  })
}

/** How many changes each domain has, and how many of each severity the chosen one. */
export function countsQuery(domainId: string | null) {
  return queryOptions({
    queryKey: [...keys.changes, 'counts', domainId],
    queryFn: ({ signal }) =>
      call(countChangesRoute, { query: domainId === null ? {} : { domain_id: domainId }, signal }),
    placeholderData: keepPreviousData,
  })
}
