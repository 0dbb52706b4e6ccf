import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { generateSpfRoute, previewSpfRoute, savedSpfRoute } from '@waxseal/contract/routes'
import type { SpfSettings } from '@waxseal/core/spf'
import { type Target, targetFields } from '../../components/builder/target.ts'
import { orNull } from '../../components/builder/use-known.ts'
import { builderTexts } from '../../components/builder/wording.ts'
import { call, type Reply } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { spfTexts } from './wording.ts'

export type Preview = Reply<typeof previewSpfRoute>
export type Generated = Reply<typeof generateSpfRoute>

/** The settings generated last for one of the account's domains; null without any. */
export function savedSpfQuery(domainId: string) {
  return queryOptions({
    queryKey: ['spf', 'saved', domainId],
    queryFn: ({ signal }) => orNull(call(savedSpfRoute, { params: { domainId }, signal })),
    // Another tab may have generated a record a moment ago.
    staleTime: 0,
  })
}

/** The effect of some settings at receivers. A change of the settings cancels the call. */
export function previewQuery(target: Target, settings: SpfSettings) {
  return queryOptions({
    queryKey: ['spf', 'preview', targetFields(target), settings],
    queryFn: ({ signal }) => call(previewSpfRoute, { body: bodyOf(target, settings), signal }),
    staleTime: 60_000,
    gcTime: 60_000,
    // The preview sheet shows the failure.
    meta: { shown: true },
  })
}

/** Generates the record. The reply contains the settings as the server normalized them. */
export function useGenerateSpf(target: Target, onDone: (generated: Generated, sent: SpfSettings) => void) {
  const client = useQueryClient()
  return useAction({
    key: ['spf', 'generate', target.name],
    run: (settings: SpfSettings) => call(generateSpfRoute, { body: bodyOf(target, settings) }),
    success: spfTexts.done,
    failure: { failure: spfTexts.failed, preferDetail: true, failureByStatus: { 404: builderTexts.notFound } },
    onSuccess: (generated, sent) => {
      onDone(generated, sent)
      if (target.own) void client.invalidateQueries({ queryKey: savedSpfQuery(target.domain.id).queryKey })
    },
  })
}

function bodyOf(target: Target, settings: SpfSettings) {
  const { include_domains, ip4_addresses, ip6_addresses } = settings
  return {
    ...settings,
    include_domains: [...include_domains],
    ip4_addresses: [...ip4_addresses],
    ip6_addresses: [...ip6_addresses],
    ...targetFields(target),
  }
}
