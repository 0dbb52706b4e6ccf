import type { Deps } from '../../deps.ts'
import { refuseIncluded } from '../domains/refuse-included.ts'
import type { Actor } from '../workspaces/actor.ts'
import { requireConfiguration } from './list.ts'
import { updateConfiguration } from './store.ts'

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
  const nextCheckAt = hostedName === null ? null : deps.now()
  await deps.store.transaction(tx => updateConfiguration(tx, row.id, { domainId: null, nextCheckAt }))
  return null
}
