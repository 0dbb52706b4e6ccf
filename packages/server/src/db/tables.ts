import { getTableName, sql } from 'drizzle-orm'
import { findingCount } from './schema/index.ts'
import type { Database } from './store.ts'

/** A table as the database's own catalog describes it. Names are safe to use in SQL through `quoted`. */
export interface Table {
  schema: 'public' | 'jobs'
  name: string
  columns: readonly { name: string; type: string }[]
}

/** The name of a table in a backup: that of its schema in front, unless it is `public`. */
export const nameOf = ({ schema, name }: Table) => (schema === 'public' ? name : `${schema}.${name}`)

/** An identifier as SQL reads it. */
export const quoted = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`

interface Column extends Record<string, unknown> {
  table: string
  column: string
  type: string
}

/** Tables that triggers fill from the rows of others, also while a backup is loaded. */
const derived: readonly string[] = [getTableName(findingCount)]

/**
 * The tables with the data of an installation: those of `public`, save what PostgreSQL may lose in a crash and what
 * triggers fill, in an order in which each refers to earlier ones only; then the jobs, where the queue has its tables.
 */
export async function tablesWithData(db: Pick<Database, 'execute'>): Promise<Table[]> {
  const inPublic = (await tablesOf(db, 'public')).filter(({ name }) => !derived.includes(name))
  const { rows } = await db.execute<{ of: string; to: string }>(
    sql`select f.relname as of, t.relname as to from pg_constraint c
        join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
        where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conrelid <> c.confrelid`,
  )
  const ordered: Table[] = []
  let left = inPublic
  while (left.length > 0) {
    const missing = new Set(left.map(({ name }) => name))
    const next = left.filter(({ name }) => rows.every(({ of, to }) => of !== name || !missing.has(to)))
    if (next.length === 0) throw new Error(`these tables refer to each other: ${[...missing].join(', ')}`)
    ordered.push(...next)
    left = left.filter(table => !next.includes(table))
  }
  return [...ordered, ...(await tablesOf(db, 'jobs')).filter(({ name }) => name === 'job')]
}

async function tablesOf(db: Pick<Database, 'execute'>, schema: Table['schema']): Promise<Table[]> {
  const { rows } = await db.execute<Column>(
    sql`select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type
        from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
        where n.nspname = ${schema} and c.relkind in ('r', 'p') and c.relpersistence = 'p'
          and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by c.relname, a.attnum`,
  )
  return [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({
    schema,
    name,
    columns: columns.map(({ column, type }) => ({ name: column, type })),
  }))
}
