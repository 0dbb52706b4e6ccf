import { wording } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { recordEvent } from '../audit/record.ts'
import { refuseIncluded } from '../domains/refuse-included.ts'
import type { Actor } from '../workspaces/actor.ts'
import { lockWorkspace } from '../workspaces/store.ts'
import { requireConfiguration } from './list.ts'
import { ownedConfiguration, updateConfiguration } from './store.ts'

/**
 * Deletes a hosted record. What is published stays hosted until the domain no longer includes it, and two days longer.
 *
 * @param isConfirmed whether the user knows that the domain includes it
 * @throws Refusal `not_found`; `conflict` as `refuseIncluded`, unless it is confirmed
 */
export async function deleteConfiguration(
  deps: Deps,
  actor: Actor,
  { id, isConfirmed }: { id: string; isConfirmed: boolean },
  signal: AbortSignal,
): Promise<null> {
  const row = await requireConfiguration(deps, actor, id)
  const { hostedName, originalDomain } = row
  if (hostedName !== null && !isConfirmed) {
    await refuseIncluded(deps, { domain: originalDomain, hostedName, included: row.included }, signal)
  }
  await deps.store.transaction(async tx => {
    await lockWorkspace(tx, actor.workspace.id)
    const now = await ownedConfiguration(tx, actor.workspace.id, id)
    if (now === undefined) throw new Refusal('not_found', wording.notFound)
    const nextCheckAt = now.hostedName === null ? null : deps.now()
    await updateConfiguration(tx, now.id, { domainId: null, nextCheckAt })
    await recordEvent(deps, tx, actor, { action: 'record.hosted_removed', subject: originalDomain })
  })
  return null
}
