import type { RelayRecord } from '@waxseal/core/relay'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/**
 * What is remembered of a mail server after it was probed, server-wide: nobody's host is asked twice in six hours, and
 * the first acceptance waits here for its confirmation. Keyed by address, IPv6 by its /64.
 */
export const relayMemory = pgTable(
  'relay_memory',
  {
    key: text().primaryKey(),
    /** null: the first test is under way, or came to nothing. */
    record: jsonb().$type<RelayRecord>(),
    /** Until when a test of this host holds others off; null: none is under way. */
    claimedUntil: moment(),
    changedAt: moment().notNull(),
  },
  table => [index('relay_memory_changed').on(table.changedAt)],
)
