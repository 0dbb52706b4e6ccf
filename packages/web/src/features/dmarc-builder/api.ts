import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { generateDmarcRoute, savedDmarcRoute } from '@waxseal/contract/routes'
import type { DmarcSettings } from '@waxseal/core/dmarc'
import { type Target, targetFields } from '../../components/builder/target.ts'
import { orNull } from '../../components/builder/use-known.ts'
import { call, type Reply } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { runsAlready } from '../../lib/query.ts'
import { dmarcTexts } from './wording.ts'

export type Saved = Reply<typeof savedDmarcRoute>
export type Generated = Reply<typeof generateDmarcRoute>

/** The settings generated last for one of the account's domains; null when none were. */
export function savedDmarcQuery(domainId: string) {
  return queryOptions({
    queryKey: ['dmarc', 'saved', domainId],
    queryFn: ({ signal }) => orNull(call(savedDmarcRoute, { params: { domainId }, signal })),
  })
}

const generateKey = ['dmarc', 'generate']

/** Generates the record; the reply's settings are as the server repaired them. */
export function useGenerateDmarc(target: Target, onDone: (generated: Generated) => void) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationKey: generateKey,
    mutationFn: (settings: DmarcSettings) =>
      call(generateDmarcRoute, { body: { ...settings, ...targetFields(target) } }),
    meta: { failure: dmarcTexts.failed, preferDetail: true },
    onSuccess: generated => {
      notify.success(dmarcTexts.done)
      onDone(generated)
      if (target.own) void client.invalidateQueries({ queryKey: savedDmarcQuery(target.domain.id).queryKey })
    },
  })
  return {
    busy: isPending,
    start: (settings: DmarcSettings) => void (runsAlready(client, generateKey) || mutate(settings)),
  }
}
