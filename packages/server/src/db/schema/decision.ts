import { randomUUID } from 'node:crypto'
import type { FindingId } from '@waxseal/core/health'
import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { domain } from './domain.ts'
import { author } from './workspace.ts'

/**
 * What people have decided about a finding of a domain. Scans and decisions do not change each other. The finding's id
 * and its subject say what a decision is about: every later scan gives the same two.
 */
export const decision = pgTable(
  'decision',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    domainId: uuid()
      .notNull()
      .references(() => domain.id, { onDelete: 'cascade' }),
    finding: text().$type<FindingId>().notNull(),
    /** The host, list, selector or address the finding is about; empty: the domain itself. */
    subject: text().notNull(),
    kind: text({ enum: ['accepted', 'muted'] }).notNull(),
    note: text().notNull(),
    decidedAt: moment().notNull(),
    /** null: until it is undone. */
    expiresAt: moment(),
    /** Who decided it last. */
    author: author(),
  },
  table => [uniqueIndex('decision_once').on(table.domainId, table.finding, table.subject)],
)
