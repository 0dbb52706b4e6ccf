import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { alert, alertNotice, type domain, scan } from '../../db/schema/index.ts'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { aDomain, anOwner, aScan, type Owner } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { countUp } from '../usage/store.ts'
import { raiseOfScan } from './raise-scan.ts'

const hour = 3_600_000

onTheStore('a month whose alerts are used up', kind => {
  let deps: TestDeps
  let owner: Owner
  let about: typeof domain.$inferSelect
  beforeAll(async () => {
    deps = await openTestDeps(kind)
  })
  beforeEach(async () => {
    deps.clock.now = new Date('2026-11-20T09:00:00Z')
    owner = await anOwner(deps.store, { tier: 'pro' })
    about = await aDomain(deps.store, owner)
  })
  afterAll(() => deps.close())

  const useUp = () =>
    deps.store.transaction(async tx => {
      const counter = { workspaceId: owner.workspace.id, kind: 'alert', period: '2026-11' } as const
      for (let n = 0; n < 1_000; n++) await countUp(tx, counter)
    })
  /** Stores a scan that ends an hour later, and does what follows from it. */
  const scanned = async (score: number) => {
    deps.clock.pass(hour)
    const at = deps.clock.now.toISOString()
    await aScan(deps.store, about, { score, startedAt: at, finishedAt: at })
    const ofDomain = deps.store.db.select().from(scan).where(eq(scan.domainId, about.id))
    const [newest] = await ofDomain.orderBy(desc(scan.finishedAt)).limit(1)
    await raiseOfScan(deps, { domainId: about.id, scanId: newest?.id ?? '' })
  }
  /** The stored alerts, and which of them a channel sends. */
  const stored = async () => {
    const rows = await deps.store.db
      .select()
      .from(alert)
      .leftJoin(alertNotice, eq(alertNotice.alertId, alert.id))
      .where(eq(alert.workspaceId, owner.workspace.id))
      .orderBy(alert.at, alert.type)
    return rows.map(row => `${row.alert_notice ? 'sent' : 'kept'}: ${row.alert.state} ${row.alert.type}`)
  }

  it('lets a problem wait: it is raised in the next month if it is still there, and then resolved', async () => {
    await scanned(80)
    await useUp()
    await scanned(60)
    await scanned(60)
    expect(await stored()).toEqual(['kept: raised health_score_drop', 'sent: raised limit'])
    deps.clock.now = new Date('2026-12-01T00:00:00Z')
    await scanned(60)
    await scanned(76)
    expect((await stored()).slice(2)).toEqual(['sent: raised health_score_drop', 'sent: resolved health_score_drop'])
  })

  it('says nothing of the end of a problem that it said nothing of', async () => {
    await scanned(80)
    await useUp()
    await scanned(60)
    await scanned(76)
    deps.clock.now = new Date('2026-12-01T00:00:00Z')
    await scanned(76)
    expect(await stored()).toEqual(['kept: raised health_score_drop', 'sent: raised limit'])
  })

  it('sends the end of a problem that was sent', async () => {
    for (const score of [80, 60]) await scanned(score)
    await useUp()
    await scanned(76)
    expect(await stored()).toEqual(['sent: raised health_score_drop', 'sent: resolved health_score_drop'])
  })
})
