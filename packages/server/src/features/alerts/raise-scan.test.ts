import type { ScanResult } from '@waxseal/core/health'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { alert, type domain, scan } from '../../db/schema/index.ts'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { aDomain, anOwner, aScan, type Owner } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { alertHandlers } from './jobs.ts'
import { settingsOf, storeSettings } from './settings-store.ts'

const hour = 3_600_000
const start = new Date('2026-11-20T09:00:00Z')

const list = (name: string) => ({ list: name.toLowerCase(), name })

/** The event of a check of a watched address. */
function entries({ workspace }: Owner, checkedAt: string, { listed, gone }: { listed: string[]; gone: string[] }) {
  return {
    workspaceId: workspace.id,
    address: '203.0.113.5',
    checkedAt,
    listed: listed.map(list),
    gone: gone.map(list),
  }
}

onTheStore('alerts of a scan', kind => {
  let deps: TestDeps
  let owner: Owner
  let about: typeof domain.$inferSelect
  beforeAll(async () => {
    deps = await openTestDeps(kind, { connections: 5 })
  })
  beforeEach(async () => {
    deps.clock.now = start
    owner = await anOwner(deps.store, { tier: 'pro' })
    about = await aDomain(deps.store, owner)
  })
  afterAll(() => deps.close())

  /** Stores a scan that ends now, and returns its event. */
  const scanned = async (score: number | null, overrides: Partial<ScanResult> = {}) => {
    deps.clock.pass(hour)
    const at = deps.clock.now.toISOString()
    await aScan(deps.store, about, { score, startedAt: at, finishedAt: at, ...overrides })
    const [row] = await deps.store.db
      .select({ id: scan.id })
      .from(scan)
      .where(eq(scan.domainId, about.id))
      .orderBy(desc(scan.finishedAt))
      .limit(1)
    return { domainId: about.id, scanId: row?.id ?? '' }
  }
  const handle = (event: { domainId: string; scanId: string }) =>
    alertHandlers(deps)['scan.completed/raise-alerts'](event)
  const sent = async () => {
    const rows = await deps.store.db
      .select()
      .from(alert)
      .where(eq(alert.workspaceId, owner.workspace.id))
      .orderBy(alert.at)
    return rows.map(({ state, type, description }) => `${state} ${type}: ${description}`)
  }
  const drop = 'raised health_score_drop: Health score dropped from 80 to 60'

  it('are raised for a score that falls below 70', async () => {
    await handle(await scanned(80))
    await handle(await scanned(60))
    expect(await sent()).toEqual([drop])
  })

  it('are raised once, however often and wherever the event comes', async () => {
    await handle(await scanned(80))
    const event = await scanned(60)
    await Promise.all([handle(event), handle(event)])
    await handle(event)
    expect(await sent()).toEqual([drop])
  })

  it('are not raised by a first scan, or by one without a score', async () => {
    await handle(await scanned(60))
    await handle(await scanned(null))
    expect(await sent()).toEqual([])
  })

  it('compare only scans on the same basis', async () => {
    await handle(await scanned(80))
    const basis = { model: 1, catalogue: '2026-11', tier: 'free' as const, unchecked: ['dkim' as const] }
    await handle(await scanned(60, { basis }))
    expect(await sent()).toEqual([])
    await handle(await scanned(60))
    expect(await sent()).toEqual([drop])
  })

  it('are resolved once the score reaches 75, and raised again a day later', async () => {
    for (const score of [80, 60, 72, 60]) await handle(await scanned(score))
    expect(await sent()).toEqual([drop])
    await handle(await scanned(76))
    deps.clock.pass(24 * hour)
    await handle(await scanned(60))
    expect(await sent()).toEqual([
      drop,
      'resolved health_score_drop: Health score dropped from 80 to 60',
      'raised health_score_drop: Health score dropped from 76 to 60',
    ])
  })

  it('are not raised on Starter', async () => {
    owner = await anOwner(deps.store, { tier: 'free' })
    about = await aDomain(deps.store, owner)
    for (const score of [80, 60]) await handle(await scanned(score))
    expect(await sent()).toEqual([])
  })

  it('are not raised for the newest domains beyond the plan’s number', async () => {
    for (let n = 0; n < 10; n++) await aDomain(deps.store, owner)
    about = await aDomain(deps.store, owner, { createdAt: new Date('2026-11-19T00:00:00Z') })
    for (const score of [80, 60]) await handle(await scanned(score))
    expect(await sent()).toEqual([])
  })

  it('are not raised for a type that is switched off, and begin when it is switched on', async () => {
    const { id } = owner.workspace
    const settings = await settingsOf(deps.store.db, id)
    await deps.store.transaction(tx => storeSettings(tx, id, { ...settings, alertTypes: ['dmarc_fail'] }))
    for (const score of [80, 60]) await handle(await scanned(score))
    expect(await sent()).toEqual([])
    await deps.store.transaction(tx => storeSettings(tx, id, settings))
    for (const score of [80, 60]) await handle(await scanned(score))
    expect(await sent()).toEqual([drop])
  })

  it('are not raised for a domain or a scan that is gone', async () => {
    await handle({ domainId: crypto.randomUUID(), scanId: crypto.randomUUID() })
    await handle({ domainId: about.id, scanId: crypto.randomUUID() })
    expect(await sent()).toEqual([])
  })

  it('are raised for the entries of a watched address, and resolved when these were sent', async () => {
    const first = entries(owner, '2026-11-20T09:00:00Z', { listed: ['SpamCop'], gone: ['Barracuda'] })
    await alertHandlers(deps)['address.listings-changed/raise-alerts'](first)
    await alertHandlers(deps)['address.listings-changed/raise-alerts'](first)
    deps.clock.pass(24 * hour)
    await alertHandlers(deps)['address.listings-changed/raise-alerts'](
      entries(owner, '2026-11-21T09:00:00Z', { listed: [], gone: ['SpamCop'] }),
    )
    expect(await sent()).toEqual([
      'raised blacklist_detection: 203.0.113.5 is listed by SpamCop',
      'resolved blacklist_detection: 203.0.113.5 is listed by SpamCop',
    ])
  })
})
