import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

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
 */
export class PatientClient extends pg.Client {
  override query(...[query, ...rest]: unknown[]): never {
    const ms = patience.getStore()
    const plain = ms === undefined || query === null || (typeof query === 'object' && 'submit' in query)
    const patient = typeof query === 'string' ? { text: query } : query
    const asked = plain ? query : Object.assign({}, patient, { query_timeout: ms })
    return (super.query as (...words: unknown[]) => never)(asked, ...rest)
  }
}
