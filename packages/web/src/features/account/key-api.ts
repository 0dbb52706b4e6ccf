import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { createApiKeyRoute, listApiKeysRoute, revokeApiKeyRoute } from '@waxseal/contract/routes'
import type { KeyScope } from '@waxseal/core/plan'
import { call, type Reply } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'

export type ApiKeys = Reply<typeof listApiKeysRoute>
export type ApiKey = ApiKeys['keys'][number]

const queryKey = ['api-keys']

export const apiKeysQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => call(listApiKeysRoute, { signal }),
})

/** A key as the form describes it. */
interface WantedKey {
  name: string
  scopes: KeyScope[]
  /** ISO 8601; null: no expiry. */
  expires_at: string | null
}

export function useCreateKey() {
  const client = useQueryClient()
  return useAction({
    key: ['api-keys', 'create'],
    run: (body: WantedKey) => call(createApiKeyRoute, { body }),
    failure: { failure: 'The API key could not be created', preferDetail: true },
    onSettled: () => void client.invalidateQueries({ queryKey }),
  })
}

/** @param onRevoked is called even when the key has left the screen by then */
export function useRevokeKey({ id }: ApiKey, onRevoked: () => void) {
  const client = useQueryClient()
  return useAction({
    key: ['api-keys', 'revoke', id],
    run: () => call(revokeApiKeyRoute, { params: { id } }),
    success: 'API key revoked',
    onSuccess: onRevoked,
    failure: { failure: 'The API key could not be revoked', preferDetail: true },
    // Busy until the list is without it.
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
