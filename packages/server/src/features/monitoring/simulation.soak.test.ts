import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { lyingInternet, usualLies } from '../../testing/simulation/lying-internet.ts'
import { simulate } from '../../testing/simulation/simulate.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await openTestDeps('pglite')
})
afterAll(() => deps.close())

it('finds every true change once and nothing else, and every channel tells it, in three days of an Internet that lies', async () => {
  const [seed, hours] = [15, 72]
  const internet = lyingInternet({
    seed,
    domains: 40,
    changes: 20,
    start: deps.now(),
    hours,
    lies: usualLies,
  })
  const { checks, missed, repeated, wrong, delivered, lost, windows } = await simulate(deps, { seed, internet, hours })
  expect({ missed, repeated, wrong }).toEqual({ missed: [], repeated: [], wrong: [] })
  expect(delivered.wrong).toEqual([])
  expect(delivered.alerts).toBeGreaterThan(10)
  expect(windows).toBeGreaterThan(2)
  expect(lost).toBeGreaterThan(2)
  expect(delivered.duplicates).toBe(windows + lost)
  expect(checks).toBeGreaterThan(40 * 12)
}, 60_000)
