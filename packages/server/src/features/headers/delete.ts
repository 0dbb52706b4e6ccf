import { wording } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { Actor } from '../workspaces/actor.ts'
import { removeAnalysis } from './store.ts'

/** Deletes an analysis with its raw headers. @throws Refusal `not_found`, also after it has expired */
export async function deleteAnalysis(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  actor: Actor,
  id: string,
): Promise<null> {
  if (!(await removeAnalysis(store.db, actor.workspace.id, id, now()))) {
    throw new Refusal('not_found', wording.notFound)
  }
  return null
}
