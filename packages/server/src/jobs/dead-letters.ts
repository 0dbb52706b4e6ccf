import { displayText } from '@waxseal/core/dns'
import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import type { Database, Store } from '../db/store.ts'
import { deadLetterPrefix } from './queue-state.ts'

/** A job that failed on each of its attempts. It is kept for 30 days. */
export interface DeadLetter {
  id: string
  queue: string
  failedAt: Date
  attempts: number
  /** In one line. */
  error: string
  /** The fields of its payload that name a row. */
  ids: Readonly<Record<string, string>>
}

interface Row extends Record<string, unknown> {
  id: string
  name: string
  failed: number
  attempts: number | null
  error: string | null
  data: unknown
}

/** The failed jobs, the newest first, at most `limit` of them. */
export async function deadLetters(db: Pick<Database, 'execute'>, limit = 1_000): Promise<DeadLetter[]> {
  const { rows } = await db.execute<Row>(
    sql`select id::text, name, (extract(epoch from created_on) * 1000)::float8 as failed,
          source_retry_count as attempts, data,
          coalesce(output->>'message', source_output->>'message', source_output->'value'->>'message') as error
        from jobs.job where starts_with(name, ${deadLetterPrefix}) and (state < 'active' or state = 'failed')
        order by created_on desc, id limit ${limit}`,
  )
  return rows.map(({ id, name, failed, attempts, error, data }) => ({
    id,
    queue: name.slice(deadLetterPrefix.length),
    failedAt: new Date(failed),
    attempts: (attempts ?? 0) + 1,
    error: displayText(error ?? 'unknown', 300),
    ids: idsOf(data),
  }))
}

function idsOf(data: unknown): Record<string, string> {
  if (typeof data !== 'object' || data === null) return {}
  const named = Object.entries(data).filter(
    (field): field is [string, string] => /id$/i.test(field[0]) && typeof field[1] === 'string',
  )
  return Object.fromEntries(named.map(([name, value]) => [name, displayText(value, 100)]))
}

/**
 * Sends failed jobs to their queues again.
 *
 * @param which the id of one, or all of them
 * @returns how many were sent, and how many were not because an equal job waits already; null when there is no such job
 */
export async function retryDeadLetters(
  store: Store,
  which: { id: string } | 'all',
): Promise<{ sent: number; refused: number } | null> {
  const letters = await named(store, which)
  if (which !== 'all' && letters.length === 0) return null
  return withBoss(store, async boss => {
    let sent = 0
    for (const [queue, ids] of Map.groupBy(letters, ({ name }) => name)) {
      // A job that collided with an equal one earlier is marked as failed, and `redrive` leaves it alone.
      const failed = ids.filter(({ state }) => state === 'failed').map(({ id }) => id)
      if (failed.length > 0) await boss.retry(queue, failed)
      sent += await boss.redrive(queue, { ids: ids.map(({ id }) => id), limit: ids.length })
    }
    return { sent, refused: letters.length - sent }
  })
}

/** Deletes a failed job. @returns whether there was one */
export async function dropDeadLetter(store: Store, id: string): Promise<boolean> {
  const [letter] = await named(store, { id })
  if (letter === undefined) return false
  await withBoss(store, boss => boss.deleteJob(letter.name, letter.id))
  return true
}

/** Deletes the jobs that no one has worked on since before a time: failed ones, and those of a queue without a worker. */
export async function forgetJobs(db: Pick<Database, 'execute'>, before: Date): Promise<void> {
  await db.execute(
    sql`delete from jobs.job where state < 'active' and created_on < ${before.toISOString()}::timestamptz`,
  )
}

async function named({ db }: Store, which: { id: string } | 'all') {
  const { rows } = await db.execute<{ id: string; name: string; state: string }>(
    sql`select id::text, name, state::text from jobs.job
        where starts_with(name, ${deadLetterPrefix}) and (state < 'active' or state = 'failed')
          and ${which === 'all' ? sql`true` : sql`id::text = ${which.id}`}`,
  )
  return rows
}

/** The queue's own commands, beside a running server or alone. Creates and migrates nothing. */
async function withBoss<T>(store: Store, work: (boss: PgBoss) => Promise<T>): Promise<T> {
  const boss = new PgBoss({ ...store.jobs, schema: 'jobs', supervise: false, schedule: false, migrate: false })
  // Without a listener a lost connection would end the process; the command itself fails then.
  boss.on('error', () => {})
  await boss.start()
  try {
    return await work(boss)
  } finally {
    await boss.stop({ graceful: false })
  }
}
