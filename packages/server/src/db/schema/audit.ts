import { randomUUID } from 'node:crypto'
import { type AuditDetail, auditActions } from '@waxseal/core/audit'
import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { person, workspace } from './workspace.ts'

/** Who did what, and when. Rows are never changed, but that the name of a deleted person goes. */
export const auditEvent = pgTable(
  'audit_event',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    /** Where it happened; null: it is about the sign-in of a person, who alone sees it. */
    workspaceId: uuid().references(() => workspace.id, { onDelete: 'cascade' }),
    /** Whose sign-in it is about; null: it happened in a workspace. */
    personId: uuid().references(() => person.id, { onDelete: 'cascade' }),
    at: moment().notNull(),
    /** `link`: the holder of a link in a mail; `waxseal`: the server, by a job or an event of the payment provider. */
    actorKind: text({ enum: ['person', 'key', 'link', 'operator', 'waxseal'] }).notNull(),
    /** The person or the API key. No reference: an event outlives them. */
    actorId: uuid(),
    /** As of then: of a person, or an API key. Empty for the others, and for a person whose account was deleted. */
    actorName: text().notNull().default(''),
    actorEmail: text(),
    action: text({ enum: auditActions }).notNull(),
    /** What it is about, as of then: the name of a domain, the address of a member; else ''. */
    subject: text().notNull().default(''),
    /** The member it is about, whose address goes with their account. */
    memberId: uuid(),
    detail: jsonb().$type<AuditDetail>().notNull().default({}),
  },
  table => [
    check('audit_event_of_one', sql`num_nonnulls(${table.workspaceId}, ${table.personId}) = 1`),
    index('audit_event_of_workspace').on(table.workspaceId, table.at, table.id),
    index('audit_event_of_person').on(table.personId, table.at, table.id),
    index('audit_event_of_actor').on(table.actorId, table.at, table.id),
    index('audit_event_of_subject').on(table.workspaceId, table.subject, table.at, table.id),
    index('audit_event_of_member').on(table.memberId).where(sql`${table.memberId} is not null`),
    index('audit_event_at').on(table.at),
  ],
)

/** The domains of an event about several: all of them, of which the event itself names the first. */
export const auditEventDomain = pgTable(
  'audit_event_domain',
  {
    eventId: uuid()
      .notNull()
      .references(() => auditEvent.id, { onDelete: 'cascade' }),
    workspaceId: uuid()
      .notNull()
      .references(() => workspace.id, { onDelete: 'cascade' }),
    name: text().notNull(),
  },
  table => [
    primaryKey({ columns: [table.eventId, table.name] }),
    index('audit_event_domain_of_workspace').on(table.workspaceId, table.name),
  ],
)
