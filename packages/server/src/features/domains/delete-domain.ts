import { wording } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { recordEvent } from '../audit/record.ts'
import type { Actor } from '../workspaces/actor.ts'
import { hostedOfDomain } from './hosted-store.ts'
import { refuseIncluded } from './refuse-included.ts'
import { requireDomain } from './require-domain.ts'
import { removeDomain } from './store.ts'

/**
 * Deletes a domain with its scans. A hosted SPF record that the domain includes stays hosted, because mail depends on it.
 *
 * @param isConfirmed whether the user knows that the domain may include a hosted record
 * @throws Refusal `not_found`; `conflict` when the domain includes a hosted record, or that could not be checked, and it is
 * not confirmed
 */
export async function deleteDomain(
  deps: Pick<Deps, 'store' | 'freshDns' | 'now'>,
  actor: Actor,
  { id, isConfirmed }: { id: string; isConfirmed: boolean },
  signal: AbortSignal,
): Promise<null> {
  const { db } = deps.store
  const row = await requireDomain(db, actor, id)
  const hosted = isConfirmed ? undefined : await hostedOfDomain(db, row.id)
  if (hosted !== undefined) await refuseIncluded(deps, { domain: row.name, ...hosted }, signal)
  await deps.store.transaction(async tx => {
    if (!(await removeDomain(tx, actor.workspace.id, row.id))) throw new Refusal('not_found', wording.notFound)
    await recordEvent(deps, tx, actor, { action: 'domain.removed', subject: row.name })
  })
  return null
}
