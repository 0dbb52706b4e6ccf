import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { generateDmarcRoute, savedDmarcRoute } from '@waxseal/contract/routes'
import { type Target, targetFields } from '../../components/builder/target.ts'
import { orNull } from '../../components/builder/use-known.ts'
import { builderTexts } from '../../components/builder/wording.ts'
import { call, type Reply } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { type Draft, readDraft } from './form-values.ts'
import { dmarcTexts } from './wording.ts'

export type Saved = Reply<typeof savedDmarcRoute>
export type Generated = Reply<typeof generateDmarcRoute>

/** The settings generated last for one of the account's domains; null without any. */
export function savedDmarcQuery(domainId: string) {
  return queryOptions({
    queryKey: ['dmarc', 'saved', domainId],
    queryFn: ({ signal }) => orNull(call(savedDmarcRoute, { params: { domainId }, signal })),
    // Another tab may have generated a record a moment ago.
    staleTime: 0,
  })
}

/** Generates the record. The reply contains the settings as the server normalized them. */
export function useGenerateDmarc(target: Target, onDone: (generated: Generated, sent: Draft) => void) {
  const client = useQueryClient()
  return useAction({
    key: ['dmarc', 'generate', target.name],
    run: (draft: Draft) =>
      call(generateDmarcRoute, { body: { ...readDraft(draft).settings, ...targetFields(target) } }),
    success: dmarcTexts.done,
    failure: { failure: dmarcTexts.failed, preferDetail: true, failureByStatus: { 404: builderTexts.notFound } },
    onSuccess: (generated, sent) => {
      onDone(generated, sent)
      if (target.own) void client.invalidateQueries({ queryKey: savedDmarcQuery(target.domain.id).queryKey })
    },
  })
}
