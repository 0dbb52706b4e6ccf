import { randomUUID } from 'node:crypto'
import { jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { author, ofWorkspace } from './workspace.ts'

/** A blocklist that a workspace added for its own scans. */
export const ownBlocklist = pgTable(
  'own_blocklist',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    workspaceId: ofWorkspace(),
    name: text().notNull(),
    /** Normalized, lower case. */
    zone: text().notNull(),
    kind: text({ enum: ['ip', 'domain'] }).notNull(),
    /** The answers that are listings; none: each one in 127.0.0.0/8. */
    codes: jsonb().$type<readonly { address: string; meaning: string }[]>().notNull(),
    addedAt: moment().notNull(),
    author: author(),
    /** What its test entries answered when it was added. */
    testState: text({ enum: ['passed', 'failed', 'unchecked'] }).notNull(),
    /** Why they did not pass, in words for people. */
    testReason: text(),
  },
  table => [unique('own_blocklist_once').on(table.workspaceId, table.kind, table.zone)],
)

/** A list of the catalogue that the scans of a workspace do not ask. */
export const blocklistOff = pgTable(
  'blocklist_off',
  {
    workspaceId: ofWorkspace(),
    /** Its id in the catalogue. */
    list: text().notNull(),
    at: moment().notNull(),
    author: author(),
  },
  table => [primaryKey({ columns: [table.workspaceId, table.list] })],
)
