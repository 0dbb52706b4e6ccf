import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { workspace } from './workspace.ts'

/**
 * Outgoing messages, written in the transaction that causes them. `held`: its channel is paused, and the message waits
 * until somebody resumes it. `kept`: its kind has no transport, and the message stays here for reading.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    /** null: belongs to no workspace (a password reset). */
    workspaceId: uuid().references(() => workspace.id, { onDelete: 'cascade' }),
    /** The deliverer; `jobs/deliverers.ts` defines the payload of each kind. */
    kind: text().notNull(),
    payload: jsonb().$type<object>().notNull(),
    state: text({ enum: ['waiting', 'held', 'sent', 'kept', 'failed'] }).notNull(),
    attempts: integer().notNull().default(0),
    /** When it is due. */
    nextTryAt: moment().notNull(),
    /** During a delivery: when another process may take it over. The process that delivers it moves that on. */
    claimedUntil: moment(),
    lastError: text(),
    createdAt: moment().notNull(),
    finishedAt: moment(),
  },
  table => [
    index('outbox_due').on(table.nextTryAt).where(sql`${table.state} = 'waiting'`),
    index('outbox_held').on(table.createdAt).where(sql`${table.state} = 'held'`),
    index('outbox_of_workspace').on(table.workspaceId, table.createdAt.desc().nullsFirst()),
    index('outbox_finished').on(table.finishedAt),
  ],
)

/** Requests counted per key and window. UNLOGGED (see the migrations): losing it in a crash does no harm. */
export const rateLimit = pgTable(
  'rate_limit',
  {
    key: text().notNull(),
    /** Start of the window. */
    windowStart: moment().notNull(),
    n: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.key, table.windowStart] }), index('rate_limit_window').on(table.windowStart)],
)
