import { queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  addBlocklistRoute,
  deleteBlocklistRoute,
  listBlocklistsRoute,
  setBlocklistsOffRoute,
} from '@waxseal/contract/routes'
import { call, type Reply } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useAction } from '../../lib/use-action.ts'

export type Blocklists = Reply<typeof listBlocklistsRoute>
export type OwnBlocklist = Blocklists['own'][number]
export type CatalogueList = Blocklists['catalogue'][number]

const queryKey = ['blocklists']

export const blocklistsQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => call(listBlocklistsRoute, { signal }),
})

/** A list as the form describes it. */
export interface WantedList {
  name: string
  zone: string
  kind: OwnBlocklist['kind']
  codes: { address: string; meaning: string }[]
}

/** @param onProblem gets the server's sentence about what was typed */
export function useAddBlocklist(onProblem: (problem: string) => void) {
  const client = useQueryClient()
  const failure = 'The blocklist could not be added'
  return useAction({
    key: ['blocklists', 'add'],
    run: (body: WantedList) => call(addBlocklistRoute, { body }),
    success: ({ test }) => (test.state === 'passed' ? 'Blocklist added' : 'Blocklist added. Its test did not pass.'),
    failure: { failure, failureByStatus: { 400: failure, 409: failure } },
    onError: error => {
      if (error instanceof ApiError && (error.status === 400 || error.status === 409))
        onProblem(error.detail ?? failure)
    },
    onSettled: () => void client.invalidateQueries({ queryKey }),
  })
}

export function useDeleteBlocklist({ id }: OwnBlocklist) {
  const client = useQueryClient()
  return useAction({
    key: ['blocklists', 'delete', id],
    run: () => call(deleteBlocklistRoute, { params: { id } }),
    success: 'Blocklist removed',
    failure: { failure: 'The blocklist could not be removed', preferDetail: true },
    // Busy until the list is without it.
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

export function useSetBlocklistsOff() {
  const client = useQueryClient()
  return useAction({
    key: ['blocklists', 'off'],
    run: (off: string[]) => call(setBlocklistsOffRoute, { body: { off } }),
    success: 'Blocklists saved',
    failure: { failure: 'The blocklists could not be saved', preferDetail: true },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
