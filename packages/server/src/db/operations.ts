import { sql } from 'drizzle-orm'
import { operation } from './schema/index.ts'
import type { Database } from './store.ts'

/** Writes down that something happened, in place of the last time. */
export async function noteOperation(db: Database, key: string, at: Date, detail: object): Promise<void> {
  await db
    .insert(operation)
    .values({ key, at, detail })
    .onConflictDoUpdate({ target: operation.key, set: { at: sql`excluded.at`, detail: sql`excluded.detail` } })
}
