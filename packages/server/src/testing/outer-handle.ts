import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Store } from '../db/store.ts'
import type { Queue } from '../jobs/queue.ts'

/** The transaction that the running code is part of. */
const transactions = new AsyncLocalStorage<{ isOpen: boolean }>()

/** As long as a statement may take. Only a use that `refuseInTransaction` cannot see waits for it. */
const longestWaitMs = 30_000

/**
 * Holds a store on PostgreSQL to what PGlite permits: code inside a transaction may not use the handle outside of it. On
 * a single connection it would wait for the one that its own transaction has. Here that fails at once, and again when the
 * store is closed, since the code may have caught the error.
 */
export function asOnPglite(store: Store): Store {
  const pool = poolOf(store)
  const uses: Error[] = []
  const connect = pool.connect.bind(pool)
  // `query` of a pool and the transactions of drizzle come through here too.
  const guarded = (...given: Parameters<typeof connect>) => {
    refuseInTransaction('the handle outside of it', uses)
    return connect(...given)
  }
  Object.assign(pool, { connect: guarded })
  pool.options.connectionTimeoutMillis = longestWaitMs
  return {
    ...store,
    transaction: work => store.transaction(tx => asTransaction(() => work(tx))),
    async close() {
      await store.close()
      if (uses[0] !== undefined) throw uses[0]
    },
  }
}

/**
 * Holds a queue on PostgreSQL to the same. There it has connections of its own, on which a job that a transaction sends
 * without its `tx` is sent even if that rolls back; on PGlite it waits for that transaction.
 */
export function queueAsOnPglite(queue: Queue): Queue {
  const uses: Error[] = []
  return {
    ...queue,
    async send(name, payload, options = {}) {
      if (options.tx === undefined) refuseInTransaction('`send` without its `tx`', uses)
      await queue.send(name, payload, options)
    },
    async stop(options) {
      await queue.stop(options)
      if (uses[0] !== undefined) throw uses[0]
    },
  }
}

function refuseInTransaction(what: string, uses: Error[]): void {
  if (transactions.getStore()?.isOpen !== true) return
  const use = new Error(
    `Inside a transaction, ${what} was used. On PGlite, which has one connection, it never answers.`,
  )
  uses.push(use)
  throw use
}

function poolOf({ db }: Store): pg.Pool {
  const pool = '$client' in db ? db.$client : null
  if (!(pool instanceof pg.Pool)) throw new Error('this store has no pool of PostgreSQL connections')
  return pool
}

async function asTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true }
  try {
    // Awaited inside: a statement of drizzle runs when it is awaited.
    return await transactions.run(transaction, async () => await work())
  } finally {
    transaction.isOpen = false
  }
}
