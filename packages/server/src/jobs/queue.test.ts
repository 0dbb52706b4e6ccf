import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Store } from '../db/store.ts'
import { silent } from '../testing/silent.ts'
import { onBothStores, openTestStore } from '../testing/store.ts'
import { openQueue, type Queue } from './queue.ts'

const aStoredScan = () => ({ domainId: randomUUID(), scanId: randomUUID() })

onBothStores('the queue', kind => {
  let store: Store
  let queue: Queue
  beforeEach(async () => {
    store = await openTestStore(kind)
    queue = await openQueue(store, silent)
  })
  afterEach(async () => {
    await queue.stop({ timeoutMs: 1_000 })
    await store.close()
  })

  it('wakes the worker when a job arrives, before the next poll', async () => {
    await queue.stop({ timeoutMs: 1_000 })
    queue = await openQueue(store, silent, { lookEverySeconds: 3_600 })
    let done = Promise.withResolvers<string>()
    await queue.work({ 'scan.run': async ({ runId }) => done.resolve(runId) })
    for (let n = 0; n < 5; n++) {
      done = Promise.withResolvers<string>()
      const runId = randomUUID()
      await queue.send('scan.run', { runId })
      expect(await done.promise).toBe(runId)
    }
  })

  it('sends a job if its transaction commits, and only then', async () => {
    const seen: string[] = []
    const [undone, done] = [randomUUID(), randomUUID()]
    await queue.work({ 'scan.run': async ({ runId }) => void seen.push(runId) })
    const failure = new Error('rolled back')
    await expect(
      store.transaction(async tx => {
        await queue.send('scan.run', { runId: undone }, { tx })
        throw failure
      }),
    ).rejects.toBe(failure)
    await store.transaction(tx => queue.send('scan.run', { runId: done }, { tx }))
    await vi.waitFor(() => expect(seen).toEqual([done]))
  })

  it('keeps one waiting job for each key', async () => {
    const seen: string[] = []
    const [one, other] = [randomUUID(), randomUUID()]
    for (const runId of [one, one, other, one]) await queue.send('scan.run', { runId }, { key: runId })
    await queue.work({ 'scan.run': async ({ runId }) => void seen.push(runId) })
    await vi.waitFor(() => expect([...seen].sort()).toEqual([one, other].sort()))
  })

  it('retries a job whose handler failed', async () => {
    let attempts = 0
    await queue.work({
      'scan.completed/prune-documents': async () => {
        attempts++
        if (attempts === 1) throw new Error('not this time')
      },
    })
    await store.transaction(tx => queue.publish(tx, 'scan.completed', aStoredScan()))
    await vi.waitFor(() => expect(attempts).toBe(2))
  })

  it('retries a job that failed with any error, however unusual', async () => {
    let attempts = 0
    await queue.work({
      'scan.completed/prune-documents': async ({ scanId }) => {
        attempts++
        // The error of the statement holds what was to be stored.
        if (attempts === 1) await store.db.execute(sql`insert into nowhere values (${scanId}, ${'\u0000 \ud800'})`)
      },
    })
    await store.transaction(tx => queue.publish(tx, 'scan.completed', aStoredScan()))
    await vi.waitFor(() => expect(attempts).toBe(2))
  })

  it('refuses a payload that does not match the catalog', async () => {
    await expect(queue.send('scan.run', { runId: 'no uuid' })).rejects.toThrow('Invalid UUID')
  })

  it('signals a running handler that the process stops, and waits for it', async () => {
    const running = Promise.withResolvers<void>()
    let put = ''
    await queue.work({
      'scan.run': async (_payload, signal) => {
        running.resolve()
        await new Promise(resolve => signal.addEventListener('abort', resolve))
        put = 'down'
      },
    })
    await queue.send('scan.run', { runId: randomUUID() })
    await running.promise
    await queue.stop({ timeoutMs: 5_000 })
    expect(put).toBe('down')
  })
})
