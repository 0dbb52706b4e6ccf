import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { scanRun } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { aDomain, anOwner, aScanResult } from '../../testing/factories.ts'
import { onBothStores } from '../../testing/store.ts'
import { used } from '../usage/store.ts'
import { isOverBudget } from './name-budget.ts'
import { runScan } from './run-scan.ts'
import { startScan } from './start-scan.ts'

const forever = new AbortController().signal

onBothStores('the scans of one name', kind => {
  let deps: TestDeps
  beforeAll(async () => {
    deps = await openTestDeps(kind)
  })
  beforeEach(() => {
    deps.clock.pass(3_600_000)
  })
  afterAll(() => deps.close())

  const over = (workspaceId: string | null) => isOverBudget(deps, deps.store.db, 'often.example', workspaceId)
  const times = async (n: number, workspaceId: string | null) => {
    const answers: boolean[] = []
    for (let time = 0; time < n; time++) answers.push(await over(workspaceId))
    return answers.filter(Boolean).length
  }

  it('are thirty in an hour, of which each workspace always has six', async () => {
    expect(await times(30, 'greedy')).toBe(0)
    expect(await times(1, 'greedy')).toBe(1)
    expect(await times(6, 'honest')).toBe(0)
    expect([await times(1, 'honest'), await times(1, null)]).toEqual([1, 1])
    deps.clock.pass(3_600_000)
    expect([await times(1, 'greedy'), await times(1, null)]).toEqual([0, 0])
  })

  it('beyond that share the answers of another scan, and are counted against no limit', async () => {
    const owner = await anOwner(deps.store, { tier: 'free' })
    const { id } = await aDomain(deps.store, owner, { name: 'often.example' })
    await times(30, owner.workspace.id)
    const asked: Parameters<Deps['scan']>[0][] = []
    const scan: Deps['scan'] = async input => {
      asked.push(input)
      return { ...aScanResult({ name: input.name }), answersFrom: '2026-11-20T09:41:00.000Z' }
    }
    const runId = await startScan(deps, owner, id)
    await runScan({ ...deps, scan }, runId, forever)
    expect(asked).toMatchObject([{ name: 'often.example', sharesAnswers: true }])
    expect(await asked[0]?.takeThreatLookup()).toBe(false)
    const period = deps.now().toISOString().slice(0, 7)
    expect(await used(deps.store.db, { workspaceId: owner.workspace.id, kind: 'scan', period })).toBe(0)
    const [run] = await deps.store.db
      .select()
      .from(scanRun)
      .where(and(eq(scanRun.id, runId), eq(scanRun.state, 'done')))
    expect(run).toMatchObject({ site: 'often.example', sharesAnswers: true })
  })
})
