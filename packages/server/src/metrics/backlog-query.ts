import { sql } from 'drizzle-orm'
import { type LastBackup, lastBackup } from '../db/operations.ts'
import { flattening, watch, watchedAddress } from '../db/schema/index.ts'
import type { Store } from '../db/store.ts'
import { type OutboxState, outboxStates, type QueueState, queueStates } from '../jobs/queue-state.ts'

/** The work that waits in the database, and its size. */
export interface Backlog {
  queues: readonly QueueState[]
  messages: readonly OutboxState[]
  checks: { due: number; oldestAt: Date | null }
  addresses: number
  /** Hosted SPF records that are due, and those that could not be refreshed three times in a row. */
  hosted: { due: number; failing: number }
  sizeBytes: number
  /** null on PostgreSQL, which needs a privilege to tell it. */
  walBytes: number | null
  /** When a worker last looked after the queues; null: never. */
  workerSeenAt: Date | null
  /** The last checkpoint of the embedded store; null on PostgreSQL, which makes its own. */
  checkpointAt: Date | null
  backup: LastBackup | null
}

/** Reads it with counts on the indexes of what is due. */
export async function backlogOf({ db, kind }: Pick<Store, 'db' | 'kind'>, now: Date): Promise<Backlog> {
  const at = now.toISOString()
  const { rows } = await db.execute<{
    due: number
    oldest: number | null
    addresses: number
    hosted: number
    failing: number
    size: number
  }>(
    sql`select due.n as due, due.oldest, (select count(*)::int from ${watchedAddress}
            where ${watchedAddress.nextCheckAt} <= ${at}) as addresses,
          (select count(*)::int from ${flattening} where ${flattening.nextCheckAt} <= ${at}) as hosted,
          (select count(*)::int from ${flattening} where ${flattening.failures} >= 3) as failing,
          pg_database_size(current_database())::float8 as size
        from (select count(*)::int as n,
            (extract(epoch from min(${watch.nextCheckAt})) * 1000)::float8 as oldest
          from ${watch} where ${watch.nextCheckAt} <= ${at}) as due`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the database counted nothing')
  return {
    queues: await queueStates(db),
    messages: await outboxStates(db),
    checks: { due: row.due, oldestAt: row.oldest === null ? null : new Date(row.oldest) },
    addresses: row.addresses,
    hosted: { due: row.hosted, failing: row.failing },
    sizeBytes: row.size,
    walBytes: kind === 'pglite' ? await walBytes(db) : null,
    workerSeenAt: await workerSeenAt(db),
    checkpointAt: kind === 'pglite' ? await checkpointAt(db) : null,
    backup: await lastBackup(db),
  }
}

async function walBytes(db: Store['db']): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select coalesce(sum(size), 0)::float8 as n from pg_ls_waldir()`)
  return rows[0]?.n ?? 0
}

async function checkpointAt(db: Store['db']): Promise<Date | null> {
  const { rows } = await db.execute<{ at: number }>(
    sql`select (extract(epoch from checkpoint_time) * 1000)::float8 as at from pg_control_checkpoint()`,
  )
  return rows[0] === undefined ? null : new Date(rows[0].at)
}

/** Only workers supervise the queues, each minute. */
export async function workerSeenAt(db: Store['db']): Promise<Date | null> {
  const { rows } = await db.execute<{ at: number | null }>(
    sql`select (extract(epoch from max(monitor_claim_on)) * 1000)::float8 as at from jobs.queue`,
  )
  const at = rows[0]?.at ?? null
  return at === null ? null : new Date(at)
}
