import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { domain, scanRun } from '../../db/schema/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { setTier } from '../workspaces/store.ts'
import { startDueScans } from './scheduled-scans.ts'
import { startScan } from './start-scan.ts'

/** Their places: the first moment of every period, and the middle. */
const atStart = () => crypto.randomUUID().replace(/^.{8}/, '00000000')
const inMiddle = () => crypto.randomUUID().replace(/^.{8}/, '80000000')

onTheStore('scheduled scans', kind => {
  let server: TestApp
  let user: TestUser
  beforeAll(async () => {
    server = await openTestApp(kind, { connections: 5 })
  })
  beforeEach(async () => {
    await server.deps.store.db.delete(domain)
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
    user = await server.aUser({ tier: 'pro' })
  })
  afterAll(() => server.close())

  const scheduled = async (frequency: string, id = inMiddle(), of = user) => {
    await aDomain(server.deps.store, of.actor, { id })
    expect(await of.put(`/domains/${id}/schedule`, { frequency })).toMatchObject({ status: 200 })
    return id
  }
  const runsOf = async (id: string) =>
    (await server.deps.store.db.select().from(scanRun).where(eq(scanRun.domainId, id))).map(({ state }) => state)
  const endRuns = () => server.deps.store.db.update(scanRun).set({ state: 'done' })
  const rowOf = async (id: string) => (await server.deps.store.db.select().from(domain).where(eq(domain.id, id)))[0]

  it('are set for a domain, shown in the list, and ended', async () => {
    const { id } = await aDomain(server.deps.store, user.actor, { id: inMiddle() })
    expect(await user.put(`/domains/${id}/schedule`, { frequency: 'weekly' })).toMatchObject({
      status: 200,
      body: { frequency: 'weekly', next_scan_at: '2026-11-22T12:00:00.000Z' },
    })
    expect((await user.get('/domains')).body).toMatchObject([
      { scan_schedule: 'weekly', next_scan_at: '2026-11-22T12:00:00.000Z' },
    ])
    expect((await user.put(`/domains/${id}/schedule`, { frequency: 'none' })).body).toEqual({
      frequency: 'none',
      next_scan_at: null,
    })
    expect((await user.get('/domains')).body).toMatchObject([{ scan_schedule: 'none', next_scan_at: null }])
  })

  it('are not part of Starter, where a schedule can only be ended', async () => {
    const starter = await server.aUser()
    const { id } = await aDomain(server.deps.store, starter.actor, { scanSchedule: 'daily' })
    expect(await starter.put(`/domains/${id}/schedule`, { frequency: 'daily' })).toMatchObject({
      status: 403,
      body: {
        detail: 'Your plan does not include scheduled scans',
        code: 'feature_locked',
        feature: 'scheduled_scans',
      },
    })
    expect(await starter.put(`/domains/${id}/schedule`, { frequency: 'none' })).toMatchObject({ status: 200 })
  })

  it('refuse other frequencies, and the domain of another workspace', async () => {
    const { id } = await aDomain(server.deps.store, user.actor)
    expect(await user.put(`/domains/${id}/schedule`, { frequency: 'hourly' })).toMatchObject({ status: 400 })
    const other = await server.aUser({ tier: 'pro' })
    expect(await other.put(`/domains/${id}/schedule`, { frequency: 'daily' })).toMatchObject({ status: 404 })
  })

  it('start when they are due, once, and are counted like those of a person', async () => {
    const id = await scheduled('daily')
    await startDueScans(server.deps)
    expect(await runsOf(id)).toEqual([])
    server.deps.clock.now = new Date('2026-11-20T12:00:00Z')
    await startDueScans(server.deps)
    await startDueScans(server.deps)
    expect(await runsOf(id)).toEqual(['queued'])
    expect((await rowOf(id))?.nextScanAt).toEqual(new Date('2026-11-21T12:00:00Z'))
    expect((await user.get('/usage/scans-this-month')).body).toMatchObject({ scans_this_month: 1 })
  })

  it('run once when several times were missed', async () => {
    const id = await scheduled('daily')
    server.deps.clock.now = new Date('2026-12-20T15:00:00Z')
    await startDueScans(server.deps)
    await endRuns()
    await startDueScans(server.deps)
    expect(await runsOf(id)).toEqual(['done'])
    expect((await rowOf(id))?.nextScanAt).toEqual(new Date('2026-12-21T12:00:00Z'))
  })

  it('join a scan that runs already', async () => {
    const id = await scheduled('daily')
    server.deps.clock.now = new Date('2026-11-20T12:00:00Z')
    await startScan(server.deps, user.actor, id)
    await startDueScans(server.deps)
    expect(await runsOf(id)).toEqual(['queued'])
    expect((await rowOf(id))?.nextScanAt).toEqual(new Date('2026-11-21T12:00:00Z'))
  })

  it('of many domains start once each, also when processes look at the same moment', async () => {
    const ids: string[] = []
    for (let n = 0; n < 45; n++) ids.push((await aDomain(server.deps.store, user.actor, { id: atStart() })).id)
    await setTier(server.deps.store.db, user.actor.person.email, 'business')
    await server.deps.store.db
      .update(domain)
      .set({ scanSchedule: 'daily', nextScanAt: new Date('2026-11-20T00:00:00Z') })
    await Promise.all([startDueScans(server.deps), startDueScans(server.deps), startDueScans(server.deps)])
    await startDueScans(server.deps)
    expect(await Promise.all(ids.map(runsOf))).toEqual(ids.map(() => ['queued']))
  })

  it('are skipped and kept while the plan has none of them, and where the domain is read-only', async () => {
    const old = await scheduled('daily')
    await server.deps.store.db.update(domain).set({ createdAt: new Date('2026-11-01T00:00:00Z') })
    const id = await scheduled('daily')
    const { email } = user.actor.person
    server.deps.clock.now = new Date('2026-11-20T13:00:00Z')
    await setTier(server.deps.store.db, email, 'free')
    await startDueScans(server.deps)
    expect(await runsOf(old)).toEqual([])
    expect(await rowOf(old)).toMatchObject({ scanSchedule: 'daily', nextScanAt: new Date('2026-11-21T12:00:00Z') })

    await setTier(server.deps.store.db, email, 'pro')
    for (let n = 0; n < 9; n++) {
      await aDomain(server.deps.store, user.actor, { createdAt: new Date('2026-11-01T08:00:00Z') })
    }
    server.deps.clock.now = new Date('2026-11-21T13:00:00Z')
    await startDueScans(server.deps)
    expect([await runsOf(old), await runsOf(id)]).toEqual([['queued'], []])
    expect(await rowOf(id)).toMatchObject({ scanSchedule: 'daily', nextScanAt: new Date('2026-11-22T12:00:00Z') })
    expect((await user.get('/usage/scans-this-month')).body).toMatchObject({ scans_this_month: 1 })
  })
})
