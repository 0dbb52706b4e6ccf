import { randomUUID } from 'node:crypto'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { domain } from './domain.ts'
import { author, ofWorkspace } from './workspace.ts'

/** A link that shows the report of a domain to its holder. Its token is only in the link. */
export const reportShare = pgTable(
  'report_share',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    workspaceId: ofWorkspace(),
    domainId: uuid()
      .notNull()
      .references(() => domain.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token, in hex. */
    tokenHash: text().notNull().unique(),
    createdBy: author(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    /** How often its report was read. */
    opened: integer().notNull().default(0),
    /** The UTC day of the last time, as `2026-11-20`; null: never. No finer, because it is about people outside. */
    lastOpenedOn: text(),
  },
  table => [
    index('report_share_of_domain').on(table.domainId),
    index('report_share_of_workspace').on(table.workspaceId),
    index('report_share_expired').on(table.expiresAt),
  ],
)
