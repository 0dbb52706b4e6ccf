import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { exportJsonRoute, listSharesRoute, revokeShareRoute, shareReportRoute } from '@waxseal/contract/routes'
import { call, type Reply, send } from '../../../lib/api.ts'
import { saveFile } from '../../../lib/download.ts'
import type { Domain } from '../../../lib/queries.ts'
import { useAction } from '../../../lib/use-action.ts'

export type Share = Reply<typeof listSharesRoute>['shares'][number]

const queryKey = (domainId: string) => ['shares', domainId]

/** The share links of a domain that have not expired. They are read each time the dialog opens. */
export const sharesQuery = (domainId: string) =>
  queryOptions({
    queryKey: queryKey(domainId),
    queryFn: ({ signal }) => call(listSharesRoute, { params: { id: domainId }, signal }),
    staleTime: 0,
  })

export function useCreateShare(domainId: string) {
  const client = useQueryClient()
  return useAction({
    key: ['shares', 'create', domainId],
    run: (days: number) => call(shareReportRoute, { params: { id: domainId }, body: { expires_in_days: days } }),
    failure: { failure: 'The link could not be created', preferDetail: true },
    onSettled: () => void client.invalidateQueries({ queryKey: queryKey(domainId) }),
  })
}

/** @param onRevoked is called even when the link has left the screen by then */
export function useRevokeShare(domainId: string, { id }: Share, onRevoked: () => void) {
  const client = useQueryClient()
  return useAction({
    key: ['shares', 'revoke', id],
    run: () => call(revokeShareRoute, { params: { id } }),
    success: 'Link revoked',
    onSuccess: onRevoked,
    failure: { failure: 'The link could not be revoked', preferDetail: true },
    // Busy until the list is without it.
    onSettled: () => client.invalidateQueries({ queryKey: queryKey(domainId) }),
  })
}

/** Saves the newest scan with its evidence as `{domain}_report.json`. */
export function useExportJson({ id, domain_name: name }: Domain) {
  return useAction({
    key: ['export', 'json', id],
    run: async () => {
      const response = await send(exportJsonRoute, { params: { id } })
      saveFile(await response.blob(), `${name}_report.json`)
    },
    success: 'JSON downloaded successfully',
    failure: { failure: 'Failed to generate JSON' },
  })
}
