import { wording } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { Actor } from '../workspaces/actor.ts'
import { requireConfiguration } from './list.ts'
import { isIncluded } from './look.ts'
import { updateConfiguration } from './store.ts'

/** A person waits. */
const lookMs = 5_000

/**
 * Deletes a hosted record. What is published stays hosted until the domain no longer includes it, and two days longer.
 *
 * @param isConfirmed whether the user knows that the domain includes it
 * @throws Refusal `not_found`; `conflict` when the domain includes it and that is not confirmed
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
    const dns = deps.freshDns(AbortSignal.any([signal, AbortSignal.timeout(lookMs)]))
    const seen = await isIncluded(dns, originalDomain, hostedName, signal)
    if (seen ?? row.included) throw new Refusal('conflict', wording.stillIncluded(originalDomain, hostedName))
  }
  const nextCheckAt = hostedName === null ? null : deps.now()
  await deps.store.transaction(tx => updateConfiguration(tx, row.id, { domainId: null, nextCheckAt }))
  return null
}
