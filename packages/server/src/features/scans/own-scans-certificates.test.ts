import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { domain, workspace } from '../../db/schema/index.ts'
import { aDomain } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { hour, name, none, ownScanWorld, reject } from './own-scans.fixture.ts'
import { startDueOwnScans } from './own-scans.ts'
import { startScan } from './start-scan.ts'

const day = 24 * hour
const far = '2028-12-10T00:00:00.000Z'

onTheStore('the certificates that senders check', kind => {
  const w = ownScanWorld(kind)
  const { run, eventsOf, openRuns, lookTomorrow, runOwn, domainRow, alerts, change } = w

  /** A scan that somebody asked for, which knows the certificate then. */
  async function scanned() {
    await run(await startScan(w.server.deps, w.user.actor, w.id))
    await eventsOf('scan.completed/raise-alerts')
    w.scans = []
  }
  const ownScans = async () => {
    await startDueOwnScans(w.server.deps)
    return (await openRuns()).length
  }

  it('are looked at once a day, without a scan while nothing is to be said', async () => {
    w.expires = far
    await scanned()
    expect([await lookTomorrow(), await ownScans()]).toEqual([1, 0])
    expect([await lookTomorrow(), await ownScans()]).toEqual([1, 0])
    expect(w.scans).toEqual([])
    expect((await w.user.get('/usage/scans-this-month')).body).toMatchObject({ scans_this_month: 2 })
  })

  it('and one that is replaced by one near its end is alerted about the same day', async () => {
    w.expires = far
    await scanned()
    w.expires = '2026-12-10T00:00:00.000Z'
    expect([await lookTomorrow(), await ownScans()]).toEqual([1, 1])
    await runOwn()
    const raised = `raised: The certificate of the MTA-STS policy host mta-sts.${name} expires on 2026-12-10. After that, senders cannot fetch the policy. Mail still arrives`
    expect(await alerts()).toEqual([raised])
    // People know. The next scan comes when it is nearer, or renewed.
    expect([await lookTomorrow(), await ownScans()]).toEqual([1, 0])
    w.expires = far
    expect([await lookTomorrow(), await ownScans()]).toEqual([1, 1])
    await runOwn()
    expect(await alerts()).toEqual([raised, expect.stringContaining('resolved: ')])
    expect((await w.user.get('/usage/scans-this-month')).body).toMatchObject({ scans_this_month: 2 })
  })

  it('are alerted about a day after a first scan that finds one near its end, which raises nothing itself', async () => {
    w.expires = '2026-12-08T00:00:00.000Z'
    await w.server.deps.store.db.update(domain).set({ lastScanAt: null }).where(eq(domain.id, w.id))
    await scanned()
    expect(await alerts()).toEqual([])
    expect([await lookTomorrow(), await ownScans()]).toEqual([1, 1])
    await runOwn()
    expect(await alerts()).toHaveLength(1)
    expect([await lookTomorrow(), await ownScans()]).toEqual([1, 0])
  })

  it('lead to another scan a day later where the scan because of them failed', async () => {
    w.expires = far
    await scanned()
    w.expires = '2026-12-10T00:00:00.000Z'
    w.breaks = true
    expect([await lookTomorrow(), await ownScans()]).toEqual([1, 1])
    await runOwn()
    w.breaks = false
    expect([await lookTomorrow(), await ownScans()]).toEqual([1, 1])
    await runOwn()
    expect(await alerts()).toHaveLength(1)
  })

  it('stay known while a host is silent', async () => {
    w.expires = far
    await scanned()
    w.answers = false
    expect([await lookTomorrow(), await ownScans()]).toEqual([1, 0])
    expect((await domainRow())?.certificates).toEqual([
      expect.objectContaining({ not_after: far, missed_since: w.server.deps.now().toISOString() }),
    ])
    w.answers = true
    expect([await lookTomorrow(), await ownScans()]).toEqual([1, 0])
    expect((await domainRow())?.certificates[0]).not.toHaveProperty('missed_since')
  })

  it('are not looked at where there is none, where a scan overtook the look, or on a read-only domain', async () => {
    await scanned()
    expect(await lookTomorrow()).toBe(0)
    w.expires = far
    await scanned()
    const { certificates } = w.server.deps
    w.server.deps.certificates = async input => {
      w.server.deps.certificates = certificates
      await scanned()
      w.expires = '2026-12-01T00:00:00.000Z'
      return certificates(input)
    }
    expect([await lookTomorrow(), await ownScans()]).toEqual([1, 0])
    await aDomain(w.server.deps.store, w.user.actor, { name: 'older.example', createdAt: new Date(0) })
    await w.server.deps.store.db
      .update(workspace)
      .set({ tier: 'free', grantedTier: 'free' })
      .where(eq(workspace.id, w.user.actor.workspace.id))
    expect(await lookTomorrow()).toBe(0)
  })

  it('are looked at a day later whatever happens to a change beside them', async () => {
    w.expires = '2026-12-10T00:00:00.000Z'
    await scanned()
    const look = (await domainRow())?.certificateDueAt
    expect(look).toEqual(new Date(w.server.deps.now().getTime() + day))
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
      certificateDueAt: new Date(w.server.deps.now().getTime() + day),
    })
  })
})
