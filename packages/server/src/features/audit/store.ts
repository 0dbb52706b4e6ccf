import type { AuditAction } from '@waxseal/core/audit'
import { and, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { withinOldestDay } from '../../db/oldest-day.ts'
import { auditEvent, auditEventDomain } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'

export type EventRow = typeof auditEvent.$inferSelect

const { id, workspaceId, personId, at, actorId, actorKind, action, subject, memberId } = auditEvent

/** @returns its id */
export async function insertEvent(tx: Tx, row: typeof auditEvent.$inferInsert): Promise<string> {
  const [added] = await tx.insert(auditEvent).values(row).returning({ id })
  if (added === undefined) throw new Error('an event was inserted and not answered')
  return added.id
}

/** Adds the domains by which an event about several is found. At least one. */
export async function insertEventDomains(
  tx: Tx,
  names: readonly string[],
  of: { eventId: string; workspaceId: string },
): Promise<void> {
  await tx.insert(auditEventDomain).values(names.map(name => ({ ...of, name })))
}

/** Does nothing when there is an event with this id. */
export async function insertEventOnce(tx: Tx, row: typeof auditEvent.$inferInsert & { id: string }): Promise<void> {
  await tx.insert(auditEvent).values(row).onConflictDoNothing({ target: id })
}

/** Who reads the log, and where. */
export interface Reader {
  workspaceId: string
  /** null: an API key, which sees no sign-in of a person. */
  personId: string | null
  /** Whether they see what others did in the workspace. */
  seesAll: boolean
}

/** A place in the log: of an event with this time and id. */
type Place = Pick<EventRow, 'at' | 'id'>

/** The place of an event that the reader sees; undefined for every other id. */
export async function placeOf(db: Database, reader: Reader, eventId: string): Promise<Place | undefined> {
  const seen = or(inWorkspace(reader), ofPerson(reader))
  const [place] = await db
    .select({ at, id })
    .from(auditEvent)
    .where(and(eq(id, eventId), seen))
  return place
}

/**
 * The newest events that a person sees in a workspace: those of the workspace, and those of their own sign-in. Each kind
 * is one walk along an index; with `about`, a second one finds the events about several domains.
 *
 * @param page.before only earlier ones than at this place; null: the newest of all
 * @param page.actions only these
 * @param page.about only events with this subject, and those about several domains with this one; undefined: all
 */
export async function eventsSeen(
  db: Database,
  reader: Reader,
  page: { before: Place | null; limit: number; actions: readonly AuditAction[]; about: string | undefined },
): Promise<EventRow[]> {
  const { before, limit, actions, about } = page
  const newest = (where: SQL | undefined) =>
    db
      .select()
      .from(auditEvent)
      .where(
        and(
          where,
          inArray(action, [...actions]),
          before === null
            ? undefined
            : sql`(${at}, ${id}) < (${sql.param(before.at, at)}, ${sql.param(before.id, id)})`,
        ),
      )
      .orderBy(desc(at), desc(id))
      .limit(limit)
  const kinds =
    about === undefined
      ? [inWorkspace(reader), ofPerson(reader)].filter(kind => kind !== undefined)
      : [
          and(inWorkspace(reader), eq(subject, about)),
          and(inWorkspace(reader), inArray(id, eventsOf(db, reader, about))),
        ]
  const rows: EventRow[] = []
  for (const kind of kinds) rows.push(...(await newest(kind)))
  return rows.sort(newestFirst).slice(0, limit)
}

/** The ids of events about several domains, one of them this. */
function eventsOf(db: Database, reader: Reader, name: string) {
  return db
    .select({ id: auditEventDomain.eventId })
    .from(auditEventDomain)
    .where(and(eq(auditEventDomain.workspaceId, reader.workspaceId), eq(auditEventDomain.name, name)))
}

/** As the database compares them. */
function newestFirst(one: Place, other: Place): number {
  return other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1)
}

function inWorkspace({ workspaceId: where, personId: who, seesAll }: Reader): SQL | undefined {
  if (seesAll) return eq(workspaceId, where)
  return and(eq(workspaceId, where), who === null ? sql`false` : and(eq(actorKind, 'person'), eq(actorId, who)))
}

function ofPerson({ personId: who }: Reader): SQL | undefined {
  return who === null ? undefined : eq(personId, who)
}

/**
 * Deletes the events, of every workspace and person, from before this time. A call deletes those of one day at most, the
 * oldest first, so that a wrong time costs a day and no more.
 */
export async function forgetEvents(db: Database, before: Date): Promise<void> {
  await db.delete(auditEvent).where(and(lt(at, before), withinOldestDay(auditEvent, at)))
}

/** Takes the name and the address of a person out of the events of every workspace. What they did stays. */
export async function forgetPersonIn(db: Database, who: string): Promise<void> {
  await db
    .update(auditEvent)
    .set({ actorName: '', actorEmail: null })
    .where(and(eq(actorKind, 'person'), eq(actorId, who)))
  await db.update(auditEvent).set({ subject: '' }).where(eq(memberId, who))
}
