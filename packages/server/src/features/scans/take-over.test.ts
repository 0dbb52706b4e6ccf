import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { scan, scanRun } from '../../db/schema/index.ts'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { aDomain, anOwner } from '../../testing/factories.ts'
import { scanHandlers, takeOverRuns, takeUpScans } from './jobs.ts'
import { startScan } from './start-scan.ts'
import { claimRun } from './store.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await openTestDeps('pglite')
})
afterAll(() => deps.close())

// The same with a process that is killed: kill.soak.test.ts.
it('a scan whose process died is resumed at the next start of the embedded store, and finished once', async () => {
  const owner = await anOwner(deps.store)
  const { id } = await aDomain(deps.store, owner)
  const runId = await startScan(deps, owner, id)
  expect(await claimRun(deps.store.db, runId, deps.now(), 20_000)).toBeDefined()

  // Its lease is not over: only the start of another process says that its holder is gone.
  await takeOverRuns(deps)
  await takeUpScans(deps, deps.now())
  await deps.queue.work({ 'scan.run': scanHandlers(deps)['scan.run'] })
  await vi.waitFor(async () => {
    const [run] = await deps.store.db.select().from(scanRun).where(eq(scanRun.id, runId))
    expect(run).toMatchObject({ state: 'done', attempts: 2 })
  })
  expect(await deps.store.db.select({ id: scan.id }).from(scan)).toHaveLength(1)
})
