import { type SQL, sql } from 'drizzle-orm'
import type { Database } from './store.ts'
import { quoted } from './tables.ts'

/** Rows of one table, for an export. */
export interface RowSource {
  table: string
  where: SQL
  /** Columns that are left out. */
  without: readonly string[]
  /** Rows that are read at once. */
  atOnce: number
}

/** The rows of a table as JSON texts, in the order of their primary key and page by page: a page is all that is in memory. */
export async function* exportRows(db: Database, { table, where, without, atOnce }: RowSource): AsyncGenerator<string> {
  const names = await keyOf(db, table)
  const from = sql.raw(quoted(table))
  const columns = sql.raw(names.map(name => `t.${quoted(name)}`).join(', '))
  const key = sql.raw(`jsonb_build_object(${names.map(name => `'${name}', t.${quoted(name)}`).join(', ')})`)
  const withoutArray = sql`array[${sql.join([sql`''`, ...without.map(name => sql`${name}`)], sql`, `)}]::text[]`
  let last: string | null = null
  for (;;) {
    const after: SQL =
      last === null
        ? sql`true`
        : // The database gives the key its types back.
          sql`(${columns}) > (select ${columns} from jsonb_populate_record(null::${from}, ${last}::jsonb) t)`
    const page: { rows: { row: string; key: string }[] } = await db.execute<{ row: string; key: string }>(
      sql`select (to_jsonb(t) - ${withoutArray})::text as row, ${key}::text as key from ${from} t
        where ${where} and ${after} order by ${columns} limit ${atOnce}`,
    )
    for (const { row } of page.rows) yield row
    last = page.rows.at(-1)?.key ?? null
    if (page.rows.length < atOnce) return
  }
}

/** The columns of the primary key of a table, in their order. */
async function keyOf(db: Database, table: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select a.attname::text as name from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = ${quoted(table)}::regclass and i.indisprimary order by array_position(i.indkey::int[], a.attnum::int)`,
  )
  return rows.map(({ name }) => name)
}
