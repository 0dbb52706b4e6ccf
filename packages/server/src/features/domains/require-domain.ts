import { wording } from '@waxseal/contract'
import type { Database, Tx } from '../../db/store.ts'
import { Refusal } from '../../errors.ts'
import type { Actor } from '../workspaces/actor.ts'
import { refuseReadOnly } from './read-only.ts'
import { type DomainRow, lockedDomain, ownedDomain } from './store.ts'

type InWorkspace = Pick<Actor, 'workspace'>

/**
 * The domain with this id in the actor's workspace.
 *
 * @throws Refusal `not_found` for another workspace's, an unknown and an impossible id alike
 */
export async function requireDomain(db: Database | Tx, { workspace }: InWorkspace, id: string): Promise<DomainRow> {
  return found(await ownedDomain(db, workspace.id, id))
}

/** The same, with the row locked until the transaction ends: starting, saving and deleting wait for each other. */
export async function requireLockedDomain(tx: Tx, { workspace }: InWorkspace, id: string): Promise<DomainRow> {
  return found(await lockedDomain(tx, workspace.id, id))
}

/**
 * The same, locked, to change the domain or what belongs to it.
 *
 * @throws Refusal `not_found`; `domain_read_only`
 */
export async function requireEditableDomain(tx: Tx, { workspace }: InWorkspace, id: string): Promise<DomainRow> {
  const row = found(await lockedDomain(tx, workspace.id, id))
  await refuseReadOnly(tx, workspace, row.id)
  return row
}

function found(row: DomainRow | undefined): DomainRow {
  if (row === undefined) throw new Refusal('not_found', wording.notFound)
  return row
}
