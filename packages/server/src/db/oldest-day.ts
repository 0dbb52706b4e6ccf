import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** The condition of rows whose time is within 24 hours of the oldest one of the table. */
export function withinOldestDay(table: PgTable, at: PgColumn): SQL {
  return sql`${at} < (select min(${at}) from ${table}) + interval '24 hours'`
}
