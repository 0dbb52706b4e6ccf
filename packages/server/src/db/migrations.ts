import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Logger } from 'pino'
import type { Database } from './store.ts'

/** Where `drizzle-kit generate` puts the migrations; both stores run the same ones. */
export const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url))

/** The database was migrated by a newer Waxseal: this one would not understand what it finds. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'

  constructor() {
    super('A newer version of Waxseal uses this database. Start that version, or restore a backup of this version.')
  }
}

/** An operator's command found no data. The operator reads the message unchanged. */
export class NoData extends Error {
  override readonly name = 'NoData'

  constructor(folder: string) {
    super(`DATA_DIR: ${folder} has no Waxseal data → start the server once, or set DATA_DIR to its folder`)
  }
}

/** An operator's command found a database that no server of this version has started on. */
export class SchemaTooOld extends Error {
  override readonly name = 'SchemaTooOld'

  constructor() {
    super('The database is not yet at this version of Waxseal. Start the server once to update it.')
  }
}

/** @throws SchemaTooNew when the database knows a migration later than ours. */
export async function refuseNewerSchema(db: Pick<Database, 'execute'>): Promise<void> {
  if ((await newestIn(db)) > newestOfOurs()) throw new SchemaTooNew()
}

/**
 * For the operator's commands, which create and migrate nothing: with the wrong `DATABASE_URL` they would fill someone
 * else's database, and with a newer program bring a running server's to a version it refuses at its next start.
 *
 * @throws SchemaTooNew, SchemaTooOld
 */
export async function refuseOtherSchema(db: Pick<Database, 'execute'>): Promise<void> {
  await refuseNewerSchema(db)
  if ((await newestIn(db)) < newestOfOurs()) throw new SchemaTooOld()
}

/** When the newest of our migrations was made: the number of a schema. */
export function newestOfOurs(): number {
  return Math.max(...readMigrationFiles({ migrationsFolder }).map(migration => migration.folderMillis))
}

/** When the newest migration the database knows was made; 0 when it knows none. */
export async function newestIn(db: Pick<Database, 'execute'>): Promise<number> {
  const table = await db.execute<{ found: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  )
  if (table.rows[0]?.found !== true) return 0
  const newest = await db.execute<{ at: number | null }>(
    sql`select max(created_at)::float8 as at from drizzle.__drizzle_migrations`,
  )
  return newest.rows[0]?.at ?? 0
}

/** Migrates, and logs it if there was something to do. */
export async function migrateLogged(
  db: Pick<Database, 'execute'>,
  log: Logger | undefined,
  migrate: () => Promise<void>,
): Promise<void> {
  const from = await newestIn(db)
  const startedAt = performance.now()
  await migrate()
  const to = newestOfOurs()
  if (from !== to) log?.info({ from, to, ms: Math.round(performance.now() - startedAt) }, 'the database was migrated')
}

/**
 * Brings an empty database to an earlier schema of ours, for the rows of a backup of that time. Written down as
 * drizzle's own migrator does, which takes over from there.
 *
 * @param schema the number of that schema
 * @throws when none of our migrations has it
 */
export async function migrateTo(db: Database, schema: number): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder }).filter(({ folderMillis }) => folderMillis <= schema)
  if (migrations.at(-1)?.folderMillis !== schema) throw new SchemaTooNew()
  await db.transaction(async tx => {
    await tx.execute(sql`create schema if not exists drizzle`)
    await tx.execute(
      sql`create table if not exists drizzle.__drizzle_migrations
          (id serial primary key, hash text not null, created_at bigint)`,
    )
    for (const { sql: statements, hash, folderMillis } of migrations) {
      for (const statement of statements) await tx.execute(sql.raw(statement))
      await tx.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
      )
    }
  })
}

/** The name of our newest migration, as `0018_dns-changes`. A running server has migrated its database to it. */
export function schemaVersion(): string {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')) as {
    entries: readonly { tag: string }[]
  }
  return journal.entries.at(-1)?.tag ?? 'none'
}
