import { getTableName, sql } from 'drizzle-orm'
import { type BackupHead, BackupRefused, readBackup } from './backup-file.ts'
import { migrateTo, newestIn, newestOfOurs } from './migrations.ts'
import { identityJwks, operation } from './schema/index.ts'
import type { Store, Tx } from './store.ts'
import { nameOf, quoted, type Table, tablesWithData } from './tables.ts'

/** The store has data already. The operator reads the message unchanged. */
export class StoreNotEmpty extends Error {
  override readonly name = 'StoreNotEmpty'

  constructor() {
    super('The store already has data. Restore into an empty database, or set DATA_DIR to a new folder.')
  }
}

/** What a server writes before anyone has signed up. */
const written: readonly string[] = [getTableName(identityJwks), getTableName(operation)]

/**
 * Makes a store as empty as a new database. A server may have started on it, but no one may have used it.
 *
 * @throws StoreNotEmpty
 */
export async function clearUnusedStore({ db }: Store): Promise<void> {
  const tables = await tablesWithData(db)
  // Without our migrations, tables belong to another program.
  if (tables.length > 0 && (await newestIn(db)) === 0) throw new StoreNotEmpty()
  for (const table of tables) {
    if (written.includes(table.name)) continue
    const { rows } = await db.execute(sql.raw(`select 1 from ${place(table)} limit 1`))
    if (rows.length > 0) throw new StoreNotEmpty()
  }
  if (tables.length > 0) await dropTables(db)
}

/** Removes our tables, the queue's and the list of migrations. */
export async function dropTables(db: Store['db']): Promise<void> {
  await db.transaction(async tx => {
    const { rows } = await tx.execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    )
    for (const { name } of rows) await tx.execute(sql.raw(`drop table public.${quoted(name)} cascade`))
    await tx.execute(sql`drop schema if exists jobs cascade`)
    await tx.execute(sql`drop schema if exists drizzle cascade`)
  })
}

/**
 * Brings an empty store to the schema of a backup and loads all rows but those of the jobs, all or nothing.
 *
 * @throws BackupRefused when the backup is of a newer version, damaged, or does not fit its own schema
 */
export async function loadBackup(store: Store, path: string): Promise<BackupHead> {
  const first = await readBackup(path).next()
  if (first.done || first.value.kind !== 'head') throw new BackupRefused(`${path} is not a Waxseal backup.`)
  const { head } = first.value
  if (head.schema > newestOfOurs()) {
    throw new BackupRefused(`${path} was made by a newer Waxseal (${head.version}). Use that version to restore it.`)
  }
  try {
    await migrateTo(store.db, head.schema)
    await load(store, path, 'public')
    return head
  } catch (cause) {
    // The store was empty before, and it is empty again for the next attempt.
    await dropTables(store.db)
    throw cause
  }
}

/** Loads the jobs of a backup into a queue that was opened on the store. A job that ran is started again. */
export async function loadJobs(store: Store, path: string): Promise<void> {
  await load(store, path, 'jobs')
  await store.db.execute(sql`update jobs.job set state = 'retry' where state = 'active'`)
}

/** Rows and characters that are inserted at once. */
const batch = { rows: 500, length: 8 * 1024 * 1024 }

async function load(store: Store, path: string, which: Table['schema']): Promise<void> {
  try {
    await store.db.transaction(async tx => {
      const known = new Map((await tablesWithData(tx)).map(table => [nameOf(table), table]))
      let insert: ((lines: string[]) => Promise<void>) | null = null
      let lines: string[] = []
      let length = 0
      const flush = async () => {
        if (lines.length > 0) await insert?.(lines)
        lines = []
        length = 0
      }
      for await (const part of readBackup(path)) {
        if (part.kind === 'table') {
          await flush()
          const table = known.get(part.table)
          if (table === undefined && which === 'public' && !part.table.startsWith('jobs.')) throw doesNotFit(path)
          insert = table?.schema === which ? insertInto(tx, table, part.columns, path) : null
        } else if (part.kind === 'row' && insert !== null) {
          lines.push(part.line)
          length += part.line.length
          if (lines.length >= batch.rows || length >= batch.length) await flush()
        } else if (part.kind === 'end') await flush()
      }
    })
  } catch (cause) {
    if (isQueryError(cause)) throw doesNotFit(path, cause)
    throw cause
  }
}

function insertInto(
  tx: Tx,
  table: Table,
  columns: readonly string[],
  path: string,
): (lines: string[]) => Promise<void> {
  const picked = columns.flatMap((name, place) => {
    const column = table.columns.find(known => known.name === name)
    // A version of the queue with other columns fills its own; a table of ours has exactly those of its schema.
    if (column === undefined && table.schema === 'public') throw doesNotFit(path)
    return column === undefined ? [] : [{ ...column, place }]
  })
  const names = picked.map(({ name }) => quoted(name)).join(', ')
  const values = picked.map(({ type, place }) => `(r->>${place})::${type}`).join(', ')
  const name = columns.indexOf('name')
  const where = table.schema === 'jobs' ? `where r->>${name} in (select name from jobs.queue)` : ''
  return async lines => {
    const rows = `[${lines.join(',')}]`
    await tx.execute(
      sql`${sql.raw(`insert into ${place(table)} (${names}) select ${values} from json_array_elements(`)}${rows}::json${sql.raw(`) as r ${where}`)}`,
    )
  }
}

const place = (table: Table) => `${quoted(table.schema)}.${quoted(table.name)}`

function doesNotFit(path: string, cause?: unknown): BackupRefused {
  return new BackupRefused(`${path} does not match its own database schema. Use another backup.`, { cause })
}

/** The database refused a value, or a reference of a row: the file was made by something else. */
function isQueryError(cause: unknown): boolean {
  const deepest = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  return deepest instanceof Error && 'code' in deepest && /^(?:22|23|42)...$/.test(String(deepest.code))
}
