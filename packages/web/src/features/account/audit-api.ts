import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import { auditLogRoute } from '@waxseal/contract/routes'
import type { AuditGroup } from '@waxseal/core/audit'
import { useEffect } from 'react'
import { call, type Reply } from '../../lib/api.ts'

export type AuditEvent = Reply<typeof auditLogRoute>['events'][number]

const pageSize = 15
const queryKey = ['audit-log']

/** @param action events of this kind; undefined: all */
export function auditQuery(action: AuditGroup | undefined) {
  return infiniteQueryOptions({
    queryKey: [...queryKey, action],
    queryFn: ({ pageParam, signal }) =>
      call(auditLogRoute, {
        query: { limit: pageSize, ...(action && { action }), ...(pageParam !== null && { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
  })
}

/** Loads the log again after a change on this page: it is an event. */
export function useFollowChanges(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      client.getMutationCache().subscribe(change => {
        if (change.type !== 'updated' || change.action.type !== 'success') return
        void client.invalidateQueries({ queryKey })
      }),
    [client],
  )
}
