import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Database } from './store.ts'

/** Where `drizzle-kit generate` puts the migrations; both stores run the same ones. */
export const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url))

/** The database was migrated by a newer Waxseal: this one would not understand what it finds. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'

  constructor() {
    super('The database belongs to a newer Waxseal. Start that version, or restore a backup made by this one.')
  }
}

/** @throws SchemaTooNew when the database knows a migration later than ours. */
export async function refuseNewerSchema(db: Pick<Database, 'execute'>): Promise<void> {
  const ours = Math.max(...readMigrationFiles({ migrationsFolder }).map(migration => migration.folderMillis))
  const table = await db.execute<{ found: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  )
  if (table.rows[0]?.found !== true) return
  const newest = await db.execute<{ at: number | null }>(
    sql`select max(created_at)::float8 as at from drizzle.__drizzle_migrations`,
  )
  if ((newest.rows[0]?.at ?? 0) > ours) throw new SchemaTooNew()
}
