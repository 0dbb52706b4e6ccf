import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { Logger } from 'pino'
import { migrateLogged, migrationsFolder, refuseNewerSchema, refuseOtherSchema } from './migrations.ts'
import { postgresNotices } from './postgres-notices.ts'
import { PatientClient } from './request-patience.ts'
import * as schema from './schema/index.ts'
import type { Opening, Store, Tx } from './store.ts'
import { isUnreachable } from './unreachable.ts'

/** An arbitrary constant: the holder of this lock migrates, all others wait. */
const migrationLock = 7_303_001

/**
 * Opens the store on PostgreSQL 15 or newer and migrates its schema. Many processes may do so at once.
 *
 * @param options.max connections of the pool; pg-boss takes a few more of its own.
 * @param options.oldest the lowest supported major version; 15 unless a test changes it.
 * @param options.opening what is done to the schema; with `as-is` a statement may take as long as it needs.
 * @throws SchemaTooNew when a newer Waxseal has migrated it; with `existing` SchemaTooOld; the driver's error when it
 * cannot be reached.
 */
export async function openPostgres(
  databaseUrl: string,
  log: Logger,
  options: { max?: number; oldest?: number; opening?: Opening } = {},
): Promise<Store> {
  const opening = options.opening ?? 'migrate'
  const pool = new pg.Pool({
    Client: PatientClient,
    connectionString: databaseUrl,
    max: options.max ?? 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: opening === 'as-is' ? 0 : 30_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'waxseal',
  })
  // A connection that fails while idle is replaced; without a listener the error would end the process.
  pool.on('error', error => log.warn({ err: error }, 'an idle database connection was lost'))
  // The pool listens to idle connections only. One that is lost between two statements of a transaction has no other
  // listener; the next statement fails, and the transaction with it.
  pool.on('connect', client => client.on('error', error => log.debug({ err: error }, 'a database connection was lost')))
  try {
    await prepare(pool, log, options.oldest ?? 15, opening)
  } catch (cause) {
    await pool.end()
    throw cause
  }
  const db = drizzle(pool, { schema, casing: 'snake_case' })
  const notices = postgresNotices(databaseUrl, log)
  return {
    kind: 'postgres',
    db,
    transaction: work => inTransaction(pool, work),
    jobs: { connectionString: databaseUrl, max: 4, application_name: 'waxseal-jobs' },
    listen: notices.listen,
    async ping() {
      await pool.query('select 1')
    },
    async checkpoint() {},
    async vacuum() {},
    pool: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      await notices.close()
      await pool.end()
    },
  }
}

/** One handle for each connection: making one reads the whole schema. */
const handles = new WeakMap<pg.PoolClient, NodePgDatabase<typeof schema>>()

/**
 * Runs one transaction on a connection of its own, and gives that back whatever happens. drizzle keeps a connection on
 * which `begin` failed: each lost connection would leave the pool one smaller, until none is left.
 */
async function inTransaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  try {
    const db = handles.get(client) ?? drizzle(client, { schema, casing: 'snake_case' })
    handles.set(client, db)
    return await db.transaction(work)
  } catch (cause) {
    isBroken = isUnreachable(cause)
    throw cause
  } finally {
    client.release(isBroken)
  }
}

async function prepare(pool: pg.Pool, log: Logger, oldest: number, opening: Opening): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    const version = rows[0]?.server_version ?? 'unknown'
    if (!(Number.parseInt(version, 10) >= oldest)) {
      throw new Error(`PostgreSQL ${oldest} or newer is required, but this server has version ${version}`)
    }
    const db = drizzle(client, { schema, casing: 'snake_case' })
    if (opening === 'as-is') return
    if (opening === 'existing') return await refuseOtherSchema(db)
    // A migration, or the wait for that of another process, may take longer than any of our queries.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await refuseNewerSchema(db)
    await migrateLogged(db, log, () => migrate(db, { migrationsFolder }))
  } finally {
    // Closes the connection, which also ends the lock and the setting.
    client.release(true)
  }
}
