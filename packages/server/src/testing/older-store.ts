import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle as onPostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as onPglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { storeOn } from '../db/embedded.ts'
import { migrationsFolder } from '../db/migrations.ts'
import { openPostgres } from '../db/postgres.ts'
import type { Store } from '../db/store.ts'
import { silent } from './silent.ts'
import { emptyPglite, freshDatabase, type StoreKind } from './store.ts'

/**
 * A database that an older release created, with its first `migrations`, and filled with `rows` (SQL statements), opened
 * by this release.
 */
export async function upgradedStore(kind: StoreKind, older: { migrations: number; rows: string }): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'waxseal-older-'))
  try {
    await fillFolder(folder, older.migrations)
    return await opened(kind, folder, older.rows)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Puts the first `count` migrations into a folder. */
async function fillFolder(folder: string, count: number): Promise<void> {
  const text = await readFile(join(migrationsFolder, 'meta/_journal.json'), 'utf8')
  const journal: { entries: { tag: string }[] } = JSON.parse(text)
  await mkdir(join(folder, 'meta'))
  const entries = journal.entries.slice(0, count)
  for (const { tag } of entries) await cp(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`))
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
}

async function opened(kind: StoreKind, folder: string, rows: string): Promise<Store> {
  if (kind === 'pglite') {
    const pglite = await emptyPglite()
    await migratePglite(onPglite(pglite), { migrationsFolder: folder })
    await pglite.exec(rows)
    return storeOn(pglite)
  }
  const url = await freshDatabase({ empty: true })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await migratePostgres(onPostgres(client), { migrationsFolder: folder })
  await client.query(rows)
  await client.end()
  return openPostgres(url, silent, { max: 2 })
}
