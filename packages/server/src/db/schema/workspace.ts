import { randomUUID } from 'node:crypto'
import { invitedRoles, roles, tiers } from '@waxseal/core/plan'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Someone who signs in. Signing in is the auth provider's affair; `subject` is its user id. */
export const person = pgTable(
  'person',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    subject: text().notNull().unique(),
    email: text().notNull(),
    name: text().notNull(),
    createdAt: moment().notNull(),
    /** Set when the person deletes the account; the rows go 30 days later. */
    deletedAt: moment(),
  },
  table => [index('person_deleted').on(table.deletedAt).where(sql`${table.deletedAt} is not null`)],
)

/** The person who made a row; null when that person is gone, and in rows that nobody typed. */
export const author = () => uuid().references(() => person.id, { onDelete: 'set null' })

/** What owns domains, plan and usage. Sign-up makes one for each person. */
export const workspace = pgTable(
  'workspace',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    name: text().notNull(),
    /** The plan it has: the higher one of the next two. */
    tier: text({ enum: tiers }).notNull().default('free'),
    /** What it has without a payment: `DEFAULT_TIER` when it was made, or what the operator set. */
    grantedTier: text({ enum: tiers }).notNull().default('free'),
    /** What its subscription gives now. */
    paidTier: text({ enum: tiers }).notNull().default('free'),
    /** Whether the DNS of its domains is checked for changes. */
    dnsMonitoringEnabled: boolean().notNull().default(true),
    /** Hours between two checks. */
    dnsMonitoringFrequency: integer().$type<1 | 6 | 24>().notNull().default(6),
    createdAt: moment().notNull(),
    /** Set when its only member deletes the account; the rows go 30 days later. */
    deletedAt: moment(),
  },
  table => [index('workspace_deleted').on(table.deletedAt).where(sql`${table.deletedAt} is not null`)],
)

/** The workspace that owns a row. Its deletion deletes the row. */
export const ofWorkspace = () =>
  uuid()
    .notNull()
    .references(() => workspace.id, { onDelete: 'cascade' })

/** Who belongs to a workspace, and what each may do there. */
export const member = pgTable(
  'member',
  {
    workspaceId: ofWorkspace(),
    personId: uuid()
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    role: text({ enum: roles }).notNull(),
    joinedAt: moment().notNull(),
  },
  table => [primaryKey({ columns: [table.workspaceId, table.personId] }), index('member_of_person').on(table.personId)],
)

/** A link that lets its first holder join a workspace. Its token is only in the link. */
export const invitation = pgTable(
  'invitation',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    workspaceId: ofWorkspace(),
    role: text({ enum: invitedRoles }).notNull(),
    /** SHA-256 of the token, in hex. */
    tokenHash: text().notNull().unique(),
    createdBy: author(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    /** When someone created an account with it on a server whose sign-up is closed otherwise. It permits another one some minutes later. */
    signUpAt: moment(),
    usedAt: moment(),
    usedBy: author(),
  },
  table => [index('invitation_of_workspace').on(table.workspaceId), index('invitation_expired').on(table.expiresAt)],
)

/** What a workspace used up in one period: `scan` and `alert` by month (`2026-11`), `threat` and `chat` by day (`2026-11-20`), both UTC. */
export const usageCounter = pgTable(
  'usage_counter',
  {
    workspaceId: ofWorkspace(),
    kind: text({ enum: ['scan', 'threat', 'alert', 'chat'] }).notNull(),
    period: text().notNull(),
    n: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.workspaceId, table.kind, table.period] })],
)
