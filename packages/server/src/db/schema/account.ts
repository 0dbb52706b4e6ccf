import { randomUUID } from 'node:crypto'
import { tiers } from '@waxseal/core/plan'
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** A customer. Signing in is the auth provider's affair; `subject` is its user id. */
export const account = pgTable('account', {
  id: uuid().primaryKey().$defaultFn(randomUUID),
  subject: text().notNull().unique(),
  email: text().notNull(),
  name: text().notNull(),
  tier: text({ enum: tiers }).notNull().default('free'),
  createdAt: moment().notNull(),
  /** Set when the owner deleted the account; the rows go some days later. */
  deletedAt: moment(),
})

/** What an account used up in one period: `scan` by month (`2026-11`), `threat` by day (`2026-11-20`), both UTC. */
export const usageCounter = pgTable(
  'usage_counter',
  {
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['scan', 'threat'] }).notNull(),
    period: text().notNull(),
    n: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.accountId, table.kind, table.period] })],
)
