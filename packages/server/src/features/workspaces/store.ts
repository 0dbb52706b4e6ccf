import { type Role, type Tier, tiers } from '@waxseal/core/plan'
import { and, asc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { member, person, workspace } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'
import { livePerson, liveWorkspace } from './live.ts'

export type PersonRow = typeof person.$inferSelect
type WorkspaceRow = typeof workspace.$inferSelect

/** One workspace of a person, and what they may do there. */
export interface Membership {
  workspace: { id: string; name: string; tier: Tier }
  role: Role
}

export async function personOfSubject(db: Database | Tx, subject: string): Promise<PersonRow | undefined> {
  const [row] = await db.select().from(person).where(eq(person.subject, subject))
  return row
}

/** The person with this address; undefined for one that has none or is deleted. */
export async function personOfEmail(db: Database | Tx, email: string): Promise<PersonRow | undefined> {
  const [row] = await db
    .select()
    .from(person)
    .where(and(eq(person.email, email.trim().toLowerCase()), livePerson))
  return row
}

/** Adds the person of a new subject. Does nothing when another request was faster: read it again then. */
export async function insertPerson(
  db: Database | Tx,
  row: { subject: string; email: string; name: string; createdAt: Date },
): Promise<PersonRow | undefined> {
  const [added] = await db.insert(person).values(row).onConflictDoNothing({ target: person.subject }).returning()
  return added
}

/** Keeps a person's address and name as the auth provider has them now. */
export async function updateProfile(
  db: Database | Tx,
  id: string,
  profile: { email: string; name: string },
): Promise<PersonRow | undefined> {
  const [row] = await db.update(person).set(profile).where(eq(person.id, id)).returning()
  return row
}

/** Locks a person's row until the transaction ends. */
export async function lockPerson(tx: Tx, id: string): Promise<void> {
  await tx.select({ id: person.id }).from(person).where(eq(person.id, id)).for('update')
}

/** The workspaces of a person, the one joined first first. Deleted ones are left out. */
export async function membershipsOf(db: Database | Tx, personId: string): Promise<Membership[]> {
  return db
    .select({ workspace: { id: workspace.id, name: workspace.name, tier: workspace.tier }, role: member.role })
    .from(member)
    .innerJoin(workspace, eq(workspace.id, member.workspaceId))
    .where(and(eq(member.personId, personId), liveWorkspace))
    .orderBy(asc(member.joinedAt), asc(workspace.id))
}

export async function insertWorkspace(
  tx: Tx,
  row: { name: string; tier: Tier; createdAt: Date },
): Promise<WorkspaceRow> {
  const [added] = await tx
    .insert(workspace)
    .values({ ...row, grantedTier: row.tier })
    .returning()
  if (added === undefined) throw new Error('a workspace was inserted and not answered')
  return added
}

export async function insertMember(tx: Tx, row: typeof member.$inferInsert): Promise<void> {
  await tx.insert(member).values(row)
}

/** Locks a workspace's row until the transaction ends: counting before adding. False: there is no such workspace. */
export async function lockWorkspace(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.select({ id: workspace.id }).from(workspace).where(eq(workspace.id, id)).for('update')
  return rows.length === 1
}

/** The name of a workspace; undefined for one that does not exist or was deleted. */
export async function workspaceName(db: Database | Tx, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ name: workspace.name })
    .from(workspace)
    .where(and(eq(workspace.id, id), liveWorkspace))
  return row?.name
}

/** Whether the DNS of a workspace's domains is checked for changes, and every how many hours. */
export interface Monitoring {
  enabled: boolean
  frequency: WorkspaceRow['dnsMonitoringFrequency']
}

/** Undefined for a workspace that does not exist or was deleted. */
export async function monitoringOf(db: Database | Tx, workspaceId: string): Promise<Monitoring | undefined> {
  const [row] = await db
    .select({ enabled: workspace.dnsMonitoringEnabled, frequency: workspace.dnsMonitoringFrequency })
    .from(workspace)
    .where(and(eq(workspace.id, workspaceId), liveWorkspace))
  return row
}

/** How the domains of a workspace are watched, and its stored plan. */
export interface Watching extends Monitoring {
  tier: Tier
}

/** The same of these workspaces by their ids. Deleted ones are left out. */
export async function watchingOf(db: Database, ids: readonly string[]): Promise<Map<string, Watching>> {
  const rows = await db
    .select({
      id: workspace.id,
      tier: workspace.tier,
      enabled: workspace.dnsMonitoringEnabled,
      frequency: workspace.dnsMonitoringFrequency,
    })
    .from(workspace)
    .where(and(inArray(workspace.id, [...ids]), liveWorkspace))
  return new Map(rows.map(({ id, ...watching }) => [id, watching]))
}

export async function setMonitoring(tx: Tx, workspaceId: string, { enabled, frequency }: Monitoring): Promise<void> {
  await tx
    .update(workspace)
    .set({ dnsMonitoringEnabled: enabled, dnsMonitoringFrequency: frequency })
    .where(eq(workspace.id, workspaceId))
}

/** The stored plans of these workspaces by their ids. Deleted ones are left out. */
export async function storedTiers(db: Database | Tx, ids: readonly string[]): Promise<Map<string, Tier>> {
  const rows = await db
    .select({ id: workspace.id, tier: workspace.tier })
    .from(workspace)
    .where(and(inArray(workspace.id, [...ids]), liveWorkspace))
  return new Map(rows.map(({ id, tier }) => [id, tier]))
}

/** A person with the plan of their own workspace; null: they own none at this moment. */
export interface PersonWithTier extends PersonRow {
  tier: Tier | null
}

/** Every person, oldest first; for the operator. */
export async function allPersons(db: Database): Promise<PersonWithTier[]> {
  const rows = await db
    .select({ person, tier: workspace.tier })
    .from(person)
    .leftJoin(workspace, eq(workspace.id, ownWorkspace))
    .where(livePerson)
    .orderBy(asc(person.createdAt), asc(person.email))
  return rows.map(row => ({ ...row.person, tier: row.tier }))
}

/**
 * Gives the own workspace of the person with this address a plan without a payment; null when there is none. A higher plan
 * that it pays for stays: the answer has the plan in use.
 */
export async function setTier(
  db: Database | Tx,
  email: string,
  tier: Tier,
): Promise<(PersonWithTier & { workspaceId: string }) | null> {
  const [found] = await db
    .select({ person, workspaceId: workspace.id })
    .from(person)
    .innerJoin(workspace, eq(workspace.id, ownWorkspace))
    .where(and(eq(person.email, email.trim().toLowerCase()), livePerson))
  if (found === undefined) return null
  const [changed] = await db
    .update(workspace)
    .set({ grantedTier: tier, tier: higherOf(sql`${tier}`, workspace.paidTier) })
    .where(eq(workspace.id, found.workspaceId))
    .returning({ tier: workspace.tier })
  return changed ? { ...found.person, tier: changed.tier, workspaceId: found.workspaceId } : null
}

/** Stores the plan that a workspace pays for. Its plan is the higher one of this and what it has without a payment. */
export async function setPaidTier(tx: Tx, workspaceId: string, paidTier: Tier): Promise<void> {
  await tx
    .update(workspace)
    .set({ paidTier, tier: higherOf(sql`${paidTier}`, workspace.grantedTier) })
    .where(eq(workspace.id, workspaceId))
}

/** The plan that a workspace has without a payment; undefined for one that does not exist or was deleted. */
export async function grantedTierOf(db: Database | Tx, workspaceId: string): Promise<Tier | undefined> {
  const [row] = await db
    .select({ tier: workspace.grantedTier })
    .from(workspace)
    .where(and(eq(workspace.id, workspaceId), liveWorkspace))
  return row?.tier
}

/** The workspaces that were deleted and are still kept. */
export async function deletedWorkspaces(db: Database): Promise<string[]> {
  const rows = await db.select({ id: workspace.id }).from(workspace).where(isNotNull(workspace.deletedAt))
  return rows.map(({ id }) => id)
}

/** The higher one of two plans, compared in the statement: the other one may change at the same moment. */
function higherOf(one: SQL, other: typeof workspace.paidTier | typeof workspace.grantedTier): SQL<Tier> {
  const ranked = sql.join(
    tiers.map(tier => sql`${tier}::text`),
    sql`, `,
  )
  return sql<Tier>`case when array_position(array[${ranked}], ${one}::text) > array_position(array[${ranked}], ${other})
    then ${one}::text else ${other} end`
}

/** The own workspace of the row's person, as `actorIn` chooses it: of those they own, the one they joined first. */
const ownWorkspace = sql<string | null>`(
  select ${member.workspaceId} from ${member} inner join ${workspace} on ${workspace.id} = ${member.workspaceId}
  where ${member.personId} = ${person.id} and ${member.role} = 'owner' and ${liveWorkspace}
  order by ${member.joinedAt}, ${member.workspaceId} limit 1)`
