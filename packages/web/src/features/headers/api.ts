import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { HeaderAnalysisReply } from '@waxseal/contract'
import {
  addSelectorRoute,
  analyzeHeadersRoute,
  deleteHeadersRoute,
  exportHeadersPdfRoute,
  listHeadersRoute,
  readHeadersRoute,
} from '@waxseal/contract/routes'
import { exportName } from '@waxseal/core/headers'
import { call, type Reply, send } from '../../lib/api.ts'
import { ApiError, lockedFeature } from '../../lib/api-error.ts'
import { saveFile } from '../../lib/download.ts'
import { keys } from '../../lib/queries.ts'
import { useAction } from '../../lib/use-action.ts'
import { headerTexts } from './wording.ts'

export type Analysis = HeaderAnalysisReply
export type Evidence = Analysis['findings'][number]['evidence'][number]
export type Hop = Analysis['parsed_data']['delivery_path'][number]
export type StoredAnalysis = Reply<typeof listHeadersRoute>['analyses'][number]
export type Reputation = Analysis['vt_results']
export type NewSelector = Analysis['new_selectors'][number]

const listKey = ['headers', 'list'] as const

export const analysesQuery = queryOptions({
  queryKey: listKey,
  queryFn: ({ signal }) => call(listHeadersRoute, { signal }),
})

/** A stored analysis; null: none is chosen. */
export function analysisQuery(id: string | null) {
  return queryOptions({
    queryKey: ['headers', 'analysis', id],
    queryFn: ({ signal }) => call(readHeadersRoute, { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
    // It never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Analyzes pasted text. The result is then the stored analysis of its id. */
export function useAnalyze() {
  const client = useQueryClient()
  return useAction({
    key: ['headers', 'analyze'],
    run: (raw_headers: string) => call(analyzeHeadersRoute, { body: { raw_headers } }),
    failure: { failure: headerTexts.analyzeFailed, preferDetail: true },
    onSuccess: analysis => {
      client.setQueryData(analysisQuery(analysis.id).queryKey, analysis)
      // The result is not held back by the list.
      void client.invalidateQueries({ queryKey: listKey })
    },
  })
}

/** `onDone`: it is deleted, or could not be. */
export function useDeleteAnalysis({ id }: StoredAnalysis, onDone: (isDeleted: boolean) => void) {
  const client = useQueryClient()
  return useAction({
    key: ['headers', 'delete', id],
    run: () => call(deleteHeadersRoute, { params: { id } }),
    success: 'Analysis deleted',
    failure: { failure: 'Failed to delete the analysis' },
    // Also after a failure: it may have been deleted elsewhere.
    onSettled: async (_reply, error) => {
      await client.invalidateQueries({ queryKey: listKey })
      onDone(error === null)
      if (error === null) client.removeQueries({ queryKey: analysisQuery(id).queryKey })
    },
  })
}

export function useExportPdf({ id, parsed_data: { subject } }: Analysis) {
  return useAction({
    key: ['headers', 'export', id],
    run: async () => saveFile(await pdfOf(id), exportName(subject)),
    failure: { preferDetail: true },
  })
}

/** Rejects with the sentence of the specification as the detail, except where the plan or the role refuses. */
async function pdfOf(id: string): Promise<Blob> {
  let file: Blob
  try {
    file = await (await send(exportHeadersPdfRoute, { params: { id } }, 'application/pdf')).blob()
  } catch (error) {
    if (lockedFeature(error) !== null) throw error
    if (error instanceof ApiError && error.code === 'forbidden_role') throw error
    const status = error instanceof ApiError ? error.status : 0
    throw new ApiError(status, { detail: headerTexts.exportFailed(reasonOf(status)) }, error)
  }
  if (file.size === 0) throw new ApiError(200, { detail: headerTexts.exportFailed(headerTexts.emptyPdf) })
  return file
}

function reasonOf(status: number): string {
  if (status === 0) return 'the server could not be reached'
  // It was deleted elsewhere, or its time is over.
  return status === 404 ? headerTexts.nothingToExport : `HTTP ${status}`
}

/** Adds a DKIM selector that a message showed to its domain. */
export function useAddSelector({ domain_id, selector }: NewSelector) {
  const client = useQueryClient()
  return useAction({
    key: ['selectors', 'add', domain_id, selector],
    run: () => call(addSelectorRoute, { params: { id: domain_id }, body: { selector } }),
    success: 'Selector added. The next scan looks it up.',
    failure: { failure: 'The selector could not be added', preferDetail: true },
    onSuccess: reply => client.setQueryData(keys.selectors(domain_id), reply),
  })
}
