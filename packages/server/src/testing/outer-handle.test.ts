import { randomUUID } from 'node:crypto'
import { DrizzleQueryError, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Tx } from '../db/store.ts'
import { openTestDeps, type TestDeps } from './deps.ts'

const wrong = /Inside a transaction, .+ was used\. On PGlite, which has one connection, it never answers\./

describe.skipIf(inject('postgres') === '')('a test store on PostgreSQL', () => {
  let deps: TestDeps
  beforeAll(async () => {
    deps = await openTestDeps('postgres')
  })
  // It says what the tests did on purpose.
  afterAll(() => deps.close().catch(() => {}))

  const one = sql`select 1 as n`
  const mistakes: Readonly<Record<string, (deps: TestDeps) => Promise<unknown>>> = {
    'the outer handle': ({ store }) => store.db.execute(one),
    'a second transaction': ({ store }) => store.transaction(tx => tx.execute(one)),
    'a transaction of the outer handle': ({ store }) => store.db.transaction(tx => tx.execute(one)),
    'a job without the transaction': ({ queue }) => queue.send('scan.run', { runId: randomUUID() }),
  }
  it.each(Object.entries(mistakes))('refuses %s inside of a transaction', async (_what, use) => {
    const refused: unknown = await deps.store.transaction(() => use(deps)).catch((cause: unknown) => cause)
    // drizzle names the statement, and gives the reason as the cause.
    const reason = refused instanceof DrizzleQueryError ? refused.cause : refused
    expect(reason).toMatchObject({ message: expect.stringMatching(wrong) })
  })

  it.each(Object.entries(mistakes))(
    'fails at its end after %s, though the code caught the error',
    async (_what, use) => {
      const own = await openTestDeps('postgres')
      await own.store.transaction(() => use(own).catch(() => {}))
      await expect(own.close()).rejects.toThrow(wrong)
    },
  )

  it('lets code use it beside a transaction, and after one that started it', async () => {
    const gate = Promise.withResolvers<void>()
    const started: Promise<unknown>[] = []
    const inside = (tx: Tx) => {
      started.push(gate.promise.then(() => deps.store.db.execute(one)))
      return tx.execute(one)
    }
    await Promise.all([deps.store.transaction(inside), deps.store.db.execute(one)])
    gate.resolve()
    await Promise.all(started)
  })

  it('has one connection, unless a test asks for more', async () => {
    await Promise.all([1, 2, 3].map(() => deps.store.db.execute(one)))
    expect(deps.store.pool()).toMatchObject({ used: 0, idle: 1 })
  })
})
