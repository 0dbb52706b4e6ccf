import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { lyingInternet, usualLies } from '../../testing/simulation/lying-internet.ts'
import { simulate } from '../../testing/simulation/simulate.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await openTestDeps('pglite')
})
afterAll(() => deps.close())

it('finds every true change once and nothing else, in three days of an Internet that lies', async () => {
  const hours = 72
  const internet = lyingInternet({
    seed: 15,
    domains: 60,
    changes: 20,
    start: deps.now(),
    hours,
    lies: usualLies,
  })
  const { checks, missed, repeated, wrong } = await simulate(deps, { internet, hours })
  expect({ missed, repeated, wrong }).toEqual({ missed: [], repeated: [], wrong: [] })
  expect(checks).toBeGreaterThan(60 * 12)
}, 60_000)
