import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/store.ts'
import { keyOf, type Row, type Rows, type Table, tablesOf } from './row-changes.ts'

/** What has changed in the rows of a database. */
export interface RowLog {
  /** This moment, for `since`. */
  mark: () => Promise<number>
  /** The rows changed since then, as they were and as they are. One that was changed back is the same in both. */
  since: (mark: number) => Promise<{ before: Rows; after: Rows }>
  /** Forgets what was before now. */
  clear: () => Promise<void>
}

const logs = new WeakMap<Database, Promise<RowLog>>()

/**
 * Makes the database itself log each row that is added, changed or removed, in every table of ours and among the sent
 * jobs. To read the log costs as much as has changed; to compare all rows costs as much as there are. The log has a
 * schema of its own, so it is no table of ours. A database has one log. Nothing is logged of a `truncate`, which the
 * product never runs, nor of a transaction that began before a mark and ended after it.
 */
export function rowLogOf(db: Database): Promise<RowLog> {
  const log = logs.get(db) ?? openRowLog(db)
  logs.set(db, log)
  return log
}

async function openRowLog(db: Database): Promise<RowLog> {
  const tables = new Map((await tablesOf(db)).map(table => [table.name, table]))
  for (const statement of statements) await db.execute(sql.raw(statement))
  for (const { name, isOurs } of tables.values()) await db.execute(triggerOn(name, isOurs ? 'public' : 'jobs'))
  return {
    async mark() {
      const { rows } = await db.execute<{ at: number }>(sql`select coalesce(max(id), 0)::int at from row_log.change`)
      return rows[0]?.at ?? 0
    },
    async since(mark) {
      const { rows } = await db.execute<Change>(
        sql`select name, old, new from row_log.change where id > ${mark} order by id`,
      )
      return difference(rows, tables)
    },
    async clear() {
      await db.execute(sql`delete from row_log.change`)
    },
  }
}

/** A line of the log: the row before and after, as the table has it. */
interface Change extends Record<string, unknown> {
  name: string
  old: Row | null
  new: Row | null
}

const statements = [
  'create schema row_log',
  'create table row_log.change (id bigserial primary key, name text not null, old jsonb, new jsonb)',
  `create function row_log.log() returns trigger language plpgsql as $$ begin
     insert into row_log.change (name, old, new) values (
       tg_argv[0],
       case when tg_op <> 'INSERT' then to_jsonb(old) end,
       case when tg_op <> 'DELETE' then to_jsonb(new) end
     );
     return null;
   end $$`,
]

const triggerOn = (name: string, schema: string): SQL => sql`
  create trigger row_log after insert or update or delete on ${sql.identifier(schema)}.${sql.identifier(name)}
  for each row execute function row_log.log(${sql.raw(`'${name}'`)})`

/** The first state of each row and the last. */
function difference(changes: readonly Change[], tables: ReadonlyMap<string, Table>): { before: Rows; after: Rows } {
  const seen = new Set<string>()
  const [before, after] = [new Map<string, RowOf>(), new Map<string, RowOf>()]
  for (const change of changes) {
    const table = tables.get(change.name)
    if (table === undefined) throw new Error(`the log names a table that is not there: ${change.name}`)
    const rowOf = (stored: Row | null): [string, RowOf] | null => {
      if (stored === null) return null
      const row = table.seen(stored)
      return [keyOf(table, row), { table, row }]
    }
    const [old, now] = [rowOf(change.old), rowOf(change.new)]
    if (old !== null) {
      if (!seen.has(old[0])) before.set(...old)
      after.delete(old[0])
      seen.add(old[0])
    }
    if (now !== null) {
      after.set(...now)
      seen.add(now[0])
    }
  }
  return { before, after }
}

type RowOf = { table: Table; row: Row }
