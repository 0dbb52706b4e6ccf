import { and, getTableColumns, gt, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { outbox } from '../db/schema/index.ts'
import type { Database } from '../db/store.ts'
import type { Deps } from '../deps.ts'
import type { PeriodicTask } from './periodic.ts'

const minute = 60_000

/** Another process may write a due time by a clock that is this far ahead, which is no jump yet. */
const slackMs = 5 * minute

/** A column with the time when something is due next, or until when a process has it. */
export interface DueTime {
  table: PgTable
  /** As the schema names it; `dueTime` lets only columns of the table be named. */
  column: string
  /** The furthest ahead that it is ever set. */
  periodMs: number
  /** Only these rows; all by default. */
  where?: SQL | undefined
}

/** A due time of this table. */
export function dueTime<T extends PgTable>(
  of: Omit<DueTime, 'table' | 'column'> & { table: T; column: keyof T['$inferSelect'] & string },
): DueTime {
  return of
}

/**
 * Pulls due times back that are further ahead than their period: a clock that was ahead when they were set wrote them. They
 * go back by whole periods, so what has a place of its own in each period keeps it.
 *
 * @returns how many
 */
export async function pullBack(db: Database, { table, column, periodMs, where }: DueTime, now: Date): Promise<number> {
  const at = getTableColumns(table)[column]
  if (at === undefined) throw new Error(`there is no column ${column}`)
  const period = sql`${`${periodMs} ms`}::interval`
  const ahead = sql`extract(epoch from ${at} - ${now.toISOString()}::timestamptz) * 1000`
  const back = sql`${at} - ${period} * (ceil((${ahead}) / ${periodMs}::float8) - 1)::float8`
  const furthest = new Date(now.getTime() + periodMs + slackMs)
  const rows = await db
    .update(table)
    .set({ [column]: back })
    .where(and(gt(at, furthest), where))
    .returning({ one: sql`1` })
  return rows.length
}

/** Messages: the next attempt, and who has one. */
export const outboxDueTimes: readonly DueTime[] = [
  dueTime({ table: outbox, column: 'nextTryAt', periodMs: 12 * 60 * minute }),
  dueTime({ table: outbox, column: 'claimedUntil', periodMs: 5 * minute }),
]

/** A retry of the queue waits five minutes at most (`retryDelayMax`). Its times are those of the database's clock. */
async function pullBackJobs(db: Pick<Database, 'execute'>, databaseNow: Date): Promise<number> {
  const at = databaseNow.toISOString()
  const { rows } = await db.execute(
    sql`update jobs.job set start_after = ${at}::timestamptz
        where state < 'active' and start_after > ${at}::timestamptz + interval '10 minutes' returning 1`,
  )
  return rows.length
}

/** What pulls due times back. */
type PullBackDeps = Pick<Deps, 'store' | 'clockWatch' | 'log'>
/** Due times whose furthest is not the same for all rows. @returns how many were pulled back */
type PullBackOthers = (now: Date) => Promise<number>

/** Upkeep that a wrong clock put off goes on within its period. */
export function periodicPullBack(
  deps: PullBackDeps,
  dueTimes: readonly DueTime[],
  others: PullBackOthers,
): PeriodicTask[] {
  return [{ name: 'pull due times back', everyMs: minute, run: () => pullDueTimesBack(deps, dueTimes, others) }]
}

/** Pulls all due times back that are further ahead than their period, unless the clock jumped within the last five minutes. */
async function pullDueTimesBack(
  { store, clockWatch, log }: PullBackDeps,
  dueTimes: readonly DueTime[],
  others: PullBackOthers,
): Promise<void> {
  const times = await clockWatch.timeToPullBack()
  if (times === null) return
  let pulled = (await others(times.now)) + (await pullBackJobs(store.db, times.database))
  for (const each of dueTimes) pulled += await pullBack(store.db, each, times.now)
  if (pulled > 0) log.warn({ pulled }, 'due times further ahead than their period were pulled back')
}
