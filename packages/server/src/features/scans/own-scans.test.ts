import type { Zone } from '@waxseal/core/dns'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { alert, domain, scanRun, workspace } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain } from '../../testing/factories.ts'
import { scanOfZone } from '../../testing/hostile-zone.ts'
import { onTheStore } from '../../testing/store.ts'
import { watchZone } from '../../testing/watch-zone.ts'
import { alertHandlers } from '../alerts/jobs.ts'
import { checkDomain } from '../monitoring/check-domain.ts'
import { claimDueChecks } from '../monitoring/claim-checks.ts'
import { scanHandlers } from './jobs.ts'
import { startDueOwnScans } from './own-scans.ts'
import { startScan } from './start-scan.ts'

const hour = 3_600_000
const never = new AbortController().signal
const start = new Date('2026-11-26T09:00:00Z')
const name = 'shop.example'
const zoneWith = (dmarc: string): Zone => ({
  [name]: { MX: [[10, `mx1.${name}`]], TXT: ['v=spf1 mx -all'] },
  [`mx1.${name}`]: { A: ['192.0.2.1'] },
  [`_dmarc.${name}`]: { TXT: [dmarc] },
})
const [reject, none] = ['v=DMARC1; p=reject; rua=mailto:d@shop.example', 'v=DMARC1; p=none; rua=mailto:d@shop.example']
const weakened = 'DMARC policy weakened from reject to none'

onTheStore('a change that monitoring found', kind => {
  let server: TestApp
  let user: TestUser
  let id: string
  /** What monitoring sees, and what a scan sees. */
  let published: Zone
  let seen: Zone
  let scans: Parameters<Deps['scan']>[0][]
  /** When the certificate of the policy host ends; null: it has none. */
  let expires: string | null
  /** Whether scans fail. */
  let breaks: boolean
  beforeAll(async () => {
    server = await openTestApp(kind, {
      connections: 5,
      watch: input => watchZone(published, input, server.deps.now()),
      scan: async input => {
        scans.push(input)
        if (breaks) throw new Error('a bug')
        const result = await scanOfZone(input.name, seen, { tier: input.tier, now: server.deps.now() })
        if (expires !== null && result.sections.transport.ran) {
          const certificate = { notBefore: '2026-01-01T00:00:00.000Z', notAfter: expires }
          const policy = {
            url: '',
            state: 'unavailable',
            text: '',
            whole: true,
            contentType: null,
            problem: null,
          } as const
          const { mtaSts } = result.sections.transport.value
          Object.assign(mtaSts, { policy: { ...policy, certificate } })
        }
        // As if it had a key and all the rest: the score stands on both sides of an alert.
        return { ...result, score: (result.score ?? 0) + 40 }
      },
    })
  })
  beforeEach(async () => {
    const { store, clock } = server.deps
    await store.db.delete(domain)
    await store.db.execute(sql`delete from jobs.job`)
    clock.now = start
    scans = []
    expires = null
    breaks = false
    published = zoneWith(reject)
    seen = published
    user = await server.aUser({ tier: 'pro' })
    id = (await aDomain(store, user.actor, { name, createdAt: start })).id
    await checks()
    await run(await startScan(server.deps, user.actor, id))
    await eventsOf('scan.completed/raise-alerts')
    clock.pass(7 * hour)
    scans = []
  })
  afterAll(() => server.close())

  const run = (runId: string) => scanHandlers(server.deps)['scan.run']({ runId }, never)
  /** Makes the checks that are due, and all that follows from them at once. */
  async function checks() {
    const { checks: due } = await claimDueChecks(server.deps, 100)
    for (const check of due) await checkDomain(server.deps, check, never)
    const events = await eventsOf('dns.changed/raise-alerts')
    for (const event of events) {
      await alertHandlers(server.deps)['dns.changed/raise-alerts'](event as never)
      await scanHandlers(server.deps)['dns.changed/scan-again'](event as never)
    }
  }
  /** Takes the jobs of a queue. */
  async function eventsOf(queue: string): Promise<unknown[]> {
    const { rows } = await server.deps.store.db.execute(sql`delete from jobs.job where name = ${queue} returning data`)
    return rows.map(row => (row as { data: unknown }).data)
  }
  const openRuns = async () =>
    (await server.deps.store.db.select().from(scanRun).where(eq(scanRun.domainId, id))).filter(
      ({ state }) => state === 'queued',
    )
  const runOwn = async () => {
    const [open] = await openRuns()
    await run(open?.id ?? '')
    for (const event of await eventsOf('scan.completed/raise-alerts'))
      await alertHandlers(server.deps)['scan.completed/raise-alerts'](event as never)
  }
  const domainRow = async () => (await server.deps.store.db.select().from(domain).where(eq(domain.id, id)))[0]
  const listed = async () => (await user.get('/domains')).body as { changed_after_scan: { description: string }[] }[]
  const changed = async () => (await listed())[0]?.changed_after_scan.map(({ description }) => description)
  const alerts = async () =>
    (await server.deps.store.db.select().from(alert).where(eq(alert.domainId, id)).orderBy(alert.at)).map(
      ({ state, description }) => `${state}: ${description}`,
    )
  const change = async (dmarc: string) => {
    published = zoneWith(dmarc)
    await checks()
  }

  it('is told on every place at once, and its scan starts by itself, counts nothing and clears the note', async () => {
    await change(none)
    seen = published
    const note = [
      { record: 'dmarc', description: weakened, severity: 'critical', detected_at: '2026-11-26T16:00:00.000Z' },
    ]
    expect(await listed()).toMatchObject([{ changed_after_scan: note, scanning: true }])
    expect((await user.get(`/diagnostics/results/${id}`)).body).toMatchObject({ changed_after_scan: note })
    expect((await user.get('/vt/dashboard-stats')).body).toMatchObject({
      changed_after_scan: [{ domain_id: id, domain_name: name, changes: note }],
    })
    const chat = (await user.post('/chat/query', { message: `Did the DMARC policy of ${name} change?` })).text
    expect(chat).toContain(weakened)
    expect(chat).toContain('changed since')
    expect(chat).not.toContain('No problem found')
    await runOwn()
    expect(scans).toMatchObject([{ keepsThreat: true, fresh: [{ name: `_dmarc.${name}`, type: 'TXT' }] }])
    expect(await listed()).toMatchObject([{ changed_after_scan: [], scanning: false }])
    expect((await user.get('/usage/scans-this-month')).body).toMatchObject({ scans_this_month: 1 })
  })

  it('stays while the scan saw the old answer, which is asked again after its TTL and at most once an hour', async () => {
    await change(none)
    await runOwn()
    expect(await changed()).toEqual([weakened])
    // It saw the policy of before, which is no all-clear.
    expect(await alerts()).toEqual([`raised: ${weakened}`])
    expect(await openRuns()).toEqual([])
    server.deps.clock.pass(hour - 1)
    await startDueOwnScans(server.deps)
    expect(await openRuns()).toEqual([])
    server.deps.clock.pass(1)
    await startDueOwnScans(server.deps)
    seen = published
    await runOwn()
    expect(await changed()).toEqual([])
  })

  it('promises a scan only where one is due: not after two days, and not for a domain that became read-only', async () => {
    const said = async () => {
      const report = (await user.get(`/diagnostics/results/${id}`)).body as Awaited<ReturnType<typeof listed>>[number]
      const dashboard = (await user.get('/vt/dashboard-stats')).body as { changed_after_scan: { changes: object[] }[] }
      const chat = (await user.post('/chat/query', { message: `Is ${name} secure?` })).text
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
    const { store, clock } = server.deps
    await store.db.update(workspace).set({ tier: 'free' })
    await aDomain(store, user.actor, { name: 'the-older.example', createdAt: new Date(start.getTime() - 1) })
    expect((await said()).givenUp).toEqual([true, true, true])
    await store.db.update(workspace).set({ tier: 'pro' })
    expect((await said()).givenUp).toEqual(due.givenUp)
    clock.pass(49 * hour)
    await startDueOwnScans(server.deps)
    expect(await said()).toEqual(due)
    await runOwn()
    expect(await said()).toEqual({ givenUp: [true, true, true], chat: 'none' })
  })

  it('of the gravest is named first on the dashboard, and the number of the others', async () => {
    const { store } = server.deps
    await change(none)
    const unseenChanges = (await domainRow())?.unseenChanges ?? []
    for (let n = 0; n < 9; n++)
      await aDomain(store, user.actor, {
        name: `a${n}.example`,
        lastScanAt: start,
        unseenChanges: unseenChanges.map(each => ({ ...each, severity: n === 5 ? 'warning' : 'info' })),
      })
    const stats = (await user.get('/vt/dashboard-stats')).body as {
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
    server.deps.clock.pass(7 * hour)
    await change(reject)
    expect(await changed()).toEqual([])
    await runOwn()
    expect(await alerts()).toEqual([`raised: ${weakened}`, `resolved: ${weakened}`])
  })

  it('that was taken back while its scan ran is asked about again', async () => {
    await change(none)
    seen = published
    const [open] = await openRuns()
    const before = server.deps.now()
    server.deps.clock.pass(7 * hour)
    await change(reject)
    // The scan had asked before: its answers are older.
    server.deps.clock.now = before
    await run(open?.id ?? '')
    expect(await changed()).toHaveLength(1)
  })

  it('raises one alert: the fall of the score that it explains is added to it', async () => {
    published = { ...zoneWith(reject), [`_dmarc.${name}`]: {} }
    await checks()
    seen = published
    await runOwn()
    const [one, ...others] = await alerts()
    expect(others).toEqual([])
    expect(one).toBe('raised: DMARC record removed, the policy was reject; the health score fell from 95 to 60')
  })

  it('is no scan of a person, until one asks for it: then it counts and asks everything, the own servers too', async () => {
    await change(none)
    const [open] = await openRuns()
    expect(await startScan(server.deps, user.actor, id)).toBe(open?.id)
    expect((await user.get('/usage/scans-this-month')).body).toMatchObject({ scans_this_month: 2 })
    await runOwn()
    expect(scans[0]).not.toHaveProperty('keepsThreat')
    const fresh = [{ name: `_dmarc.${name}`, type: 'TXT', seen: { kind: 'dmarc' } }]
    expect(scans).toMatchObject([{ fresh }])
    // The note stayed, so every scan asks about it, whoever starts it.
    await run(await startScan(server.deps, user.actor, id))
    seen = published
    await run(await startScan(server.deps, user.actor, id))
    await run(await startScan(server.deps, user.actor, id))
    expect(scans.slice(1)).toMatchObject([{ fresh }, { fresh }, { fresh: [] }])
  })

  it('is a certificate near its end too: a scan looks at it each day, counts nothing, and alerts', async () => {
    expires = '2026-12-10T00:00:00.000Z'
    await run(await startScan(server.deps, user.actor, id))
    await startDueOwnScans(server.deps)
    expect(await openRuns()).toEqual([])
    await eventsOf('scan.completed/raise-alerts')
    server.deps.clock.pass(24 * hour)
    await startDueOwnScans(server.deps)
    await runOwn()
    expect(await alerts()).toEqual([
      `raised: The certificate of the MTA-STS policy host mta-sts.${name} expires on 2026-12-10`,
    ])
    expect((await user.get('/usage/scans-this-month')).body).toMatchObject({ scans_this_month: 2 })
    expires = '2027-12-10T00:00:00.000Z'
    server.deps.clock.pass(24 * hour)
    await startDueOwnScans(server.deps)
    await runOwn()
    expect(await alerts()).toHaveLength(2)
    // It may be replaced by one that ends sooner.
    expect((await domainRow())?.certificateDueAt).toEqual(new Date(server.deps.now().getTime() + 7 * 24 * hour))
  })

  it('is looked at a day later where the scan because of a certificate failed', async () => {
    expires = '2026-12-10T00:00:00.000Z'
    await run(await startScan(server.deps, user.actor, id))
    scans = []
    server.deps.clock.pass(24 * hour)
    breaks = true
    await startDueOwnScans(server.deps)
    await runOwn()
    breaks = false
    expect(await openRuns()).toEqual([])
    server.deps.clock.pass(24 * hour)
    await startDueOwnScans(server.deps)
    await runOwn()
    expect(scans).toHaveLength(2)
    expect((await domainRow())?.certificateDueAt).toEqual(new Date(server.deps.now().getTime() + 24 * hour))
  })

  it('takes no look at a certificate away when it is taken back, or found to be in a cache for two days', async () => {
    expires = '2026-12-10T00:00:00.000Z'
    await run(await startScan(server.deps, user.actor, id))
    const look = (await domainRow())?.certificateDueAt
    expect(look).toEqual(new Date(server.deps.now().getTime() + 24 * hour))
    await change(none)
    server.deps.clock.pass(7 * hour)
    await change(reject)
    expect(await domainRow()).toMatchObject({ unseenChanges: [], certificateDueAt: look })
    await runOwn()
    server.deps.clock.pass(7 * hour)
    await change(none)
    server.deps.clock.pass(49 * hour)
    // It still sees the old policy, and is the last scan because of the change.
    await runOwn()
    expect(await domainRow()).toMatchObject({
      ownScanDueAt: null,
      certificateDueAt: new Date(server.deps.now().getTime() + 24 * hour),
    })
  })

  it('at more than twenty domains of a workspace starts the rest over an hour', async () => {
    const { store } = server.deps
    for (let n = 0; n < 24; n++)
      await aDomain(store, user.actor, {
        name: `d${n}.example`,
        createdAt: server.deps.now(),
        ownScanAt: n < 19 ? server.deps.now() : null,
      })
    await change(none)
    expect(await openRuns()).toHaveLength(1)
    await store.db.update(domain).set({ ownScanAt: server.deps.now() })
    await store.db.update(domain).set({ ownScanAt: null }).where(eq(domain.id, id))
    await store.db.update(scanRun).set({ state: 'done' })
    server.deps.clock.pass(hour / 2)
    published = zoneWith('v=DMARC1; p=quarantine')
    await store.db.execute(sql`update watch set next_check_at = ${server.deps.now().toISOString()}::timestamptz`)
    await checks()
    expect(await openRuns()).toEqual([])
    const [row] = await store.db.select().from(domain).where(eq(domain.id, id))
    const wait = (row?.ownScanDueAt?.getTime() ?? 0) - server.deps.now().getTime()
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(hour)
  })
})
