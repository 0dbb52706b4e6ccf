import { useQuery, useQueryClient } from '@tanstack/react-query'
import { decideRoute, deleteDecisionRoute, listDecisionsRoute } from '@waxseal/contract/routes'
import { call } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { domainsQuery, isNotFound, keys } from '../../../lib/queries.ts'
import { useAction } from '../../../lib/use-action.ts'
import { reportTexts } from '../wording.ts'
import {
  type About,
  type Deciding,
  type Decision,
  isSame,
  restored,
  withDecision,
  withoutDecision,
} from './decisions.ts'

/** A decision that is on its way to the server has no id of its own yet. */
export const unsaved = ''

interface Options {
  /** The server took no such decision: what was typed, and the sentence that says why. */
  onRefused: (typed: Deciding, error: string) => void
}

/** What the owner decided about a domain's findings. Changes show at once, and go back where the server refuses. */
export function useDecisions(domainId: string, { onRefused }: Options) {
  const client = useQueryClient()
  const queryKey = ['decisions', domainId]
  const key = ['decide', domainId]
  const list = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await call(listDecisionsRoute, { params: { id: domainId }, signal })).decisions satisfies readonly Decision[],
    // Whoever comes back from another tab may have decided there, however short a time ago.
    refetchOnWindowFocus: 'always',
  })

  const change = (by: (decisions: readonly Decision[]) => Decision[]): void => {
    client.setQueryData<Decision[]>(queryKey, decisions => by(decisions ?? []))
  }
  /** What stands now about the same finding, kept so that a failed change can go back to it. */
  const begin = async (about: About): Promise<Decision | null> => {
    await client.cancelQueries({ queryKey })
    const now = client.getQueryData<Decision[]>(queryKey) ?? []
    return now.find(decision => isSame(decision, about)) ?? null
  }
  /** What came of one change is shown when it was the last; before another it would undo what is still on its way. */
  const isLast = (): boolean => client.isMutating({ mutationKey: key }) === 1
  const conclude = (by: (decisions: readonly Decision[]) => Decision[]): void => {
    if (isLast()) change(by)
  }
  const settle = (): unknown => {
    if (!isLast()) return undefined
    // A decided finding is named in neither list nor dashboard.
    for (const other of [domainsQuery.queryKey, keys.dashboard]) void client.invalidateQueries({ queryKey: other })
    return client.invalidateQueries({ queryKey })
  }

  const decide = useAction({
    key,
    // One after the other: the last decision about a finding is the one that stays.
    meanwhile: 'queued',
    run: (body: Deciding) => call(decideRoute, { params: { id: domainId }, body }),
    // In the form, with what was typed.
    failure: 'shown',
    onMutate: async typed => {
      const before = await begin(typed)
      const { note = '', ...rest } = typed
      change(list => withDecision(list, { ...rest, note, ...fresh(before) }))
      return before
    },
    onSuccess: saved => conclude(list => withDecision(list, saved)),
    onError: (error, typed, before) => {
      conclude(list => restored(list, typed, before ?? null))
      onRefused(typed, error instanceof ApiError && error.detail ? error.detail : reportTexts.decisionFailed)
    },
    onSettled: settle,
  })

  const undo = useAction({
    key,
    meanwhile: 'queued',
    run: async ({ id }: Decision) => {
      try {
        await call(deleteDecisionRoute, { params: { id: domainId, decisionId: id } })
      } catch (error) {
        // Another tab undid it, which is what this click asked for.
        if (!isNotFound(error)) throw error
      }
    },
    failure: { failure: reportTexts.undoFailed },
    onMutate: async decision => {
      const before = await begin(decision)
      change(list => withoutDecision(list, decision))
      return before
    },
    onError: (_error, decision, before) => conclude(list => restored(list, decision, before ?? null)),
    onSettled: settle,
  })

  return { list, decide: decide.start, undo: undo.start }
}

/** What the server adds. The finding is in the scan, and its own line is shown instead of the decision's. */
function fresh(before: Decision | null): Pick<Decision, 'id' | 'reason' | 'decided_at' | 'decided_by' | 'expired'> {
  return {
    id: before?.id ?? unsaved,
    reason: before?.reason ?? '',
    decided_at: new Date().toISOString(),
    decided_by: null,
    expired: false,
  }
}
