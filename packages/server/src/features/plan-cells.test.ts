import { opinion } from '@waxseal/core/fixtures/threat'
import { tiers } from '@waxseal/core/plan'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp } from '../testing/app.ts'
import { aScanResult } from '../testing/factories.ts'
import { type Cell, type PlanWorld, planCells } from '../testing/plan-cells.ts'
import { theStore } from '../testing/store.ts'
import { aThreatSection } from '../testing/threat.ts'
import { scanHandlers } from './scans/jobs.ts'

let world: PlanWorld

beforeAll(async () => {
  const askedThreats: boolean[] = []
  const server = await openTestApp(theStore(), {
    scan: async ({ name, tier, takeThreatLookup }) => {
      askedThreats.push(await takeThreatLookup())
      const result = aScanResult({ name })
      const blacklist = { ran: false, reason: 'timeout', evidence: [] } as const
      const sections = { ...result.sections, threat: aThreatSection(opinion()), blacklist }
      return { ...result, basis: { ...result.basis, tier }, sections }
    },
  })
  world = { ...server, askedThreats }
  await server.deps.queue.work(scanHandlers(server.deps))
})
beforeEach(() => {
  world.askedThreats.length = 0
})
afterAll(() => world.close())

const cells = Object.entries(planCells) as [Cell, (typeof planCells)[Cell]][]

describe.each(cells)('%s over the API', (_, { is, ask }) => {
  it.each(tiers)('is on %s as the plan table says', async tier => {
    const user = await world.aUser({ tier })
    expect(await ask(world, user, tier)).toEqual(is[tier])
  })
})
