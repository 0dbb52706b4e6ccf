import { afterEach, beforeEach, expect, it } from 'vitest'
import { identityVerification, rateLimit } from './db/schema/index.ts'
import { openTestDeps, type TestDeps } from './testing/deps.ts'
import { onBothStores } from './testing/store.ts'
import { startWorkers } from './worker.ts'

onBothStores('the workers', kind => {
  let deps: TestDeps
  beforeEach(async () => {
    deps = await openTestDeps(kind)
  })
  afterEach(() => deps.close())

  it('forget what has lapsed, and nothing else', async () => {
    const now = deps.now()
    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
    await deps.store.db.insert(rateLimit).values([
      { key: 'long ago', windowStart: at(-25 * 60), n: 1 },
      { key: 'just now', windowStart: at(-60), n: 1 },
    ])
    const link = { identifier: 'reset-password:x', value: 'user', createdAt: now, updatedAt: now }
    await deps.store.db.insert(identityVerification).values([
      { ...link, id: 'lapsed', expiresAt: at(-1) },
      { ...link, id: 'open', expiresAt: at(1) },
    ])
    const workers = await startWorkers(deps)
    await workers.stop()
    expect((await deps.store.db.select().from(rateLimit)).map(({ key }) => key)).toEqual(['just now'])
    expect((await deps.store.db.select().from(identityVerification)).map(({ id }) => id)).toEqual(['open'])
  })
})
