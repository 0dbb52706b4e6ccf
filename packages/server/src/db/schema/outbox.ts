import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { workspace } from './workspace.ts'

/**
 * Messages on their way out, written in the transaction that causes them. `kept`: its kind has no transport, the message
 * stays here to be read.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    /** null: not of a workspace (a password reset). */
    workspaceId: uuid().references(() => workspace.id, { onDelete: 'cascade' }),
    /** Which deliverer takes it; `jobs/deliverers.ts` says what each kind carries. */
    kind: text().notNull(),
    payload: jsonb().$type<object>().notNull(),
    state: text({ enum: ['waiting', 'sent', 'kept', 'failed'] }).notNull(),
    attempts: integer().notNull().default(0),
    /** When it is due; while one process delivers it, when another may take it over. */
    nextTryAt: moment().notNull(),
    lastError: text(),
    createdAt: moment().notNull(),
    finishedAt: moment(),
  },
  table => [
    index('outbox_due').on(table.nextTryAt).where(sql`${table.state} = 'waiting'`),
    index('outbox_of_workspace').on(table.workspaceId, table.createdAt.desc().nullsFirst()),
    index('outbox_finished').on(table.finishedAt),
  ],
)

/** Requests counted per key and window. UNLOGGED (see the migrations): losing it in a crash costs nothing. */
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
