import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { aDomain, anOwner, aProgress, aScanResult } from '../../testing/factories.ts'
import { onBothStores } from '../../testing/store.ts'
import { followScan, type ScanStep } from './follow-scan.ts'
import { runScan } from './run-scan.ts'
import { watchRuns } from './run-watch.ts'
import { startScan } from './start-scan.ts'

const forever = new AbortController().signal

onBothStores('who follows a scan', kind => {
  let deps: TestDeps
  beforeAll(async () => {
    deps = await openTestDeps(kind)
  })
  afterAll(() => deps.close())

  it('hears its place, its progress and its result, and fifty followers cost no more looks than one', async () => {
    const looks = vi.spyOn(deps.store.db, 'select')
    const [first, second] = [await anOwner(deps.store), await anOwner(deps.store)]
    const before = await startScan(deps, first, (await aDomain(deps.store, first, { name: 'before.example' })).id)
    deps.clock.pass(1_000)
    const runId = await startScan(deps, second, (await aDomain(deps.store, second, { name: 'followed.example' })).id)
    const watch = watchRuns(deps)
    const halfway = Promise.withResolvers<void>()
    const heard: ScanStep[][] = []
    const steps = Array.from({ length: 50 }, async (_, n) => {
      const follow = followScan(watch, runId, { signal: forever })
      heard[n] = []
      for (;;) {
        const step = await follow.next()
        if (step.done) return step.value
        if (step.value !== null) heard[n]?.push(step.value)
        if (step.value !== null && 'progress' in step.value) halfway.resolve()
      }
    })
    await vi.waitFor(() => expect(heard[49]).toEqual([{ place: 2 }]))
    await runScan(deps, before, forever)
    await vi.waitFor(() => expect(heard[49]?.at(-1)).toEqual({ place: 1 }))
    const progress = aProgress({ dns: 'done' }, 7)
    const scan: typeof deps.scan = async ({ name, onProgress }) => {
      onProgress(progress)
      await halfway.promise
      return aScanResult({ name })
    }
    looks.mockClear()
    const all = [runScan({ ...deps, scan }, runId, forever), ...steps]
    const [, ...results] = await Promise.all(all)
    expect(new Set(results)).toHaveLength(1)
    for (const each of heard) expect(each).toEqual([{ place: 2 }, { place: 1 }, { progress }])
    // Those of the run itself, and a few that all followers share.
    expect(looks.mock.calls.length).toBeLessThan(40)
    await watch.close()
  })

  it('hears of a run that ended before it was followed, and of one that is gone', async () => {
    const owner = await anOwner(deps.store)
    const runId = await startScan(deps, owner, (await aDomain(deps.store, owner, { name: 'ended.example' })).id)
    await runScan(deps, runId, forever)
    const watch = watchRuns(deps)
    expect((await followScan(watch, runId, { signal: forever }).next()).value).toMatchObject({ name: 'ended.example' })
    const gone = followScan(watch, crypto.randomUUID(), { signal: forever })
    await expect(gone.next()).rejects.toMatchObject({ code: 'not_found' })
    await watch.close()
  })
})
