import { appendFileSync, readFileSync } from 'node:fs'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '../db/postgres.ts'
import { openQueue } from '../jobs/queue.ts'
import { startPostgresServer } from './postgres-server.ts'
import { silent } from './silent.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the test server's template database; empty without a server. */
    postgres: string
    /** Which stores the tests of code that uses one run on. */
    stores: 'one' | 'both'
  }
}

/**
 * Starts one real PostgreSQL for the whole run, with a migrated database that every test store is copied from. If it
 * cannot start, store tests run on PGlite, and a line says so that `scripts/test.ts` repeats; with `CI=true` that is a
 * failure.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('stores', storesOf(process.env['STORES']))
  try {
    const server = await startPostgresServer()
    try {
      project.provide('postgres', await template(server.url))
      return async () => {
        writeCost(server.pid())
        await server.stop()
      }
    } catch (cause) {
      await server.stop()
      throw cause
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.trim() : String(cause)
    if (process.env['CI'] === 'true') throw new Error(`PostgreSQL for the tests cannot start: ${reason}`, { cause })
    console.warn(`Store tests: on PGlite, PostgreSQL cannot start here (${reason})`)
    project.provide('postgres', '')
    return async () => {}
  }
}

/** `npm test` names the files and servers that cost most (scripts/test-run/cost.ts): the server is a line of its own. */
function writeCost(pid: number | undefined): void {
  const costs = process.env['TEST_COSTS']
  if (costs === undefined || pid === undefined || process.platform !== 'linux') return
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  appendFileSync(costs, `${JSON.stringify({ file: 'PostgreSQL of the store tests', stat })}\n`)
}

/** @throws Error at a word it does not know: a mistyped `both` would look like a run on both. */
function storesOf(word = 'one'): 'one' | 'both' {
  if (word === 'one' || word === 'both') return word
  throw new Error(`STORES is "one" or "both", not "${word}"`)
}

/** A database with our schema and the queue's, ready to be copied. @returns its URL */
async function template(serverUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query('create database template')
  await client.end()
  const url = serverUrl.replace(/postgres$/, 'template')
  const store = await openPostgres(url, silent)
  const queue = await openQueue(store, silent)
  await queue.stop()
  await store.close()
  return url
}
