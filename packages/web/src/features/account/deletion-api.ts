import { queryOptions } from '@tanstack/react-query'
import { accountDeletionRoute, deleteAccountRoute, restoreAccountRoute } from '@waxseal/contract/routes'
import { call, type Reply } from '../../lib/api.ts'
import { conflictDetail } from '../../lib/api-error.ts'
import { useAction } from '../../lib/use-action.ts'

export type Deletion = Reply<typeof accountDeletionRoute>

/** What deleting the account would do; of a deleted one, until when it can be restored. */
export const deletionQuery = queryOptions({
  queryKey: ['account-deletion'],
  queryFn: ({ signal }) => call(accountDeletionRoute, { signal }),
  staleTime: 0,
})

interface Callbacks {
  /** @param removedAt ISO 8601 */
  onDeleted: (removedAt: string) => unknown
  /** Mail depends on what goes, or a workspace would have no owner: why it needs another confirmation. */
  onConflict: (detail: string) => void
}

export function useDeleteAccount({ onDeleted, onConflict }: Callbacks) {
  return useAction({
    key: ['account', 'delete'],
    run: (body: { phrase: string; confirmed: boolean }) => call(deleteAccountRoute, { body }),
    failure: { failure: 'Your account could not be deleted', preferDetail: true, answers: ['conflict'] },
    onSuccess: ({ removed_at }) => onDeleted(removed_at),
    onError: error => {
      const detail = conflictDetail(error)
      if (detail !== null) onConflict(detail)
    },
  })
}

export function useRestoreAccount(onRestored: () => void) {
  return useAction({
    key: ['account', 'restore'],
    run: () => call(restoreAccountRoute, {}),
    success: 'Account restored',
    onSuccess: onRestored,
    failure: { failure: 'Your account could not be restored', preferDetail: true },
  })
}
