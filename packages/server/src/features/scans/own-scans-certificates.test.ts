import { expect, it } from 'vitest'
import { onTheStore } from '../../testing/store.ts'
import { hour, name, none, ownScanWorld, reject } from './own-scans.fixture.ts'
import { startDueOwnScans } from './own-scans.ts'
import { startScan } from './start-scan.ts'

onTheStore('a certificate near its end', kind => {
  const w = ownScanWorld(kind)
  const { run, eventsOf, openRuns, runOwn, domainRow, alerts, change } = w

  it('is looked at by a scan each day, which counts nothing, and is alerted about', async () => {
    w.expires = '2026-12-10T00:00:00.000Z'
    await run(await startScan(w.server.deps, w.user.actor, w.id))
    await startDueOwnScans(w.server.deps)
    expect(await openRuns()).toEqual([])
    await eventsOf('scan.completed/raise-alerts')
    w.server.deps.clock.pass(24 * hour)
    await startDueOwnScans(w.server.deps)
    await runOwn()
    expect(await alerts()).toEqual([
      `raised: The certificate of the MTA-STS policy host mta-sts.${name} expires on 2026-12-10`,
    ])
    expect((await w.user.get('/usage/scans-this-month')).body).toMatchObject({ scans_this_month: 2 })
    w.expires = '2027-12-10T00:00:00.000Z'
    w.server.deps.clock.pass(24 * hour)
    await startDueOwnScans(w.server.deps)
    await runOwn()
    expect(await alerts()).toHaveLength(2)
    // It may be replaced by one that ends sooner.
    expect((await domainRow())?.certificateDueAt).toEqual(new Date(w.server.deps.now().getTime() + 7 * 24 * hour))
  })

  it('is looked at a day later where the scan because of a certificate failed', async () => {
    w.expires = '2026-12-10T00:00:00.000Z'
    await run(await startScan(w.server.deps, w.user.actor, w.id))
    w.scans = []
    w.server.deps.clock.pass(24 * hour)
    w.breaks = true
    await startDueOwnScans(w.server.deps)
    await runOwn()
    w.breaks = false
    expect(await openRuns()).toEqual([])
    w.server.deps.clock.pass(24 * hour)
    await startDueOwnScans(w.server.deps)
    await runOwn()
    expect(w.scans).toHaveLength(2)
    expect((await domainRow())?.certificateDueAt).toEqual(new Date(w.server.deps.now().getTime() + 24 * hour))
  })

  it('takes no look at a certificate away when it is taken back, or found to be in a cache for two days', async () => {
    w.expires = '2026-12-10T00:00:00.000Z'
    await run(await startScan(w.server.deps, w.user.actor, w.id))
    const look = (await domainRow())?.certificateDueAt
    expect(look).toEqual(new Date(w.server.deps.now().getTime() + 24 * hour))
    await change(none)
    w.server.deps.clock.pass(7 * hour)
    await change(reject)
    expect(await domainRow()).toMatchObject({ unseenChanges: [], certificateDueAt: look })
    await runOwn()
    w.server.deps.clock.pass(7 * hour)
    await change(none)
    w.server.deps.clock.pass(49 * hour)
    // It still sees the old policy, and is the last scan because of the change.
    await runOwn()
    expect(await domainRow()).toMatchObject({
      ownScanDueAt: null,
      certificateDueAt: new Date(w.server.deps.now().getTime() + 24 * hour),
    })
  })
})
