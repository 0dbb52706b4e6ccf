import { sql } from 'drizzle-orm'
import type { Database } from './store.ts'

/**
 * What the clock of the database says now. The job queue goes by it. This is the one place that reads it: everything else
 * goes by the clock of the process, which is a parameter.
 */
export async function databaseTime(db: Pick<Database, 'execute'>): Promise<Date> {
  const { rows } = await db.execute<{ at: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
  )
  if (rows[0] === undefined) throw new Error('the database did not say what time it is')
  return new Date(rows[0].at)
}
