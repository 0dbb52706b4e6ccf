import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { addLine, type BackupHead, backupFormat } from './backup-file.ts'
import { newestIn } from './migrations.ts'
import type { Store, Tx } from './store.ts'
import { nameOf, quoted, type Table, tablesWithData } from './tables.ts'

/** What the file says of its making. */
export interface BackupMaking {
  version: string
  now: Date
  /** Generated secrets by name. */
  secrets?: Readonly<Record<string, string>> | undefined
}

/** Rows read at once: a document of a scan may have some hundred KB. */
const rowsAtOnce = 100

/**
 * Writes a backup of the store as it is at one moment, table by table. The server may go on with its work: on PostgreSQL
 * beside it, on the embedded store, which has one connection, after it.
 *
 * @throws when the store or the destination fails; the destination then has no whole backup
 */
export async function writeBackup(store: Store, making: BackupMaking, to: Writable): Promise<void> {
  await store.db.transaction(
    async tx => {
      await pipeline(chunksOf(linesOf(tx, store.kind, making)), createGzip({ level: 5 }), to)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function* linesOf(tx: Tx, kind: Store['kind'], making: BackupMaking): AsyncGenerator<string> {
  // How values are printed must not depend on the settings of a database.
  for (const setting of [
    "timezone = 'UTC'",
    "datestyle = 'ISO, MDY'",
    "bytea_output = 'hex'",
    'extra_float_digits = 1',
  ])
    await tx.execute(sql.raw(`set local ${setting}`))
  const hash = createHash('sha256')
  const counted = (line: string) => {
    addLine(hash, line)
    return line
  }
  const head: BackupHead = {
    waxseal_backup: backupFormat,
    version: making.version,
    schema: await newestIn(tx),
    made_at: making.now.toISOString(),
    store: kind,
    secrets: making.secrets !== undefined,
  }
  yield counted(JSON.stringify(head))
  for (const [secret, value] of Object.entries(making.secrets ?? {})) yield counted(JSON.stringify({ secret, value }))
  const end: Record<string, number> = {}
  for (const table of await tablesWithData(tx)) {
    const name = nameOf(table)
    yield counted(JSON.stringify({ table: name, columns: table.columns.map(column => column.name) }))
    end[name] = 0
    for await (const line of rowsOf(tx, table)) {
      end[name]++
      yield counted(line)
    }
  }
  yield JSON.stringify({ end, sha256: hash.digest('hex') })
}

/** Each row as a JSON array of texts, made by the database. */
async function* rowsOf(tx: Tx, table: Table): AsyncGenerator<string> {
  const values = table.columns.map(column => `${quoted(column.name)}::text`).join(', ')
  const from = `${quoted(table.schema)}.${quoted(table.name)}`
  // Done jobs are history, and those that are kept because no attempt is left are work.
  const where =
    table.schema === 'jobs' ? "where state < 'completed' or (state = 'failed' and name like 'failed/%')" : ''
  await tx.execute(
    sql.raw(
      `declare waxseal_backup no scroll cursor for select json_build_array(${values})::text as line from ${from} ${where}`,
    ),
  )
  for (;;) {
    const { rows } = await tx.execute<{ line: string }>(sql.raw(`fetch ${rowsAtOnce} from waxseal_backup`))
    for (const { line } of rows) yield line
    if (rows.length < rowsAtOnce) break
  }
  await tx.execute(sql.raw('close waxseal_backup'))
}

/** Lines joined to pieces that are worth compressing. */
async function* chunksOf(lines: AsyncGenerator<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const line of lines) {
    chunk += `${line}\n`
    if (chunk.length < 64 * 1024) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}
