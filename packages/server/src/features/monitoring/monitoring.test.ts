import { setTimeout as wait } from 'node:timers/promises'
import type { Zone } from '@waxseal/core/dns'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { domain, watch } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain } from '../../testing/factories.ts'
import { sampleOf } from '../../testing/scrape.ts'
import { onTheStore } from '../../testing/store.ts'
import { watchZone } from '../../testing/watch-zone.ts'
import { checkSoon } from '../domains/watch-store.ts'
import { setMonitoring, setTier } from '../workspaces/store.ts'
import { checkDomain } from './check-domain.ts'
import { claimDueChecks } from './claim-checks.ts'
import { type Monitor, startMonitor } from './monitor.ts'

const hour = 3_600_000
const never = new AbortController().signal
const start = new Date('2026-11-20T09:00:00Z')
/** Its place is in the middle of every period: at 3, 9, 15 and 21 o'clock every six hours. */
const inMiddle = () => crypto.randomUUID().replace(/^.{8}/, '80000000')

onTheStore('DNS monitoring', kind => {
  let server: TestApp
  let user: TestUser
  let zone: Zone
  let fails: boolean
  let names: string[]
  let id: string
  const monitors: Monitor[] = []

  const watchHere: Deps['watch'] = async ({ name, ...rest }) => {
    names.push(name)
    const silent: Zone = { [name]: { fail: 'timeout' }, [`*.${name}`]: { fail: 'timeout' } }
    return watchZone(fails ? silent : zone, { name, ...rest }, server.deps.now())
  }
  let watchWith: Deps['watch']

  beforeAll(async () => {
    server = await openTestApp(kind, { watch: input => watchWith(input) })
  })
  beforeEach(async () => {
    const { store, clock } = server.deps
    await store.db.delete(domain)
    await store.db.execute(sql`delete from jobs.job`)
    clock.now = start
    watchWith = watchHere
    fails = false
    names = []
    zone = {
      'a.example': { MX: [[10, 'mx1.a.example']], TXT: ['v=spf1 mx -all'] },
      'mx1.a.example': { A: ['192.0.2.1'] },
    }
    user = await server.aUser()
    id = inMiddle()
    await aDomain(store, user.actor, { id, name: 'a.example', createdAt: start })
  })
  afterAll(async () => {
    await Promise.all(monitors.map(each => each.stop()))
    await server.close()
  })

  /** Makes every check that is due, as the monitor does. */
  const checkAll = async () => {
    const { checks } = await claimDueChecks(server.deps, 100)
    for (const check of checks) await checkDomain(server.deps, check, never)
    return checks.length
  }
  const at = (hours: number) => {
    server.deps.clock.now = new Date(start.getTime() + hours * hour)
  }
  const rowOf = async (domainId = id) =>
    (await server.deps.store.db.select().from(watch).where(eq(watch.domainId, domainId)))[0]
  const settings = async (enabled: boolean, frequency: 1 | 6 | 24) => {
    const { workspace } = user.actor
    await server.deps.store.transaction(async tx => {
      await setMonitoring(tx, workspace.id, { enabled, frequency })
      await checkSoon(tx, workspace.id, server.deps.now())
    })
  }
  const published = async () => {
    const { rows } = await server.deps.store.db.execute(sql`select data from jobs.job where name like 'dns.changed%'`)
    return rows.length
  }

  it('checks a new domain at once, and then every six hours, also on Starter', async () => {
    expect(await checkAll()).toBe(1)
    expect(await rowOf()).toMatchObject({
      checkedAt: start,
      nextCheckAt: new Date('2026-11-20T15:00:00Z'),
      failures: 0,
    })
    at(5.9)
    expect(await checkAll()).toBe(0)
    at(6)
    expect(await checkAll()).toBe(1)
    expect(await rowOf()).toMatchObject({ nextCheckAt: new Date('2026-11-20T21:00:00Z') })
    expect((await user.get('/dns/changes')).body).toEqual([])
    const scrape = await server.deps.metrics.registry.metrics()
    expect(sampleOf(scrape, 'waxseal_dns_checks_total', { outcome: 'done' })).toBe(2)
    expect(sampleOf(scrape, 'waxseal_dns_changes_total', { severity: 'warning' })).toBe(0)
  })

  it('records a change once, and tells it over the API', async () => {
    await checkAll()
    zone = {
      ...zone,
      'a.example': { MX: [[10, 'mx2.a.example']], TXT: ['v=spf1 mx -all'] },
      'mx2.a.example': { A: ['192.0.2.2'] },
    }
    at(6)
    await checkAll()
    at(12)
    await checkAll()
    const found = (await user.get('/dns/changes')).body
    expect(found).toMatchObject([
      {
        domain_id: id,
        domain_name: 'a.example',
        domain_unicode: null,
        change_type: 'mx_modified',
        severity: 'critical',
        timestamp: '2026-11-20T15:00:00.000Z',
        old_value: ['10 mx1.a.example'],
        new_value: ['10 mx2.a.example'],
      },
    ])
    expect((await user.get(`/dns/changes?domain_id=${id}`)).body).toEqual(found)
    expect((await user.get('/dns/changes/counts')).body).toEqual({
      total: 1,
      domains: [{ domain_id: id, domain_name: 'a.example', domain_unicode: null, count: 1 }],
      severities: { info: 0, warning: 0, critical: 1 },
      monitoring: { enabled: true, frequency: 6, checked_at: '2026-11-20T21:00:00.000Z' },
      kept_days: 30,
    })
  })

  it('goes by the settings and the plan of the workspace as they are at the check', async () => {
    const { email } = user.actor.person
    await setTier(server.deps.store.db, email, 'pro')
    await checkAll()
    at(0.5)
    await settings(true, 1)
    expect((await rowOf())?.nextCheckAt).toEqual(new Date('2026-11-20T10:00:00Z'))
    at(1)
    expect(await checkAll()).toBe(1)
    expect((await rowOf())?.nextCheckAt).toEqual(new Date('2026-11-20T10:30:00Z'))
    await settings(true, 24)
    at(2)
    expect(await checkAll()).toBe(1)
    expect((await rowOf())?.nextCheckAt).toEqual(new Date('2026-11-20T12:00:00Z'))
    // Starter is checked every six hours, whatever an earlier plan had chosen.
    await setTier(server.deps.store.db, email, 'free')
    at(3)
    expect(await checkAll()).toBe(1)
    expect((await rowOf())?.nextCheckAt).toEqual(new Date('2026-11-20T15:00:00Z'))
  })

  it('watches nothing while it is off, and goes on when it is on again', async () => {
    await setTier(server.deps.store.db, user.actor.person.email, 'pro')
    await settings(false, 6)
    expect(await checkAll()).toBe(0)
    expect(await rowOf()).toMatchObject({ nextCheckAt: new Date('2026-11-20T15:00:00Z'), checkedAt: null })
    await settings(true, 6)
    expect(await checkAll()).toBe(1)
  })

  it('watches every six hours on Starter, even what was switched off with an earlier plan', async () => {
    await setTier(server.deps.store.db, user.actor.person.email, 'pro')
    await settings(false, 24)
    const monitoring = async () => (await user.get('/dns/changes/counts')).body
    expect(await monitoring()).toMatchObject({ monitoring: { enabled: false, frequency: 24 } })
    expect(await checkAll()).toBe(0)
    await setTier(server.deps.store.db, user.actor.person.email, 'free')
    expect(await monitoring()).toMatchObject({ monitoring: { enabled: true, frequency: 6 } })
    at(3)
    expect(await checkAll()).toBe(1)
  })

  it('leaves out domains beyond the limit of the plan, until there is room', async () => {
    const newer = inMiddle()
    await aDomain(server.deps.store, user.actor, {
      id: newer,
      name: 'b.example',
      createdAt: new Date(start.getTime() + 1),
    })
    at(0.1)
    await checkAll()
    expect(names).toEqual(['a.example'])
    expect(await rowOf(newer)).toMatchObject({ checkedAt: null, nextCheckAt: new Date('2026-11-20T09:30:00Z') })
    await setTier(server.deps.store.db, user.actor.person.email, 'pro')
    at(1)
    await checkAll()
    expect(names).toEqual(['a.example', 'b.example'])
  })

  it('repeats a check that found nothing out after minutes, and forgets nothing by it', async () => {
    await checkAll()
    const { memory } = (await rowOf()) ?? {}
    fails = true
    at(6)
    await checkAll()
    expect(await rowOf()).toEqual({ ...(await rowOf()), memory, checkedAt: start, failures: 1 })
    expect((await rowOf())?.nextCheckAt).toEqual(new Date('2026-11-20T15:05:00Z'))
    at(6.1)
    await checkAll()
    expect(await rowOf()).toMatchObject({ failures: 2, nextCheckAt: new Date('2026-11-20T15:16:00Z') })
    fails = false
    at(6.3)
    await checkAll()
    expect(await rowOf()).toMatchObject({ failures: 0, nextCheckAt: new Date('2026-11-20T21:00:00Z') })
    expect((await user.get('/dns/changes')).body).toEqual([])
  })

  it('a check that throws is repeated like one that found nothing out', async () => {
    watchWith = async () => Promise.reject(new Error('a bug'))
    await checkAll()
    expect(await rowOf()).toMatchObject({ failures: 1, memory: null, nextCheckAt: new Date('2026-11-20T09:05:00Z') })
  })

  it('a check that another process has taken over stores nothing', async () => {
    await checkAll()
    zone = { ...zone, 'a.example': { TXT: ['v=spf1 mx -all'] } }
    at(6)
    const [slow] = (await claimDueChecks(server.deps, 1)).checks
    at(6.2)
    expect(await checkAll()).toBe(1)
    if (slow !== undefined) await checkDomain(server.deps, slow, never)
    expect((await user.get('/dns/changes')).body).toMatchObject([{ change_type: 'mx_removed' }])
    // The change of the check that was in time, for each of the two subscribers.
    expect(await published()).toBe(2)
  })

  it('makes many checks at once and not more, and puts down those that run when it stops', async () => {
    await setTier(server.deps.store.db, user.actor.person.email, 'business')
    for (let n = 0; n < 9; n++) await aDomain(server.deps.store, user.actor, { createdAt: start })
    let running = 0
    let most = 0
    watchWith = async ({ signal }) => {
      most = Math.max(most, ++running)
      await wait(hour, undefined, { signal }).finally(() => running--)
      throw new Error('it was stopped')
    }
    const monitor = startMonitor(server.deps, { atOnce: 4, everyMs: 5 })
    monitors.push(monitor)
    await vi.waitFor(() => expect(running).toBe(4))
    await monitor.stop()
    expect([running, most]).toEqual([0, 4])
    const rows = await server.deps.store.db.select().from(watch)
    expect(rows.map(row => [row.nextCheckAt, row.failures])).toEqual(rows.map(() => [start, 0]))

    watchWith = watchHere
    const next = startMonitor(server.deps, { everyMs: 5 })
    monitors.push(next)
    await vi.waitFor(async () => {
      const done = await server.deps.store.db.select().from(watch).where(eq(watch.checkedAt, start))
      expect(done).toHaveLength(10)
    })
    await next.stop()
  })
})
