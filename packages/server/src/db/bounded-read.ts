import { countMax } from '@waxseal/core/assistant'
import { and, count, gte, lt, type SQL, type Subquery } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from './store.ts'

/** How many rows of a query are counted: one more than can be told apart. */
export const countedRows = countMax + 1

/**
 * The number of rows of a query, which has `countedRows` as its limit: more than that are not walked through.
 *
 * @param rows the query, `.limit(countedRows).as('counted')`
 */
export async function countOf(db: Database, rows: Subquery): Promise<number> {
  const [row] = await db.select({ n: count() }).from(rows)
  return row?.n ?? 0
}

/** Whether a time is within a period of ISO 8601: at `since` or later, before `until`. Undefined without a period. */
export function within(
  column: PgColumn,
  { since, until }: { since?: string | undefined; until?: string | undefined },
): SQL | undefined {
  return and(
    since === undefined ? undefined : gte(column, new Date(since)),
    until === undefined ? undefined : lt(column, new Date(until)),
  )
}
