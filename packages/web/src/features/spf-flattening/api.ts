import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  checkFlatteningRoute,
  decideFlatteningRoute,
  deleteFlatteningRoute,
  flattenRoute,
  type latestScanRoute,
  listFlatteningRoute,
  listVersionsRoute,
} from '@waxseal/contract/routes'
import * as wording from '@waxseal/contract/wording'
import { call, type Reply } from '../../lib/api.ts'
import { ApiError, conflictDetail } from '../../lib/api-error.ts'
import { notify } from '../../lib/notify.ts'
import { keys } from '../../lib/queries.ts'
import { useAction } from '../../lib/use-action.ts'
import { flatteningTexts } from './wording.ts'

export type Flattening = Reply<typeof listFlatteningRoute>
export type Configuration = Flattening['configurations'][number]
export type Zone = Flattening['zone']
export type Version = Reply<typeof listVersionsRoute>['versions'][number]
export type LatestScan = Reply<typeof latestScanRoute>

/** The polling interval while DNS has not caught up, in milliseconds. */
const waitingMs = 15_000

/** Whether a lookup of the server may change what is shown. */
function isWaiting({ publication, status }: Configuration): boolean {
  if (publication === 'preview') return false
  return publication !== 'live' || status === 'pending'
}

export const flatteningQuery = queryOptions({
  queryKey: [...keys.flattening, 'list'],
  queryFn: ({ signal }) => call(listFlatteningRoute, { signal }),
  refetchInterval: query => (query.state.data?.configurations.some(isWaiting) ? waitingMs : false),
  meta: { failure: flatteningTexts.loadFailed },
})

export function versionsQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.flattening, 'versions', id],
    queryFn: ({ signal }) => call(listVersionsRoute, { params: { id }, signal }),
  })
}

/** Reloads the configurations, and the histories that are open. */
function reload(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.flattening })
}

interface Flattened {
  customer_slug?: string
  original_domain: string
  original_spf_record: string
}

/** The server's sentence about the entered record; null: the failure is about something else. */
function problemOf(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  const isOfRecord = error.code === 'validation' || error.code === 'upstream'
  // With another name the form can be sent again.
  return isOfRecord || error.detail === wording.slugTaken ? error.detail : null
}

/** @param onProblem gets the server's sentence about the entered record */
export function useCreate(onProblem: (problem: string | null) => void) {
  const client = useQueryClient()
  return useAction({
    key: ['spf-flattening', 'create'],
    run: (body: Flattened) => call(flattenRoute, { body }),
    failure: { failure: flatteningTexts.createFailed, preferDetail: true },
    // The list is there before the form closes.
    onSuccess: () => reload(client),
    onError: error => onProblem(problemOf(error)),
  })
}

/** @param onProblem gets the server's sentence about the entered record */
export function useUpdate({ id }: Configuration, onProblem: (problem: string | null) => void) {
  const client = useQueryClient()
  return useAction({
    key: ['spf-flattening', 'update', id],
    run: (body: Flattened) => call(flattenRoute, { body }),
    success: flatteningTexts.updated,
    failure: { failure: flatteningTexts.updateFailed },
    onSuccess: () => reload(client),
    onError: error => onProblem(problemOf(error)),
  })
}

export function useCheck({ id }: Configuration) {
  const client = useQueryClient()
  return useAction({
    key: ['spf-flattening', 'check', id],
    run: () => call(checkFlatteningRoute, { params: { id } }),
    success: ({ changes_detected }) => (changes_detected ? flatteningTexts.changesFound : null),
    failure: { failure: flatteningTexts.checkFailed },
    onSuccess: ({ changes_detected, configuration: { withheld } }) => {
      if (withheld?.additions) notify.info(flatteningTexts.changesWait)
      else if (!changes_detected) notify.info(flatteningTexts.noChanges)
    },
    // Also after a failure: the configuration then says why.
    onSettled: () => reload(client),
  })
}

interface Decision {
  decision: 'accept' | 'keep_out'
  /** Of the additions that the user saw. */
  version: string
}

/** Accepts the upstream additions that wait, or keeps them out. */
export function useDecide({ id }: Configuration) {
  const client = useQueryClient()
  return useAction({
    key: ['spf-flattening', 'decide', id],
    run: (body: Decision) => call(decideFlatteningRoute, { params: { id }, body }),
    failure: { failure: flatteningTexts.decideFailed, preferDetail: true },
    onSuccess: (_reply, { decision }) => {
      notify.success(flatteningTexts.decided[decision])
    },
    // Also after a failure: other additions may wait by now.
    onSettled: () => reload(client),
  })
}

interface Deleting {
  /** The user knows that mail depends on the record. */
  confirmed: boolean
}

/**
 * While the domain still includes the record, the server refuses unless `confirmed`, and `onConflict` gets its sentence.
 * `onDone`: it is deleted, or could not be.
 */
export function useDelete(
  { id }: Configuration,
  { onConflict, onDone }: { onConflict: (warning: string) => void; onDone: () => void },
) {
  const client = useQueryClient()
  return useAction({
    key: ['spf-flattening', 'delete', id],
    run: ({ confirmed }: Deleting) =>
      call(deleteFlatteningRoute, { params: { id }, query: confirmed ? { confirmed: 'true' } : {} }),
    success: flatteningTexts.deleted,
    failure: { failure: flatteningTexts.deleteFailed, answers: ['conflict'] },
    onError: error => {
      const warning = conflictDetail(error)
      if (warning !== null) onConflict(warning)
    },
    // Also after a failure: it may have been deleted elsewhere.
    onSettled: async (_reply, error) => {
      if (conflictDetail(error) !== null) return
      await reload(client)
      onDone()
    },
  })
}
