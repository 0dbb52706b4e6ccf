import { wording } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { Actor } from '../workspaces/actor.ts'
import { includedHostedName } from './hosted-store.ts'
import { requireLockedDomain } from './require-domain.ts'
import { removeDomain } from './store.ts'

/**
 * Deletes a domain with its scans. A hosted SPF record that the domain includes stays hosted, because mail depends on it.
 *
 * @param isConfirmed whether the user knows that the domain includes a hosted record
 * @throws Refusal `not_found`; `conflict` when the domain includes a hosted record and that is not confirmed
 */
export async function deleteDomain(
  { store }: Pick<Deps, 'store'>,
  actor: Actor,
  { id, isConfirmed }: { id: string; isConfirmed: boolean },
): Promise<null> {
  await store.transaction(async tx => {
    const row = await requireLockedDomain(tx, actor, id)
    const hostedName = await includedHostedName(tx, row.id)
    if (hostedName !== null && !isConfirmed) {
      throw new Refusal('conflict', wording.stillIncluded(row.name, hostedName))
    }
    await removeDomain(tx, actor.workspace.id, row.id)
  })
  return null
}
