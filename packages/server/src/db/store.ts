import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { ConstructorOptions } from 'pg-boss'
import type { Logger } from 'pino'
import { type Disk, openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'
import type * as schema from './schema/index.ts'

interface Result<Row> {
  rows: Row[]
}

/** The result type of raw queries in both drivers; it unifies the types of their databases. */
interface Rows extends PgQueryResultHKT {
  type: Result<this['row']>
}

export type Database = PgDatabase<Rows, typeof schema>

/** A database inside a transaction. Do not use the outer handle there: on PGlite it never answers. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]

/**
 * Calls `listener` with the payload of each notice on a channel (`pg_notify`), of every process. Resolves with a function
 * that ends it. A notice may be lost while the database is away.
 */
export type Listen = (channel: string, listener: (payload: string) => void) => Promise<() => Promise<void>>

/** The only storage: PGlite in a folder, or PostgreSQL. */
export interface Store {
  kind: 'pglite' | 'postgres'
  db: Database
  /** Runs `work` in one transaction. An exception rolls everything back and is rethrown. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The connection of pg-boss to the same database. */
  jobs: ConstructorOptions
  listen: Listen
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  /** CHECKPOINT and VACUUM, which an embedded database does not run by itself. No effect on PostgreSQL. */
  checkpoint(): Promise<void>
  vacuum(): Promise<void>
  /** The connections that are used and idle, and the requests that wait for one; null when embedded. */
  pool(): { used: number; idle: number; waiting: number } | null
  close(): Promise<void>
}

/**
 * What is done to the schema of a store that is opened. `migrate`: brought to the newest, as a server needs it.
 * `existing`: nothing is created and nothing migrated, for the operator's commands. `as-is`: not even looked at, for a
 * restore.
 */
export type Opening = 'migrate' | 'existing' | 'as-is'

/**
 * Opens the store: PostgreSQL at `databaseUrl` when given, else PGlite in `dataDir`. An embedded store is copied to a
 * backup file before it is migrated.
 *
 * @param options.opening what is done to its schema; `migrate` by default
 * @param options.disk the functions that make embedded data durable; the real ones by default
 * @throws NotYourFolder when the folder belongs to another user; StoreLocked when another process has it; SchemaTooNew
 * when a newer Waxseal has already migrated it. With `existing` also NoData and SchemaTooOld.
 */
export function openStore(options: {
  databaseUrl?: string
  dataDir: string
  log: Logger
  opening?: Opening
  disk?: Disk | undefined
}): Promise<Store> {
  const { databaseUrl, dataDir, log, opening = 'migrate', disk } = options
  return databaseUrl === undefined
    ? openEmbedded(dataDir, disk, { opening, log })
    : openPostgres(databaseUrl, log, { opening })
}
