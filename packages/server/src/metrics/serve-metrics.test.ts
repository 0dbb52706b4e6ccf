import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { noteOperation } from '../db/operations.ts'
import { watch } from '../db/schema/index.ts'
import { readEnv } from '../env.ts'
import { addDomain } from '../features/domains/add-domain.ts'
import { runScan } from '../features/scans/run-scan.ts'
import { startScan } from '../features/scans/start-scan.ts'
import { listenForMetrics } from '../http/metrics-listener.ts'
import { openTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { readScrape, sampleOf } from '../testing/scrape.ts'
import { onBothStores } from '../testing/store.ts'

onBothStores('the metrics', kind => {
  let test: TestApp
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    test.app.inject({ url: '/metrics', remoteAddress, headers })
  let user: TestUser
  const scrape = async (): Promise<string> => {
    // The database is read again after five seconds.
    test.deps.clock.pass(5_000)
    const answer = await test.app.inject({ url: '/metrics' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    return answer.payload
  }

  beforeAll(async () => {
    test = await openTestApp(kind)
    user = await test.aUser({ tier: 'business' })
  })
  afterAll(() => test.close())

  it('name the program, and follow the text format', async () => {
    const { version, schema } = test.deps.build
    const text = await scrape()
    expect(sampleOf(text, 'waxseal_build_info', { version, schema, node: process.version })).toBe(1)
    expect(readScrape(text).length).toBeGreaterThan(20)
    expect(sampleOf(text, 'waxseal_database_up')).toBe(1)
    expect(sampleOf(text, 'waxseal_store_size_bytes')).toBeGreaterThan(1_000_000)
    const wal = sampleOf(text, 'waxseal_store_wal_bytes')
    const checkpoint = sampleOf(text, 'waxseal_store_checkpoint_timestamp_seconds')
    if (kind === 'pglite') {
      expect(wal).toBeGreaterThan(0)
      expect(checkpoint).toBeGreaterThan(1_700_000_000)
    } else expect([wal, checkpoint]).toEqual([undefined, undefined])
    expect(sampleOf(text, 'waxseal_database_pool', { state: 'waiting' })).toBe(kind === 'pglite' ? undefined : 0)
  })

  it('count requests by pattern and status class, never by path', async () => {
    const labels = { method: 'GET', route: '/api/domains/:id/selectors', status: '4xx' }
    const before = sampleOf(await scrape(), 'waxseal_http_request_duration_seconds_count', labels) ?? 0
    await user.get(`/domains/${randomUUID()}/selectors`)
    await user.get(`/domains/${randomUUID()}/selectors`)
    const text = await scrape()
    expect(sampleOf(text, 'waxseal_http_request_duration_seconds_count', labels)).toBe(before + 2)
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    expect(text).not.toContain('example.')
  })

  it('count what waits in the database', async () => {
    const name = `m${randomUUID().slice(0, 8)}.example.org`
    const domain = await addDomain(test.deps, user.actor, name)
    const dueAt = new Date(test.deps.now().getTime() - 600_000)
    await test.deps.store.db.update(watch).set({ nextCheckAt: dueAt }).where(eq(watch.domainId, domain.id))
    await test.deps.queue.send('scan.run', { runId: randomUUID() })
    const text = await scrape()
    expect(sampleOf(text, 'waxseal_dns_checks_due')).toBe(1)
    expect(sampleOf(text, 'waxseal_dns_check_oldest_due_age_seconds')).toBe(605)
    expect(sampleOf(text, 'waxseal_jobs', { queue: 'scan.run', state: 'waiting' })).toBe(1)
    expect(sampleOf(text, 'waxseal_watched_addresses_due')).toBe(0)
    expect(sampleOf(text, 'waxseal_hosted_records_due')).toBe(0)
    expect(sampleOf(text, 'waxseal_hosted_records_failing')).toBe(0)
  })

  it('name the last backup, once there is one', async () => {
    const at = () => scrape().then(text => sampleOf(text, 'waxseal_last_backup_timestamp_seconds'))
    expect(await at()).toBeUndefined()
    await noteOperation(test.deps.store.db, 'backup', new Date('2026-11-20T03:15:00Z'), { bytes: 1_234 })
    expect(await at()).toBe(Date.UTC(2026, 10, 20, 3, 15) / 1_000)
    expect(sampleOf(await scrape(), 'waxseal_last_backup_bytes')).toBe(1_234)
  })

  it('count a scan and its coverage when it ends', async () => {
    const { deps } = test
    const domain = await addDomain(deps, user.actor, 'scanned.example.net')
    await runScan(deps, await startScan(deps, user.actor, domain.id), new AbortController().signal)
    const text = await scrape()
    expect(sampleOf(text, 'waxseal_scans_total', { end: 'done' })).toBe(1)
    expect(sampleOf(text, 'waxseal_scan_coverage_ratio_count')).toBe(1)
    expect(text).not.toContain('scanned.example.net')
  })

  it('say that the database does not answer, and report no zero instead of its values', async () => {
    const failing = await openTestApp(kind)
    const { store } = failing.deps
    await failing.app.inject({ url: '/metrics' })
    const down = vi.spyOn(store.db, 'execute').mockRejectedValue(new Error('down'))
    failing.deps.clock.pass(5_000)
    const text = (await failing.app.inject({ url: '/metrics' })).payload
    down.mockRestore()
    await failing.close()
    expect(sampleOf(text, 'waxseal_database_up')).toBe(0)
    expect(sampleOf(text, 'waxseal_dns_checks_due')).toBeUndefined()
    expect(sampleOf(text, 'waxseal_store_size_bytes')).toBeUndefined()
  })

  it('are hidden from other addresses and from everyone behind a proxy, whatever it says', async () => {
    expect((await from('127.0.0.9')).statusCode).toBe(200)
    expect((await from('::ffff:127.0.0.1')).statusCode).toBe(200)
    expect((await from('::1')).statusCode).toBe(200)
    expect((await from('192.0.2.1')).statusCode).toBe(404)
    expect((await from('192.0.2.1', { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404)
    expect((await from('127.0.0.1', { 'x-forwarded-for': '192.0.2.1' })).statusCode).toBe(404)
    expect((await from('127.0.0.1', { forwarded: 'for=127.0.0.1' })).statusCode).toBe(404)
  })

  it('need the token when there is one, and have a port of their own when it is set', async () => {
    const token = 'a token that is long enough to be one'
    const env = { ...readEnv({ METRICS_TOKEN: token, METRICS_PORT: '9464' }), host: '127.0.0.1' }
    const guarded = await openTestApp(kind, { env })
    expect((await guarded.app.inject({ url: '/metrics' })).payload).not.toContain('waxseal_build_info')
    const own = await listenForMetrics(guarded.deps, 0)
    const get = (authorization?: string, path = '/metrics') =>
      fetch(`${own.listeningOrigin}${path}`, { headers: authorization === undefined ? {} : { authorization } })
    expect((await get()).status).toBe(401)
    expect((await get(`Bearer ${token}x`)).status).toBe(401)
    const good = await get(`Bearer ${token}`)
    expect(good.status).toBe(200)
    expect(sampleOf(await good.text(), 'waxseal_database_up')).toBe(1)
    expect((await get(undefined, '/healthz')).status).toBe(200)
    expect((await get(undefined, '/api/me')).status).toBe(404)
    await own.close()
    await guarded.close()
  })
})
