import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { addWatchedRoute, deleteWatchedRoute, listWatchedRoute } from '@waxseal/contract/routes'
import { call, type Reply } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useAction } from '../../lib/use-action.ts'

export type Watched = Reply<typeof listWatchedRoute>
export type WatchedAddress = Watched['addresses'][number]

export const watchedQuery = queryOptions({
  queryKey: ['watched-addresses'],
  queryFn: ({ signal }) => call(listWatchedRoute, { signal }),
})

/** Whether the server refuses what was typed: its sentence then is beside the field. */
function isAboutText(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 400 || error.status === 409)
}

/** @param onProblem gets the server's sentence about the typed range */
export function useAddWatched(onProblem: (problem: string) => void) {
  const client = useQueryClient()
  const failure = 'The address could not be added'
  return useAction({
    key: ['watched-addresses', 'add'],
    run: (range: string) => call(addWatchedRoute, { body: { range } }),
    success: ({ range }) => `${range} is now watched`,
    failure: { failure, failureByStatus: { 400: failure, 409: failure } },
    onError: error => {
      if (isAboutText(error)) onProblem(error.detail ?? failure)
    },
    onSettled: () => client.invalidateQueries({ queryKey: watchedQuery.queryKey }),
  })
}

export function useDeleteWatched({ id, range }: WatchedAddress) {
  const client = useQueryClient()
  return useAction({
    key: ['watched-addresses', 'delete', id],
    run: () => call(deleteWatchedRoute, { params: { id } }),
    success: `${range} is no longer watched`,
    failure: {
      failure: 'The address could not be removed',
      failureByStatus: { 404: 'This address is no longer watched' },
    },
    onSettled: () => client.invalidateQueries({ queryKey: watchedQuery.queryKey }),
  })
}
