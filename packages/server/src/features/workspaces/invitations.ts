import { createHash, randomBytes } from 'node:crypto'
import { wording } from '@waxseal/contract'
import { mayAddMember, plans, roleLabels } from '@waxseal/core/plan'
import type { Tx } from '../../db/store.ts'
import { isUuid } from '../../db/uuid.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { recordEvent } from '../audit/record.ts'
import type { Actor, PersonActor } from './actor.ts'
import {
  deleteInvitation,
  giveSignUpBack,
  insertInvitation,
  invitationOf,
  membersOf,
  openInvitations,
  placesTaken,
  takeInvitation,
  takeSignUp,
} from './member-store.ts'
import { lockedRole } from './members.ts'
import type { Person } from './sign-in.ts'
import { insertMember, lockWorkspace } from './store.ts'

/** An invitation is open for so long. */
const openForMs = 7 * 86_400_000

export async function listInvitations({ store, now }: Deps, { workspace }: Actor) {
  const rows = await openInvitations(store.db, workspace.id, now())
  return { invitations: rows.map(row => present(row, row.author)) }
}

/**
 * Makes an invitation and the link that carries its token. The database keeps the token's hash alone, and the link has
 * the token in its fragment, which browsers send to no server.
 *
 * @throws Refusal `member_limit` when members and open invitations take every place of the plan
 */
export async function invite(deps: Deps, actor: PersonActor, author: Person, role: Row['role']) {
  const { workspace, by } = actor
  const createdAt = deps.now()
  const token = randomBytes(32).toString('base64url')
  const row = await deps.store.transaction(async tx => {
    await lockedRole(tx, actor, 'admin')
    const gate = mayAddMember(workspace.tier, await placesTaken(tx, workspace.id, createdAt))
    if (!gate.allowed) {
      const detail = wording.memberLimit(plans[workspace.tier].label, gate.limit)
      throw new Refusal('member_limit', detail, { feature: 'members' })
    }
    await recordEvent(deps, tx, actor, { action: 'member.invited', detail: { role: roleLabels[role] } })
    return insertInvitation(tx, {
      workspaceId: workspace.id,
      role,
      tokenHash: hashOf(token),
      createdBy: by.id,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + openForMs),
    })
  })
  return { invitation: present(row, author.name), link: `${deps.env.publicUrl}/join#${token}` }
}

/** @throws Refusal `not_found` when the workspace has no such open invitation */
export async function revokeInvitation(deps: Deps, actor: Actor, id: string): Promise<null> {
  return deps.store.transaction(async tx => {
    const removed = isUuid(id) ? await deleteInvitation(tx, actor.workspace.id, id) : undefined
    if (removed === undefined) throw new Refusal('not_found', wording.notFound)
    const detail = { role: roleLabels[removed.role] }
    await recordEvent(deps, tx, actor, { action: 'member.invitation_revoked', detail })
    return null
  })
}

/** What an invitation is to. @throws Refusal `not_found`; `gone` once it is used or has expired */
export async function readInvitation({ store, env, auth, now }: Deps, token: string) {
  const { invitation, workspace } = await openInvitation(store.db, token, now())
  return {
    workspace_name: workspace.name,
    role: invitation.role,
    expires_at: invitation.expiresAt.toISOString(),
    may_sign_up: (opensSignUp(env) && isSignUpFree(invitation.signUpAt, now())) || (await auth.signUpOpen()),
  }
}

/**
 * After this time an open invitation permits another sign-up, in ms. A person who mistyped their address, or whose
 * confirmation mail was lost, is not locked out, and a link still opens no accounts in bulk.
 */
const signUpAgainAfter = 10 * 60_000

const lastSignUpBefore = (now: Date): Date => new Date(now.getTime() - signUpAgainAfter)
const isSignUpFree = (last: Date | null, now: Date): boolean => last === null || last <= lastSignUpBefore(now)

/**
 * Runs the sign-up that an open invitation permits where sign-up is closed otherwise. A sign-up that fails leaves the
 * invitation as it was; of two at the same moment one is refused.
 *
 * @returns the answer of `work`; null: the invitation permits no sign-up
 */
export async function signUpInvited(
  { store, env, now }: Pick<Deps, 'store' | 'env' | 'now'>,
  token: string,
  work: () => Promise<Response>,
): Promise<Response | null> {
  const at = now()
  const during = { now: at, lastBefore: lastSignUpBefore(at) }
  const taken = opensSignUp(env) ? await takeSignUp(store.db, hashOf(token), during) : null
  if (taken === null) return null
  let signedUp = false
  try {
    const response = await work()
    signedUp = response.ok
    return response
  } finally {
    if (!signedUp) await giveSignUpBack(store.db, taken)
  }
}

/** `SIGNUP=closed` is closed to invited people too. */
const opensSignUp = ({ signup }: Deps['env']): boolean => signup !== 'closed'

/**
 * Joins the workspace of an invitation. A member stays as they are, and the invitation stays open.
 *
 * @throws Refusal `not_found`; `gone`, also for the second of two who accept at the same moment; `member_limit` when
 *   the plan has become smaller since
 */
export async function acceptInvitation(deps: Deps, { by }: PersonActor, token: string) {
  const now = deps.now()
  return deps.store.transaction(async tx => {
    const found = await openInvitation(tx, token, now)
    await lockWorkspace(tx, found.workspace.id)
    // Its workspace may have been deleted before the lock.
    const { invitation, workspace } = await openInvitation(tx, token, now)
    const members = await membersOf(tx, workspace.id)
    const known = members.find(({ personId }) => personId === by.id)
    const { id, name } = workspace
    if (known !== undefined) return { workspace: { id, name, role: known.role }, already_member: true }
    if (!(await takeInvitation(tx, invitation.id, { usedAt: now, usedBy: by.id }))) {
      throw new Refusal('gone', wording.invitationUsed)
    }
    const tier = deps.env.billing === 'off' ? deps.env.defaultTier : workspace.tier
    if (!mayAddMember(tier, members.length).allowed) throw new Refusal('member_limit', wording.noRoomToJoin)
    await insertMember(tx, { workspaceId: id, personId: by.id, role: invitation.role, joinedAt: now })
    const detail = { role: roleLabels[invitation.role] }
    await recordEvent(deps, tx, { workspace, by }, { action: 'member.joined', detail })
    return { workspace: { id, name, role: invitation.role }, already_member: false }
  })
}

async function openInvitation(db: Deps['store']['db'] | Tx, token: string, now: Date) {
  const row = await invitationOf(db, hashOf(token))
  if (row === undefined) throw new Refusal('not_found', wording.invitationUnknown)
  if (row.invitation.usedAt !== null) throw new Refusal('gone', wording.invitationUsed)
  if (row.invitation.expiresAt <= now) throw new Refusal('gone', wording.invitationExpired)
  return row
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

type Row = Awaited<ReturnType<typeof insertInvitation>>

function present(row: Row, author: string | null) {
  return {
    id: row.id,
    role: row.role,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    created_by: author,
  }
}
