import { displayText } from '@waxseal/core/dns'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Store, Tx } from '../db/store.ts'
import {
  type EventName,
  type EventPayload,
  events,
  type JobName,
  jobs,
  type PayloadOf,
  type QueueName,
  queueNames,
  queues,
  subscribersOf,
} from './catalog.ts'

/** `signal` is aborted when the process stops: a handler then puts its work down where another can take it up. */
type JobHandler<N extends QueueName> = (payload: PayloadOf<N>, signal: AbortSignal) => Promise<void>

/** What works on each job and on each subscription. A process that works on all of them leaves none out. */
export type JobHandlers = { [N in QueueName]: JobHandler<N> }

/** Immediate work, kept in the database and done by whichever process works on it. */
export interface Queue {
  /**
   * Sends a job; with `tx` it exists only if that transaction commits. With `key` a job already waiting under the same
   * key is not sent twice.
   */
  send<N extends JobName>(name: N, payload: PayloadOf<N>, options?: { tx?: Tx; key?: string }): Promise<void>
  /** Publishes a fact to all its subscribers: to each of them if `tx` commits, to none of them otherwise. */
  publish<E extends EventName>(tx: Tx, event: E, payload: EventPayload<E>): Promise<void>
  /** Starts working in this process, on as many queues as there are handlers. */
  work(handlers: Partial<JobHandlers>): Promise<void>
  /** Aborts the handlers' signal, waits for them for `timeoutMs` (default 10 s), lets go of the database. */
  stop(options?: { timeoutMs?: number }): Promise<void>
}

/**
 * Jobs that wait, and failed ones, are never deleted by pg-boss, which would do so on the word of whatever the database's
 * clock says: `dead-letters.ts` deletes them by their age. Ten years, in seconds.
 */
const keptSeconds = 10 * 365 * 86_400

/**
 * Opens the queue on the store's database.
 *
 * @param options.supervise false in a process that only sends: it leaves the upkeep of the queues to the workers.
 * @param options.lookEverySeconds how often a worker looks for jobs, beside those it is woken for
 * @param options.superviseEverySeconds how often the queue looks for jobs whose process died (default 60)
 */
export async function openQueue(
  store: Store,
  log: Logger,
  options: { supervise?: boolean; lookEverySeconds?: number; superviseEverySeconds?: number | undefined } = {},
): Promise<Queue> {
  const boss = new PgBoss({
    ...store.jobs,
    schema: 'jobs',
    supervise: options.supervise ?? true,
    superviseIntervalSeconds: options.superviseEverySeconds ?? 60,
    monitorIntervalSeconds: options.superviseEverySeconds ?? 60,
    schedule: false,
    useListenNotify: true,
    // CONCURRENTLY is not for a database with a single connection.
    reindex: store.kind === 'postgres',
    monitorVacuum: store.kind === 'postgres',
  })
  boss.on('error', error => log.error({ err: error }, 'the job queue reports an error'))
  boss.on('warning', warning => log.warn({ warning }, 'the job queue warns'))
  await boss.start()
  for (const name of queueNames) {
    const { retries, expireSeconds } = queues[name]
    const deadLetter = `failed/${name}`
    await boss.createQueue(deadLetter, { retentionSeconds: keptSeconds })
    const settings = {
      deadLetter,
      retentionSeconds: keptSeconds,
      retryLimit: retries,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 300,
      heartbeatSeconds: 10,
      expireInSeconds: expireSeconds,
      deleteAfterSeconds: 86_400,
      notify: true,
    }
    // `short`: one waiting job for each key, so that sending again what may be lost costs nothing.
    await boss.createQueue(name, { policy: 'short', ...settings })
    await boss.updateQueue(name, settings)
    // Any lookup makes pg-boss cache the queue. Without the cache, a `send` inside a transaction asks on a connection of
    // its own, which on PGlite waits for that very transaction.
    await boss.findJobs(name, { id: crypto.randomUUID() })
  }
  // Queues of failed jobs that an older version made. The setting counts for jobs that are sent from now on.
  await store.db.execute(
    sql`update jobs.queue set retention_seconds = ${keptSeconds} where retention_seconds <> ${keptSeconds}`,
  )
  const stopping = new AbortController()

  async function workOn<N extends QueueName>(name: N, handler: JobHandlers[N]): Promise<void> {
    const { concurrency, payload } = queues[name]
    const polling = {
      localConcurrency: concurrency,
      pollingIntervalSeconds: 0.5,
      // pg-boss would otherwise look every 30 s only, and retries wait for that look.
      notifyPollingIntervalSeconds: options.lookEverySeconds ?? 1,
    }
    await boss.work(name, polling, async ([job]) => {
      if (job === undefined) return
      const signal = AbortSignal.any([stopping.signal, job.signal])
      try {
        await handler(payload.parse(job.data) as PayloadOf<N>, signal)
      } catch (cause) {
        if (!signal.aborted) log.error({ err: cause, job: name, jobId: job.id }, 'a job failed')
        throw storable(cause)
      }
    })
  }

  return {
    async send(name, payload, { tx, key } = {}) {
      const data = jobs[name].payload.parse(payload)
      await boss.send(name, data, {
        singletonKey: key ?? crypto.randomUUID(),
        ...(tx && { db: fromDrizzle(tx, sql) }),
      })
    },
    // Not `boss.publish`: it reads its subscriptions on a connection of its own. On PGlite that waits for this very
    // transaction; see docs/decisions/0026-events.md.
    async publish(tx, event, payload) {
      const data = events[event].payload.parse(payload)
      for (const name of subscribersOf(event)) {
        await boss.send(name, data, { singletonKey: crypto.randomUUID(), db: fromDrizzle(tx, sql) })
      }
    },
    async work(handlers) {
      for (const name of queueNames) {
        const handler = handlers[name]
        if (handler !== undefined) await workOn(name, handler)
      }
    },
    async stop({ timeoutMs = 10_000 } = {}) {
      stopping.abort(new Error('the process is stopping'))
      await boss.stop({ graceful: true, timeout: timeoutMs })
    },
  }
}

/**
 * The stored part of a failure. A database error contains its statement and all its parameters: a whole document, and
 * bytes that PostgreSQL refuses in JSON. Then the failure could not be stored, and the job would look as if it still
 * ran.
 */
function storable(cause: unknown): Error {
  let deepest = cause
  for (let depth = 0; depth < 5 && deepest instanceof Error && deepest.cause !== undefined; depth++) {
    deepest = deepest.cause
  }
  return new Error(displayText(deepest instanceof Error ? deepest.message : String(deepest), 500))
}
