import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { domain, scanRun, workspace } from '../../db/schema/index.ts'
import { aDomain } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { hour, name, none, ownScanWorld, reject, start, zoneWith } from './own-scans.fixture.ts'
import { startDueOwnScans } from './own-scans.ts'
import { startScan } from './start-scan.ts'

const weakened = 'DMARC policy weakened from reject to none'

onTheStore('a change that monitoring found', kind => {
  const w = ownScanWorld(kind)
  const { run, checks, openRuns, runOwn, domainRow, listed, changed, alerts, change } = w

  it('is told on every place at once, and its scan starts by itself, counts nothing and clears the note', async () => {
    await change(none)
    w.seen = w.published
    const note = [
      { record: 'dmarc', description: weakened, severity: 'critical', detected_at: '2026-11-26T16:00:00.000Z' },
    ]
    expect(await listed()).toMatchObject([{ changed_after_scan: note, scanning: true }])
    expect((await w.user.get(`/diagnostics/results/${w.id}`)).body).toMatchObject({ changed_after_scan: note })
    expect((await w.user.get('/vt/dashboard-stats')).body).toMatchObject({
      changed_after_scan: [{ domain_id: w.id, domain_name: name, changes: note }],
    })
    const chat = (await w.user.post('/chat/query', { message: `Did the DMARC policy of ${name} change?` })).text
    expect(chat).toContain(weakened)
    expect(chat).toContain('What follows is the state before.')
    expect(chat).not.toContain('No problem found')
    await runOwn()
    expect(w.scans).toMatchObject([{ keepsThreat: true, fresh: [{ name: `_dmarc.${name}`, type: 'TXT' }] }])
    expect(await listed()).toMatchObject([{ changed_after_scan: [], scanning: false }])
    expect((await w.user.get('/usage/scans-this-month')).body).toMatchObject({ scans_this_month: 1 })
  })

  it('stays while the scan saw the old answer, which is asked again after its TTL and at most once an hour', async () => {
    await change(none)
    await runOwn()
    expect(await changed()).toEqual([weakened])
    // It saw the policy of before, which is no all-clear.
    expect(await alerts()).toEqual([`raised: ${weakened}`])
    expect(await openRuns()).toEqual([])
    w.server.deps.clock.pass(hour - 1)
    await startDueOwnScans(w.server.deps)
    expect(await openRuns()).toEqual([])
    w.server.deps.clock.pass(1)
    await startDueOwnScans(w.server.deps)
    w.seen = w.published
    await runOwn()
    expect(await changed()).toEqual([])
  })

  it('promises a scan only where one is due: not after two days, and not for a domain that became read-only', async () => {
    const said = async () => {
      const report = (await w.user.get(`/diagnostics/results/${w.id}`)).body as Awaited<
        ReturnType<typeof listed>
      >[number]
      const dashboard = (await w.user.get('/vt/dashboard-stats')).body as {
        changed_after_scan: { changes: object[] }[]
      }
      const chat = (await w.user.post('/chat/query', { message: `Is ${name} secure?` })).text
      const places = [(await listed())[0], report].map(each => each?.changed_after_scan[0])
      return {
        givenUp: [...places, dashboard.changed_after_scan[0]?.changes[0]].map(each => each && 'given_up' in each),
        chat: chat.includes('No new scan starts automatically') ? 'none' : 'due',
      }
    }
    const due = { givenUp: [false, false, false], chat: 'due' }
    await change(none)
    expect(await said()).toEqual(due)
    await runOwn()
    expect(await said()).toEqual(due)
    const { store, clock } = w.server.deps
    await store.db.update(workspace).set({ tier: 'free' })
    await aDomain(store, w.user.actor, { name: 'the-older.example', createdAt: new Date(start.getTime() - 1) })
    expect((await said()).givenUp).toEqual([true, true, true])
    await store.db.update(workspace).set({ tier: 'pro' })
    expect((await said()).givenUp).toEqual(due.givenUp)
    clock.pass(49 * hour)
    await startDueOwnScans(w.server.deps)
    expect(await said()).toEqual(due)
    await runOwn()
    expect(await said()).toEqual({ givenUp: [true, true, true], chat: 'none' })
  })

  it('of the gravest is named first on the dashboard, and the number of the others', async () => {
    const { store } = w.server.deps
    await change(none)
    const unseenChanges = (await domainRow())?.unseenChanges ?? []
    for (let n = 0; n < 9; n++)
      await aDomain(store, w.user.actor, {
        name: `a${n}.example`,
        lastScanAt: start,
        unseenChanges: unseenChanges.map(each => ({ ...each, severity: n === 5 ? 'warning' : 'info' })),
      })
    const stats = (await w.user.get('/vt/dashboard-stats')).body as {
      changed_after_scan: { domain_name: string }[]
      changed_beyond: number
    }
    expect(stats.changed_after_scan.map(each => each.domain_name).slice(0, 3)).toEqual([
      name,
      'a5.example',
      'a0.example',
    ])
    expect([stats.changed_after_scan.length, stats.changed_beyond]).toEqual([8, 2])
  })

  it('that was taken back before a scan is no news', async () => {
    await change(none)
    w.server.deps.clock.pass(7 * hour)
    await change(reject)
    expect(await changed()).toEqual([])
    await runOwn()
    expect(await alerts()).toEqual([`raised: ${weakened}`, `resolved: ${weakened}`])
  })

  it('that was taken back while its scan ran is asked about again', async () => {
    await change(none)
    w.seen = w.published
    const [open] = await openRuns()
    const before = w.server.deps.now()
    w.server.deps.clock.pass(7 * hour)
    await change(reject)
    // The scan had asked before: its answers are older.
    w.server.deps.clock.now = before
    await run(open?.id ?? '')
    expect(await changed()).toHaveLength(1)
  })

  it('raises one alert: the fall of the score that it explains is added to it', async () => {
    w.published = { ...zoneWith(reject), [`_dmarc.${name}`]: {} }
    await checks()
    w.seen = w.published
    await runOwn()
    const [one, ...others] = await alerts()
    expect(others).toEqual([])
    expect(one).toBe('raised: DMARC record removed, the policy was reject; the health score fell from 95 to 60')
  })

  it('is no scan of a person, until one asks for it: then it counts and asks everything, the own servers too', async () => {
    await change(none)
    const [open] = await openRuns()
    expect(await startScan(w.server.deps, w.user.actor, w.id)).toBe(open?.id)
    expect((await w.user.get('/usage/scans-this-month')).body).toMatchObject({ scans_this_month: 2 })
    await runOwn()
    expect(w.scans[0]).not.toHaveProperty('keepsThreat')
    const fresh = [{ name: `_dmarc.${name}`, type: 'TXT', seen: { kind: 'dmarc' } }]
    expect(w.scans).toMatchObject([{ fresh }])
    // The note stayed, so every scan asks about it, whoever starts it.
    await run(await startScan(w.server.deps, w.user.actor, w.id))
    w.seen = w.published
    await run(await startScan(w.server.deps, w.user.actor, w.id))
    await run(await startScan(w.server.deps, w.user.actor, w.id))
    expect(w.scans.slice(1)).toMatchObject([{ fresh }, { fresh }, { fresh: [] }])
  })

  it('at more than twenty domains of a workspace starts the rest over an hour', async () => {
    const { store } = w.server.deps
    for (let n = 0; n < 24; n++)
      await aDomain(store, w.user.actor, {
        name: `d${n}.example`,
        createdAt: w.server.deps.now(),
        ownScanAt: n < 19 ? w.server.deps.now() : null,
      })
    await change(none)
    expect(await openRuns()).toHaveLength(1)
    await store.db.update(domain).set({ ownScanAt: w.server.deps.now() })
    await store.db.update(domain).set({ ownScanAt: null }).where(eq(domain.id, w.id))
    await store.db.update(scanRun).set({ state: 'done' })
    w.server.deps.clock.pass(hour / 2)
    w.published = zoneWith('v=DMARC1; p=quarantine')
    await store.db.execute(sql`update watch set next_check_at = ${w.server.deps.now().toISOString()}::timestamptz`)
    await checks()
    expect(await openRuns()).toEqual([])
    const [row] = await store.db.select().from(domain).where(eq(domain.id, w.id))
    const wait = (row?.ownScanDueAt?.getTime() ?? 0) - w.server.deps.now().getTime()
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(hour)
  })
})
