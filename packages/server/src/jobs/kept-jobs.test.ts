import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestDeps, type TestDeps } from '../testing/deps.ts'
import { onTheStore } from '../testing/store.ts'
import { forgetJobs } from './dead-letters.ts'

const day = 86_400_000

onTheStore('a job that waits, or failed on each attempt', kind => {
  let deps: TestDeps
  beforeEach(async () => {
    deps = await openTestDeps(kind)
  })
  afterEach(() => deps.close())

  it('is not deleted by the queue when the clock of the database is ten years less a day ahead', async () => {
    await deps.queue.send('scan.run', { runId: randomUUID() })
    const { rows } = await deps.store.db.execute<{ days: number }>(
      sql`select (extract(epoch from keep_until - created_on) / 86400)::float8 as days from jobs.job`,
    )
    expect(rows.map(({ days }) => Math.round(days))).toEqual([3650])
    const { rows: others } = await deps.store.db.execute(
      sql`select 1 from jobs.queue where retention_seconds < 315360000`,
    )
    expect(others).toEqual([])
  })

  it('is deleted by its age, and one that is being worked on is not', async () => {
    const { db } = deps.store
    const age = async (days: number, state: string) => {
      await deps.queue.send('scan.run', { runId: randomUUID() })
      const at = new Date(deps.now().getTime() - days * day).toISOString()
      await db.execute(sql`update jobs.job set created_on = ${at}, state = ${state}::jobs.job_state
        where id = (select id from jobs.job order by created_on desc limit 1)`)
    }
    await age(31, 'created')
    await age(32, 'active')
    await age(29, 'created')
    await forgetJobs(db, new Date(deps.now().getTime() - 30 * day))
    const { rows } = await db.execute(sql`select state::text from jobs.job order by created_on`)
    expect(rows).toEqual([{ state: 'active' }, { state: 'created' }])
  })
})
