import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { isUnreachable } from './unreachable.ts'

/** Milliseconds that a request waits for one answer of the database: a frozen one sends neither an answer nor an error. */
const patienceMs = 10_000

const patience = new AsyncLocalStorage<number>()

/** Runs the work of a request: each of its queries fails after ten seconds without an answer. */
export function asRequest<T>(work: () => T, ms = patienceMs): T {
  return patience.run(ms, work)
}

/**
 * A connection that knows the patience of the request which uses it. Jobs, migrations and backups have none: their limits
 * are their own, and longer. The server's `statement_timeout` is no substitute, because a frozen server keeps no time.
 *
 * Once a query of a request had no answer in its time, nothing more is asked on this connection: the `rollback` of the
 * transaction would wait as long again. Who holds the connection gives it up then (`inTransaction`).
 */
export class PatientClient extends pg.Client {
  #lost: Error | null = null

  override query(...[query, ...rest]: unknown[]): never {
    const ms = patience.getStore()
    const plain = ms === undefined || query === null || (typeof query === 'object' && 'submit' in query)
    if (!plain && this.#lost !== null) return Promise.reject(this.#lost) as never
    const patient = typeof query === 'string' ? { text: query } : query
    const asked = plain ? query : Object.assign({}, patient, { query_timeout: ms })
    const answer: unknown = (super.query as (...words: unknown[]) => unknown)(asked, ...rest)
    // The pool asks with a callback, and gives its connection up by itself.
    if (!plain && answer instanceof Promise) {
      answer.catch((error: unknown) => {
        if (error instanceof Error && isUnreachable(error)) this.#lost = error
      })
    }
    return answer as never
  }
}
