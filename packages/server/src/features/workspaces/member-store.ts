import type { Role } from '@waxseal/core/plan'
import { and, asc, count, desc, eq, gt, inArray, isNull, lt, lte, or } from 'drizzle-orm'
import { invitation, member, person, workspace } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'
import { livePerson, liveWorkspace } from './live.ts'

/** A member as the list shows one. */
export interface Member {
  personId: string
  name: string
  email: string
  role: Role
  joinedAt: Date
}

const columns = {
  personId: member.personId,
  name: person.name,
  email: person.email,
  role: member.role,
  joinedAt: member.joinedAt,
}

/** The members of a workspace, the one who joined first first. */
export async function membersOf(db: Database | Tx, workspaceId: string): Promise<Member[]> {
  return db
    .select(columns)
    .from(member)
    .innerJoin(person, eq(person.id, member.personId))
    .where(and(eq(member.workspaceId, workspaceId), livePerson))
    .orderBy(asc(member.joinedAt), asc(member.personId))
}

export async function updateRole(tx: Tx, workspaceId: string, personId: string, role: Role): Promise<void> {
  await tx.update(member).set({ role }).where(is(workspaceId, personId))
}

/** Deletes a membership; with it the database deletes the chat of the member in this workspace. */
export async function deleteMember(tx: Tx, workspaceId: string, personId: string): Promise<void> {
  await tx.delete(member).where(is(workspaceId, personId))
}

const is = (workspaceId: string, personId: string) =>
  and(eq(member.workspaceId, workspaceId), eq(member.personId, personId))

export async function updateName(db: Database | Tx, id: string, name: string): Promise<void> {
  await db.update(workspace).set({ name }).where(eq(workspace.id, id))
}

type InvitationRow = typeof invitation.$inferSelect

/** An invitation with the name of who made it. */
export type Invitation = InvitationRow & { author: string | null }

/** The open invitations of a workspace, the newest first. */
export async function openInvitations(db: Database, workspaceId: string, now: Date): Promise<Invitation[]> {
  const rows = await db
    .select({ invitation, author: person.name })
    .from(invitation)
    .leftJoin(person, and(eq(person.id, invitation.createdBy), livePerson))
    .where(isOpen(workspaceId, now))
    .orderBy(desc(invitation.createdAt), desc(invitation.id))
  return rows.map(row => ({ ...row.invitation, author: row.author }))
}

/** Members and open invitations of a workspace together: what the plan's limit counts. */
export async function placesTaken(db: Database | Tx, workspaceId: string, now: Date): Promise<number> {
  const members = await memberCount(db, workspaceId)
  const [invited] = await db.select({ n: count() }).from(invitation).where(isOpen(workspaceId, now))
  return members + (invited?.n ?? 0)
}

async function memberCount(db: Database | Tx, workspaceId: string): Promise<number> {
  const [members] = await db
    .select({ n: count() })
    .from(member)
    .innerJoin(person, eq(person.id, member.personId))
    .where(and(eq(member.workspaceId, workspaceId), livePerson))
  return members?.n ?? 0
}

/**
 * The names of the people with these ids who are not deleted, members or no longer. None where the workspace has one
 * member alone: there is no one to tell apart.
 */
export async function authorNames(
  db: Database,
  workspaceId: string,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(ids)].filter(id => id !== null)
  if (known.length === 0 || (await memberCount(db, workspaceId)) < 2) return new Map()
  const rows = await db
    .select({ id: person.id, name: person.name })
    .from(person)
    .where(and(inArray(person.id, known), livePerson))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const isOpen = (workspaceId: string, now: Date) =>
  and(eq(invitation.workspaceId, workspaceId), isNull(invitation.usedAt), gt(invitation.expiresAt, now))

export async function insertInvitation(tx: Tx, row: typeof invitation.$inferInsert): Promise<InvitationRow> {
  const [added] = await tx.insert(invitation).values(row).returning()
  if (added === undefined) throw new Error('an invitation was inserted and not answered')
  return added
}

/** Deletes an unused invitation and returns it; undefined when the workspace has none with this id. */
export async function deleteInvitation(
  db: Database | Tx,
  workspaceId: string,
  id: string,
): Promise<InvitationRow | undefined> {
  const [row] = await db
    .delete(invitation)
    .where(and(eq(invitation.workspaceId, workspaceId), eq(invitation.id, id), isNull(invitation.usedAt)))
    .returning()
  return row
}

/** Deletes the invitations of a workspace that one person made and that are unused. */
export async function deleteInvitationsBy(tx: Tx, workspaceId: string, personId: string): Promise<void> {
  await tx
    .delete(invitation)
    .where(and(eq(invitation.workspaceId, workspaceId), eq(invitation.createdBy, personId), isNull(invitation.usedAt)))
}

/** The invitation with this hash of its token, in a workspace that is not deleted. */
export async function invitationOf(db: Database | Tx, tokenHash: string) {
  const [row] = await db
    .select({ invitation, workspace })
    .from(invitation)
    .innerJoin(workspace, eq(workspace.id, invitation.workspaceId))
    .where(and(eq(invitation.tokenHash, tokenHash), liveWorkspace))
  return row
}

/**
 * Takes the sign-up that an open invitation permits; null when it permits none now.
 *
 * @param lastBefore when the last one must have been taken at the latest
 * @returns the invitation's id
 */
export async function takeSignUp(
  db: Database,
  tokenHash: string,
  { now, lastBefore }: { now: Date; lastBefore: Date },
): Promise<string | null> {
  const rows = await db
    .update(invitation)
    .set({ signUpAt: now })
    .where(
      and(
        eq(invitation.tokenHash, tokenHash),
        or(isNull(invitation.signUpAt), lte(invitation.signUpAt, lastBefore)),
        isNull(invitation.usedAt),
        gt(invitation.expiresAt, now),
        inArray(invitation.workspaceId, db.select({ id: workspace.id }).from(workspace).where(liveWorkspace)),
      ),
    )
    .returning({ id: invitation.id })
  return rows[0]?.id ?? null
}

/** Gives the sign-up back that was taken last. */
export async function giveSignUpBack(db: Database, id: string): Promise<void> {
  await db.update(invitation).set({ signUpAt: null }).where(eq(invitation.id, id))
}

/** Deletes the invitations, of every workspace and used or not, that expired before this time. */
export async function forgetInvitations(db: Database, expiredBefore: Date): Promise<void> {
  await db.delete(invitation).where(lt(invitation.expiresAt, expiredBefore))
}

/** Marks an invitation as used; false when another call was faster. */
export async function takeInvitation(tx: Tx, id: string, by: { usedAt: Date; usedBy: string }): Promise<boolean> {
  const rows = await tx
    .update(invitation)
    .set(by)
    .where(and(eq(invitation.id, id), isNull(invitation.usedAt)))
    .returning({ id: invitation.id })
  return rows.length === 1
}
