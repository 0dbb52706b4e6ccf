import type { RelayRecord } from '@waxseal/core/relay'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/**
 * The results of tested mail servers, for the whole installation: no host is tested twice in six hours, and a first
 * acceptance waits here for its confirmation. Keyed by address, IPv6 by its /64.
 */
export const relayMemory = pgTable(
  'relay_memory',
  {
    key: text().primaryKey(),
    /** null: the first test is running, or had no result. */
    record: jsonb().$type<RelayRecord>(),
    /** Until when a running test of this host blocks others; null: none is running. */
    claimedUntil: moment(),
    changedAt: moment().notNull(),
  },
  table => [index('relay_memory_changed').on(table.changedAt)],
)
