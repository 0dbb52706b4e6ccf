import type { RelayRecord } from '@waxseal/core/relay'
import type { StoredVirusTotal } from '@waxseal/scanner'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
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

/**
 * Answers of a paid source of threat intelligence, for the whole installation: a subject is asked about once in 24
 * hours, by whichever workspace.
 */
export const threatCache = pgTable(
  'threat_cache',
  {
    source: text({ enum: ['virustotal'] }).notNull(),
    subjectKind: text({ enum: ['domain', 'address'] }).notNull(),
    /** As A-labels, lower case, or an address. */
    subjectName: text().notNull(),
    /** At most 256 KB. */
    answer: jsonb().$type<StoredVirusTotal>().notNull(),
    askedAt: moment().notNull(),
  },
  table => [
    primaryKey({ columns: [table.source, table.subjectKind, table.subjectName] }),
    index('threat_cache_asked').on(table.askedAt),
  ],
)

/** The quota of the key of such a source, which all processes share: a row for each source. */
export const threatQuota = pgTable('threat_quota', {
  source: text({ enum: ['virustotal'] }).primaryKey(),
  /** The start of the minute of the last request, and the requests in it. */
  minute: moment().notNull(),
  minuteRequests: integer().notNull(),
  /** The start of the UTC day of the last request, and the requests in it. */
  day: moment().notNull(),
  dayRequests: integer().notNull(),
  /** No request is sent before; null: the source has refused none. */
  pausedUntil: moment(),
})
