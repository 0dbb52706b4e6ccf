import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Store } from '../db/store.ts'
import { scanHandlers } from '../features/scans/jobs.ts'
import { openTestDeps, type TestDeps } from '../testing/deps.ts'
import { silent } from '../testing/silent.ts'
import { onBothStores, openTestStore } from '../testing/store.ts'
import { openQueue } from './queue.ts'

const aStoredScan = () => ({ domainId: randomUUID(), scanId: randomUUID() })

onBothStores('an event', kind => {
  let deps: TestDeps
  beforeEach(async () => {
    deps = await openTestDeps(kind)
  })
  afterEach(() => deps.close())

  const publish = (event: { domainId: string; scanId: string }) =>
    deps.store.transaction(tx => deps.queue.publish(tx, 'scan.completed', event))

  it('reaches no subscriber when its transaction rolls back', async () => {
    const failure = new Error('rolled back')
    const attempt = deps.store.transaction(async tx => {
      await deps.queue.publish(tx, 'scan.completed', aStoredScan())
      throw failure
    })
    await expect(attempt).rejects.toBe(failure)
    const { rows } = await deps.store.db.execute(sql`select name from jobs.job`)
    expect(rows).toEqual([])
  })

  it('with a payload of the wrong shape is refused, and its transaction rolls back', async () => {
    const attempt = publish({ domainId: 'no uuid', scanId: randomUUID() })
    await expect(attempt).rejects.toThrow('Invalid UUID')
  })

  it('reaches each subscriber once, without delay, while another subscriber fails and retries', async () => {
    const event = aStoredScan()
    const seen: string[] = []
    let attempts = 0
    await deps.queue.work({
      'scan.completed/keep-findings': async ({ scanId }) => {
        attempts++
        if (attempts < 3) throw new Error('not this time')
        seen.push(`findings of ${scanId}`)
      },
      'scan.completed/prune-documents': async ({ scanId }) => void seen.push(`documents of ${scanId}`),
    })
    await publish(event)
    await vi.waitFor(() => expect(attempts).toBe(3))
    // The other one had it while this one still failed.
    expect(seen).toEqual([`documents of ${event.scanId}`, `findings of ${event.scanId}`])
  })

  // The same with a process that is killed: events-kill.soak.test.ts.
  it('reaches the second subscriber after the process died between them, and the first one only once', async () => {
    const event = aStoredScan()
    await publish(event)
    // A process that dies leaves what it took up as it is, and sends no heartbeat for it.
    const dead = new PgBoss({ ...deps.store.jobs, schema: 'jobs', supervise: false, schedule: false })
    await dead.start()
    const [first] = await dead.fetch('scan.completed/prune-documents')
    await dead.complete('scan.completed/prune-documents', first?.id ?? '')
    const [second] = await dead.fetch('scan.completed/keep-findings')
    expect([first?.data, second?.data]).toEqual([event, event])
    await dead.stop({ graceful: false })
    await deps.store.db.execute(sql`update jobs.job set heartbeat_on = heartbeat_on - interval '1 minute'`)

    const seen: string[] = []
    const next = await openQueue(deps.store, silent, { superviseEverySeconds: 1 })
    await next.work({
      'scan.completed/prune-documents': async ({ scanId }) => void seen.push(`documents of ${scanId}`),
      'scan.completed/keep-findings': async ({ scanId }) => void seen.push(`findings of ${scanId}`),
    })
    const doneRows = sql`select count(*)::int as n from jobs.job where state = 'completed'`
    const done = async () => (await deps.store.db.execute<{ n: number }>(doneRows)).rows[0]?.n
    await vi.waitFor(async () => expect(await done()).toBe(2))
    await next.stop()
    expect(seen).toEqual([`findings of ${event.scanId}`])
  })

  it('becomes a dead letter of the subscriber that fails on it permanently', async () => {
    const event = aStoredScan()
    await publish(event)
    await deps.store.db.execute(sql`update jobs.job set retry_limit = 0`)
    await deps.queue.work({
      'scan.completed/keep-findings': () => Promise.reject(new Error('no luck')),
      'scan.completed/prune-documents': async () => {},
    })
    await vi.waitFor(async () =>
      expect(await jobsOf(deps.store, 'failed/scan.completed/keep-findings')).toEqual([event]),
    )
    expect(await jobsOf(deps.store, 'failed/scan.completed/prune-documents')).toEqual([])
  })
})

onBothStores('an installation that is upgraded', kind => {
  it('processes a finished scan that still waits in the queue of the version before', async () => {
    const store = await openTestStore(kind)
    const event = aStoredScan()
    await asTheVersionBefore(store, event)

    const deps = await openTestDeps(kind, { store })
    try {
      await deps.queue.work({ 'scan.completed': scanHandlers(deps)['scan.completed'] })
      await vi.waitFor(async () => {
        expect(await jobsOf(store, 'scan.completed/prune-documents')).toEqual([event])
        expect(await jobsOf(store, 'scan.completed/keep-findings')).toEqual([event])
      })
    } finally {
      await deps.close()
    }
  })
})

/** What the jobs of a queue carry. */
async function jobsOf({ db }: Store, queue: string): Promise<unknown[]> {
  const { rows } = await db.execute<{ data: unknown }>(sql`select data from jobs.job where name = ${queue}`)
  return rows.map(({ data }) => data)
}

/** Makes the queues of the last version with a single listener to `scan.completed`, and sends the job of one scan. */
async function asTheVersionBefore({ db, jobs }: Store, event: ReturnType<typeof aStoredScan>): Promise<void> {
  await db.execute(sql`drop schema jobs cascade`)
  const boss = new PgBoss({ ...jobs, schema: 'jobs', supervise: false, schedule: false })
  await boss.start()
  await boss.createQueue('failed', { retentionSeconds: 30 * 86_400 })
  await boss.createQueue('scan.completed', { policy: 'short', deadLetter: 'failed', retryLimit: 5, notify: true })
  await boss.send('scan.completed', event, { singletonKey: event.scanId })
  await boss.stop({ graceful: false })
}
