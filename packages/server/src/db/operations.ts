import { eq, sql } from 'drizzle-orm'
import { operation } from './schema/index.ts'
import type { Database } from './store.ts'

/** Writes down that something happened, in place of the last time. */
export async function noteOperation(db: Database, key: string, at: Date, detail: object): Promise<void> {
  await db
    .insert(operation)
    .values({ key, at, detail })
    .onConflictDoUpdate({ target: operation.key, set: { at: sql`excluded.at`, detail: sql`excluded.detail` } })
}

/** When something last happened, with what was written of it; undefined: it was not noted. */
export async function lastOperation(db: Database, key: string): Promise<typeof operation.$inferSelect | undefined> {
  const [row] = await db.select().from(operation).where(eq(operation.key, key))
  return row
}

/** The last backup that was read back. */
export interface LastBackup {
  at: Date
  bytes: number
}

/** null: none was noted. Backups by other programs, such as pg_dump, are not. */
export async function lastBackup(db: Database): Promise<LastBackup | null> {
  const row = await lastOperation(db, 'backup')
  if (row === undefined) return null
  return { at: row.at, bytes: 'bytes' in row.detail ? Number(row.detail.bytes) : 0 }
}
