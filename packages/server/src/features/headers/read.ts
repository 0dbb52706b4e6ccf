import { type HeaderAnalysisReply, wording } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { Actor } from '../workspaces/actor.ts'
import { newSelectors } from './new-selectors.ts'
import { present } from './present.ts'
import { analysisOf } from './store.ts'

/** A stored analysis. @throws Refusal `not_found`, also after it has expired */
export async function readAnalysis(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  actor: Actor,
  id: string,
): Promise<HeaderAnalysisReply> {
  const row = await analysisOf(store.db, actor.workspace.id, id, now())
  if (row === undefined) throw new Refusal('not_found', wording.notFound)
  return present(row, {
    newSelectors: await newSelectors(store.db, actor, row.document.passed_keys),
    reader: actor.workspace.tier,
  })
}
