import {
  absent,
  accountBounds,
  type Bounded,
  type InvitationFacts,
  type KeysFacts,
  known,
  type MembersFacts,
  privateText,
  type Read,
} from '@waxseal/core/assistant'
import { isAtLeast, mayUse } from '@waxseal/core/plan'
import { and, asc, count, desc, eq, gt, inArray, isNull } from 'drizzle-orm'
import { apiKey, invitation, member, person } from '../../db/schema/index.ts'
import type { Database } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { type Actor, authorId } from './actor.ts'
import { livePerson } from './live.ts'

/** From this role on members see the open invitations, as on the screen. */
const seesInvitations = 'admin'

/** What people are called, by id, to hide it. Of those whose account was deleted none is known. */
export async function namesOfPeople(db: Database, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ name: person.name })
    .from(person)
    .where(and(inArray(person.id, [...ids]), livePerson))
  return rows.map(({ name }) => name)
}

/** Who belongs to the workspace, for the analyst. Members stay with people: an API key does not see them. */
export async function membersFacts(
  { store: { db }, now }: Pick<Deps, 'store' | 'now'>,
  actor: Actor,
): Promise<Read<MembersFacts>> {
  if (actor.by.kind === 'key') return absent({ kind: 'person' })
  const { id, name } = actor.workspace
  const where = and(eq(member.workspaceId, id), livePerson)
  const [rows, [counted], invitations] = await Promise.all([
    db
      .select({
        id: person.id,
        name: person.name,
        email: person.email,
        role: member.role,
        joinedAt: member.joinedAt,
      })
      .from(member)
      .innerJoin(person, eq(person.id, member.personId))
      .where(where)
      .orderBy(asc(member.joinedAt), asc(member.personId))
      .limit(accountBounds.members),
    db.select({ n: count() }).from(member).innerJoin(person, eq(person.id, member.personId)).where(where),
    isAtLeast(actor.role, seesInvitations)
      ? openInvitationFacts(db, id, now()).then(known)
      : absent({ kind: 'role', least: seesInvitations }),
  ])
  const items = rows.map(row => ({
    name: privateText('person', row.name),
    email: privateText('address', row.email),
    role: row.role,
    joinedAt: row.joinedAt.toISOString(),
    isCaller: row.id === authorId(actor),
  }))
  return known({
    workspace: privateText('workspace', name),
    members: { items, total: counted?.n ?? 0 },
    invitations,
  })
}

async function openInvitationFacts(db: Database, id: string, now: Date): Promise<Bounded<InvitationFacts>> {
  const where = and(eq(invitation.workspaceId, id), isNull(invitation.usedAt), gt(invitation.expiresAt, now))
  const [rows, [counted]] = await Promise.all([
    db
      .select({ role: invitation.role, createdAt: invitation.createdAt, expiresAt: invitation.expiresAt })
      .from(invitation)
      .where(where)
      .orderBy(desc(invitation.createdAt), desc(invitation.id))
      .limit(accountBounds.invitations),
    db.select({ n: count() }).from(invitation).where(where),
  ])
  const items = rows.map(({ role, createdAt, expiresAt }) => ({
    role,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }))
  return { items, total: counted?.n ?? 0 }
}

/** The API keys of the workspace that are not revoked, for the analyst: no key, no hash and no first characters. */
export async function keysFacts(
  { store: { db }, now }: Pick<Deps, 'store' | 'now'>,
  { workspace, by }: Actor,
): Promise<Read<KeysFacts>> {
  if (by.kind === 'key') return absent({ kind: 'person' })
  const at = now()
  const where = and(eq(apiKey.workspaceId, workspace.id), isNull(apiKey.revokedAt), livePerson)
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        name: apiKey.name,
        scopes: apiKey.scopes,
        createdAt: apiKey.createdAt,
        createdBy: person.name,
        expiresAt: apiKey.expiresAt,
        lastUsedAt: apiKey.lastUsedAt,
      })
      .from(apiKey)
      .innerJoin(person, eq(person.id, apiKey.createdBy))
      .where(where)
      .orderBy(desc(apiKey.createdAt), desc(apiKey.id))
      .limit(accountBounds.keys),
    db.select({ n: count() }).from(apiKey).innerJoin(person, eq(person.id, apiKey.createdBy)).where(where),
  ])
  const items = rows.map(({ name, scopes, createdAt, createdBy, expiresAt, lastUsedAt }) => ({
    name: privateText('key', name),
    scopes,
    createdAt: createdAt.toISOString(),
    createdBy: privateText('person', createdBy),
    expiresAt: expiresAt?.toISOString() ?? null,
    isExpired: expiresAt !== null && expiresAt <= at,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
  return known({ allowed: mayUse(workspace.tier, 'api_access'), keys: { items, total: counted?.n ?? 0 } })
}
