import { wording } from '@waxseal/contract'
import { isAtLeast, plans, type Role, roleLabels } from '@waxseal/core/plan'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { recordEvent } from '../audit/record.ts'
import { type Actor, type PersonActor, requireRole } from './actor.ts'
import { revokeKeysBy, revokeKeysWith } from './key-store.ts'
import {
  deleteInvitationsBy,
  deleteMember,
  type Member,
  membersOf,
  placesTaken,
  updateName,
  updateRole,
} from './member-store.ts'
import { lockWorkspace } from './store.ts'

export async function renameWorkspace(deps: Deps, actor: Actor, name: string): Promise<{ name: string }> {
  const { id, name: from } = actor.workspace
  await deps.store.transaction(async tx => {
    await updateName(tx, id, name)
    if (name !== from) await recordEvent(deps, tx, actor, { action: 'workspace.renamed', detail: { from, to: name } })
  })
  return { name }
}

/** The members of the workspace, and how much of the plan's limit is taken. */
export async function listMembers({ store, now }: Deps, { workspace }: Actor) {
  const members = await membersOf(store.db, workspace.id)
  return {
    members: members.map(present),
    limit: plans[workspace.tier].members,
    used: await placesTaken(store.db, workspace.id, now()),
  }
}

/**
 * Gives a member another role.
 *
 * @throws Refusal `not_found`; `forbidden_role` when an actor below owner makes or changes one; `conflict` for the
 *   last owner
 */
export async function setRole(deps: Deps, actor: PersonActor, personId: string, role: Role) {
  return deps.store.transaction(async tx => {
    const target = await changeable(tx, actor, personId, role)
    await updateRole(tx, actor.workspace.id, target.personId, role)
    if (role !== target.role) {
      const detail = { from: roleLabels[target.role], to: roleLabels[role] }
      const event = { action: 'member.role_changed', subject: target.email, detail } as const
      await recordEvent(deps, tx, actor, event, target.personId)
    }
    if (!isAtLeast(role, 'admin')) {
      await deleteInvitationsBy(tx, actor.workspace.id, target.personId)
      await revokeKeysBy(tx, actor.workspace.id, target.personId, deps.now())
    } else if (!isAtLeast(role, 'owner')) {
      const ofTarget = { workspaceId: actor.workspace.id, personId: target.personId }
      await revokeKeysWith(tx, { ...ofTarget, scope: 'admin' }, deps.now())
    }
    return present({ ...target, role })
  })
}

/** @throws Refusal as `setRole` does */
export async function removeMember(deps: Deps, actor: PersonActor, personId: string): Promise<null> {
  return deps.store.transaction(async tx => {
    const target = await changeable(tx, actor, personId, null)
    await endMembership(tx, actor.workspace.id, target.personId)
    // Of two owners, one may remove themselves.
    if (target.personId === actor.by.id) await recordEvent(deps, tx, actor, { action: 'member.left' })
    else await recordEvent(deps, tx, actor, { action: 'member.removed', subject: target.email }, target.personId)
    return null
  })
}

/** Ends the actor's own membership, whatever their role. @throws Refusal `conflict` for the last owner */
export async function leaveWorkspace(deps: Deps, { workspace, by }: PersonActor): Promise<null> {
  return deps.store.transaction(async tx => {
    await lockWorkspace(tx, workspace.id)
    keepAnOwner(await membersOf(tx, workspace.id), by.id)
    await endMembership(tx, workspace.id, by.id)
    await recordEvent(deps, tx, { workspace, by }, { action: 'member.left' })
    return null
  })
}

/**
 * Open invitations end with the right to invite: with one of their own a former member could come back. The database
 * deletes the API keys of the member with the membership.
 */
export async function endMembership(tx: Tx, workspaceId: string, personId: string): Promise<void> {
  await deleteMember(tx, workspaceId, personId)
  await deleteInvitationsBy(tx, workspaceId, personId)
}

/** The member, once it is sure that this actor may give them the role, or with null remove them. */
async function changeable(tx: Tx, actor: PersonActor, personId: string, role: Role | null): Promise<Member> {
  const { own, members } = await lockedRole(tx, actor, 'admin')
  const target = members.find(each => each.personId === personId.toLowerCase())
  if (target === undefined) throw new Refusal('not_found', wording.notFound)
  if (target.role === 'owner' || role === 'owner') requireRole(own, 'owner')
  if (role !== 'owner') keepAnOwner(members, target.personId)
  return target
}

/**
 * Locks the workspace until the transaction ends, and reads its members and the actor's own role as they are now: another
 * change may have come between the start of the call and the lock. Two owners who demote each other do not both succeed.
 *
 * @throws Refusal `not_found` when the actor has left; `forbidden_role` below `least`
 */
export async function lockedRole(
  tx: Tx,
  { workspace, by }: PersonActor,
  least: Role,
): Promise<{ own: Member; members: readonly Member[] }> {
  await lockWorkspace(tx, workspace.id)
  const members = await membersOf(tx, workspace.id)
  const own = members.find(({ personId }) => personId === by.id)
  if (own === undefined) throw new Refusal('not_found', wording.notFound)
  requireRole(own, least)
  return { own, members }
}

function keepAnOwner(members: readonly Member[], without: string): void {
  const owners = members.filter(({ role }) => role === 'owner')
  if (owners.length === 1 && owners[0]?.personId === without) throw new Refusal('conflict', wording.lastOwner)
}

function present({ personId, name, email, role, joinedAt }: Member) {
  return { person_id: personId, name, email, role, joined_at: joinedAt.toISOString() }
}
