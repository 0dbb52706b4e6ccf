import { queryOptions } from '@tanstack/react-query'
import { documentRoute } from '@waxseal/contract/document'
import { send } from '../../lib/api.ts'
import type { ApiDocument } from './document.ts'

/** The description of all calls, as a generated client reads it. It is that of the running server. */
export const documentQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async ({ signal }) => (await (await send(documentRoute, { signal })).json()) as ApiDocument,
  staleTime: Number.POSITIVE_INFINITY,
})
