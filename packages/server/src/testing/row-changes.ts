import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/store.ts'

/** A row as the database prints it: every column, with all digits. */
export type Row = Readonly<Record<string, unknown>>

export interface Table {
  name: string
  /** The columns of its primary key. */
  key: readonly string[]
  /** False: a table of the queue. */
  isOurs: boolean
  /** What is read of a stored row, as `read` gives it. */
  seen: (stored: Row) => Row
  read: SQL
}

/** Every row of every table, by table and key. */
export type Rows = ReadonlyMap<string, { table: Table; row: Row }>

/** All our tables, and the sent jobs. The tables come from the database itself, so none can be forgotten. */
export async function tablesOf(db: Database): Promise<Table[]> {
  // Not information_schema: its views cost a tenth of a second of the server's processor each time.
  const { rows } = await db.execute<{ name: string; key: string[] | null }>(sql`
    select t.relname::text as name,
      json_agg(a.attname::text order by k.place) filter (where a.attname is not null) as key
    from pg_class t
      left join pg_index i on i.indrelid = t.oid and i.indisprimary
      left join unnest(i.indkey::int2[]) with ordinality as k(attnum, place) on true
      left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
    group by t.relname order by t.relname`)
  const ours = rows.map(({ name, key }) => {
    if (key === null) throw new Error(`the table ${name} has no primary key: its rows cannot be told apart`)
    return {
      name,
      key,
      isOurs: true,
      seen: (row: Row) => row,
      read: sql`select to_jsonb(t) from ${sql.identifier(name)} t`,
    }
  })
  const job = sql`select jsonb_build_object('queue', name, 'id', id::text) || coalesce(data, '{}') from jobs.job`
  return [...ours, { name: 'job', key: ['queue', 'id'], isOurs: false, seen: jobOf, read: job }]
}

const jobOf = ({ name, id, data }: Row): Row => ({ queue: name, id, ...(data as Row | null) })

/** Reads all rows in one statement, so at one moment. */
export async function allRows(db: Database, tables: readonly Table[]): Promise<Rows> {
  const parts = tables.map(({ read }, at) => sql`select ${sql.raw(String(at))} as at, row from (${read}) as t(row)`)
  const { rows } = await db.execute<{ at: number; row: Row }>(sql.join(parts, sql` union all `))
  const found = rows.flatMap(({ at, row }) => {
    const table = tables[at]
    return table === undefined ? [] : [[keyOf(table, row), { table, row }] as const]
  })
  return new Map(found)
}

/**
 * Says which rows differ, a line for each, in alphabetical order: `+ decision of owner/shared` was added,
 * `- decision owner/shared 1` is gone, `domain owner/shared: tags` has other tags.
 *
 * @param names what known ids are called; ids without a name are left out, and so are times within keys
 */
export function changesBetween(before: Rows, after: Rows, names: ReadonlyMap<string, string>): string[] {
  const lines: string[] = []
  for (const [key, { table, row }] of before) {
    const now = after.get(key)?.row
    if (now === undefined) lines.push(`- ${nameOf(table, row, names)}`)
    else {
      const columns = Object.keys(row).filter(column => JSON.stringify(row[column]) !== JSON.stringify(now[column]))
      if (columns.length > 0) lines.push(`${nameOf(table, row, names)}: ${columns.sort().join(', ')}`)
    }
  }
  for (const [key, { table, row }] of after) {
    if (!before.has(key)) lines.push(`+ ${nameOf(table, row, names)}`)
  }
  return lines.sort()
}

/** The count of a domain of `aDomain`, whose name is random. */
const newDomain = /^scans of domain-[\da-f]{10}\.example/

/** A text with its ids replaced by their names. */
export function withNames(text: string, names: ReadonlyMap<string, string>): string {
  const known = (word: string) => names.get(word) ?? word
  return names.get(text) ?? text.replace(uuid, known).replace(newDomain, 'scans of this name')
}

const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g
const time = /^\d{4}-\d\d-\d\dT/

/** The key of a row of `Rows`. */
export const keyOf = ({ name, key }: Table, row: Row): string => JSON.stringify([name, key.map(column => row[column])])

/** A row by its key; a row whose id has no name by its owner. */
function nameOf(table: Table, row: Row, names: ReadonlyMap<string, string>): string {
  const key = table.key.flatMap(column => {
    const part = withNames(String(row[column]), names)
    return time.test(part) || part.search(uuid) >= 0 ? [] : [part]
  })
  const isNamed = table.key.every(column => !String(row[column]).match(uuid) || names.has(String(row[column])))
  const columns = Object.keys(row).filter(column => !table.key.includes(column))
  const owners = isNamed ? [] : columns.sort().flatMap(column => names.get(String(row[column])) ?? [])
  return [table.name, ...key, ...(owners.length > 0 ? ['of', ...new Set(owners)] : [])].join(' ')
}
