import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { scan, scanDocument, scanRun } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { aDomain, anOwner, aProgress, aScan, aScanResult, type Owner } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { ownedDomain, removeDomain } from '../domains/store.ts'
import { countUp, used } from '../usage/store.ts'
import { takeUpScans } from './jobs.ts'
import { runScan } from './run-scan.ts'
import { startScan } from './start-scan.ts'
import { claimRun, forgetScans, newestScan, pruneDocuments, renewLease } from './store.ts'

const forever = new AbortController().signal
const never: Deps['scan'] = ({ signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

onTheStore('a scan run', kind => {
  let deps: TestDeps
  let owner: Owner
  let domainId: string
  beforeAll(async () => {
    deps = await openTestDeps(kind, { connections: 5 })
  })
  beforeEach(async () => {
    deps.clock.now = new Date('2026-11-20T09:00:00Z')
    owner = await anOwner(deps.store)
    domainId = (await aDomain(deps.store, owner)).id
  })
  afterAll(() => deps.close())

  const runRow = async (id: string) => {
    const [row] = await deps.store.db.select().from(scanRun).where(eq(scanRun.id, id))
    return row
  }
  const scansOf = (id: string) => deps.store.db.select().from(scan).where(eq(scan.domainId, id))
  const counted = () => used(deps.store.db, { workspaceId: owner.workspace.id, kind: 'scan', period: '2026-11' })

  it('ends as done: the scan is stored and counted, and its domain summarized', async () => {
    const runId = await startScan(deps, owner, domainId)
    expect(await counted()).toBe(1)
    await runScan(deps, runId, forever)
    expect(await runRow(runId)).toMatchObject({ state: 'done', attempts: 1, leaseUntil: null, claim: null })
    expect(await scansOf(domainId)).toMatchObject([
      { runId, score: 60, coverage: 1, tier: 'free', findings: ['spf_missing', 'dmarc_missing'] },
    ])
    expect(await newestScan(deps.store.db, domainId)).toMatchObject({ score: 60 })
    expect(await counted()).toBe(1)
  })

  it('cannot exceed the limit when many start at once: they become one', async () => {
    const roomy = await anOwner(deps.store)
    const { id } = await aDomain(deps.store, roomy)
    const counter = { workspaceId: roomy.workspace.id, kind: 'scan', period: '2026-11' } as const
    for (let n = 0; n < 9; n++) await deps.store.transaction(tx => countUp(tx, counter))
    const starts = [...Array(5).keys()].map(() => startScan(deps, roomy, id))
    expect(new Set(await Promise.all(starts)).size).toBe(1)
    expect(await used(deps.store.db, counter)).toBe(10)
  })

  it('is joined by a second start, not repeated', async () => {
    const first = await startScan(deps, owner, domainId)
    expect(await startScan(deps, owner, domainId)).toBe(first)
    expect(await counted()).toBe(1)
  })

  it('is one run for ten simultaneous starts', async () => {
    const ids = await Promise.all([...Array(10).keys()].map(() => startScan(deps, owner, domainId)))
    expect(new Set(ids).size).toBe(1)
    expect(await counted()).toBe(1)
  })

  it('is refused after ten scans in a month, until the next month', async () => {
    for (let n = 0; n < 10; n++) {
      const runId = await startScan(deps, owner, domainId)
      await runScan(deps, runId, forever)
    }
    await expect(startScan(deps, owner, domainId)).rejects.toMatchObject({
      code: 'scan_limit',
      detail: 'Monthly scan limit reached. Upgrade to Pro for unlimited scans.',
    })
    expect(await counted()).toBe(10)
    deps.clock.now = new Date('2026-12-01T00:00:00Z')
    await expect(startScan(deps, owner, domainId)).resolves.toMatch(/^[\da-f-]{36}$/)
  })

  it('is refused for a domain beyond the plan’s limit', async () => {
    const { id: newer } = await aDomain(deps.store, owner, { createdAt: new Date('2026-11-03T08:00:00Z') })
    await expect(startScan(deps, owner, newer)).rejects.toMatchObject({
      code: 'domain_read_only',
      feature: 'domains',
    })
    await expect(startScan(deps, owner, domainId)).resolves.toBeDefined()
  })

  it('is 404 for the domain of another workspace', async () => {
    const outsider = await anOwner(deps.store)
    await expect(startScan(deps, outsider, domainId)).rejects.toMatchObject({ code: 'not_found', detail: 'Not found' })
  })

  it('gets the last result and the plan of its workspace', async () => {
    const previous = await aScan(deps.store, await rowOf(domainId), { score: 72 })
    const spy = vi.fn(deps.scan)
    const runId = await startScan(deps, { ...owner, workspace: { ...owner.workspace, tier: 'pro' } }, domainId)
    await runScan({ ...deps, scan: spy }, runId, forever)
    expect(spy.mock.calls[0]?.[0]).toMatchObject({ tier: 'pro', previous })
  })

  it('continues without the last result if that cannot be read', async () => {
    await aScan(deps.store, await rowOf(domainId), { score: 72 })
    await deps.store.db.update(scanDocument).set({ version: 99 }).where(eq(scanDocument.domainId, domainId))
    const spy = vi.fn(deps.scan)
    const runId = await startScan(deps, owner, domainId)
    await runScan({ ...deps, scan: spy }, runId, forever)
    expect(spy.mock.calls[0]?.[0]).toMatchObject({ previous: null })
    expect(await runRow(runId)).toMatchObject({ state: 'done' })
  })

  it('is not counted when it fails', async () => {
    const runId = await startScan(deps, owner, domainId)
    await runScan({ ...deps, scan: () => Promise.reject(new Error('a bug')) }, runId, forever)
    expect(await runRow(runId)).toMatchObject({ state: 'failed' })
    expect(await counted()).toBe(0)
    expect(await scansOf(domainId)).toEqual([])
  })

  it('returns the scan to the month that counted it', async () => {
    deps.clock.now = new Date('2026-11-30T23:59:50Z')
    const runId = await startScan(deps, owner, domainId)
    deps.clock.now = new Date('2026-12-01T00:00:10Z')
    await runScan({ ...deps, scan: () => Promise.reject(new Error('a bug')) }, runId, forever)
    expect(await counted()).toBe(0)
  })

  it('belongs to one worker until its lease lapses, then to another', async () => {
    const runId = await startScan(deps, owner, domainId)
    const dead = await claimRun(deps.store.db, runId, deps.now(), 20_000)
    expect(dead).toBeDefined()
    deps.clock.pass(19_999)
    await runScan(deps, runId, forever)
    expect(await runRow(runId)).toMatchObject({ state: 'running', attempts: 1 })

    deps.clock.pass(1)
    await runScan(deps, runId, forever)
    expect(await runRow(runId)).toMatchObject({ state: 'done', attempts: 2 })
    expect(dead && (await renewLease(deps.store.db, dead, { until: deps.now(), progress: null }))).toBe(false)
  })

  it('is resumed when the clock was set back and the worker has died', async () => {
    const runId = await startScan(deps, owner, domainId)
    await claimRun(deps.store.db, runId, new Date(deps.now().getTime() + 86_400_000), 20_000)
    const send = vi.fn(async () => {})
    await takeUpScans({ ...deps, queue: { ...deps.queue, send } }, deps.now())
    expect(JSON.stringify(send.mock.calls)).toContain(runId)
    await runScan(deps, runId, forever)
    expect(await runRow(runId)).toMatchObject({ state: 'done', attempts: 2 })
  })

  it('is claimed by one of many workers at once', async () => {
    const runId = await startScan(deps, owner, domainId)
    const claims = await Promise.all([...Array(6).keys()].map(() => claimRun(deps.store.db, runId, deps.now(), 20_000)))
    expect(claims.filter(claim => claim !== undefined)).toHaveLength(1)
  })

  it('stores nothing for a worker that lost its lease', async () => {
    const runId = await startScan(deps, owner, domainId)
    const robbed: Deps['scan'] = async input => {
      deps.clock.pass(60_000)
      await claimRun(deps.store.db, runId, deps.now(), 20_000)
      return aScanResult({ name: input.name, score: 1 })
    }
    await runScan({ ...deps, scan: robbed }, runId, forever)
    expect(await scansOf(domainId)).toEqual([])
    expect(await runRow(runId)).toMatchObject({ state: 'running', attempts: 2 })
  })

  it('fails, and returns its scan to the month, after three workers died', async () => {
    const runId = await startScan(deps, owner, domainId)
    for (let n = 0; n < 3; n++) {
      await claimRun(deps.store.db, runId, deps.now(), 20_000)
      deps.clock.pass(20_000)
    }
    await runScan(deps, runId, forever)
    expect(await runRow(runId)).toMatchObject({ state: 'failed' })
    expect(await counted()).toBe(0)
  })

  it('is released when the process stops, and can be resumed at once', async () => {
    const runId = await startScan(deps, owner, domainId)
    const stopping = new AbortController()
    const running = runScan({ ...deps, scan: never }, runId, stopping.signal)
    await vi.waitFor(async () => expect(await runRow(runId)).toMatchObject({ state: 'running' }))
    stopping.abort(new Error('the process is stopping'))
    await expect(running).rejects.toThrow('the process is stopping')
    expect(await runRow(runId)).toMatchObject({ state: 'queued', attempts: 0, leaseUntil: null })
    await runScan(deps, runId, forever)
    expect(await runRow(runId)).toMatchObject({ state: 'done' })
  })

  it('is released even if it ignores the signal', async () => {
    const runId = await startScan(deps, owner, domainId)
    const stopping = new AbortController()
    const running = runScan({ ...deps, scan: () => new Promise(() => {}) }, runId, stopping.signal)
    await vi.waitFor(async () => expect(await runRow(runId)).toMatchObject({ state: 'running' }))
    stopping.abort(new Error('the process is stopping'))
    await expect(running).rejects.toThrow('the process is stopping')
    expect(await runRow(runId)).toMatchObject({ state: 'queued' })
  })

  it('writes its progress where every process can read it', async () => {
    const runId = await startScan(deps, owner, domainId)
    const progress = aProgress({ dns: 'done', mx: 'running' }, 7)
    const halfway = Promise.withResolvers<void>()
    const slow: Deps['scan'] = async input => {
      input.onProgress(progress)
      await halfway.promise
      return aScanResult({ name: input.name })
    }
    const running = runScan({ ...deps, scan: slow }, runId, forever)
    await vi.waitFor(async () => expect(await runRow(runId)).toMatchObject({ progress }))
    halfway.resolve()
    await running
  })

  it('is deleted with its domain, and its worker ends without an error', async () => {
    const runId = await startScan(deps, owner, domainId)
    const deleting: Deps['scan'] = async input => {
      await removeDomain(deps.store.db, owner.workspace.id, domainId)
      return aScanResult({ name: input.name })
    }
    await expect(runScan({ ...deps, scan: deleting }, runId, forever)).resolves.toBeUndefined()
    expect(await runRow(runId)).toBeUndefined()
    expect(await scansOf(domainId)).toEqual([])
  })

  it('is sent again only after its lease lapsed or its job was lost', async () => {
    const runId = await startScan(deps, owner, domainId)
    const send = vi.fn(async () => {})
    const watched = { ...deps, queue: { ...deps.queue, send } }
    const mine = () => send.mock.calls.filter(call => JSON.stringify(call).includes(runId)).length
    deps.clock.pass(29_999)
    await takeUpScans(watched, deps.now())
    expect(mine()).toBe(0)
    deps.clock.pass(1)
    await takeUpScans(watched, deps.now())
    expect(mine()).toBe(1)

    await claimRun(deps.store.db, runId, deps.now(), 20_000)
    await takeUpScans(watched, deps.now())
    expect(mine()).toBe(1)
    deps.clock.pass(20_000)
    await takeUpScans(watched, deps.now())
    expect(mine()).toBe(2)
  })

  it('keeps the newest 30 documents of its domain, and summaries for 24 months', async () => {
    const row = await rowOf(domainId)
    for (let n = 0; n < 33; n++) {
      const at = new Date(Date.UTC(2026, 10, 1, 0, n)).toISOString()
      await aScan(deps.store, row, { startedAt: at, finishedAt: at, score: n })
    }
    await pruneDocuments(deps.store.db, domainId, 30)
    const kept = await deps.store.db.select().from(scanDocument).where(eq(scanDocument.domainId, domainId))
    expect(kept).toHaveLength(30)
    expect(await newestScan(deps.store.db, domainId)).toMatchObject({ score: 32 })
    expect(await scansOf(domainId)).toHaveLength(33)

    const scans = new Date('2026-11-01T00:03:00Z')
    await forgetScans(deps.store.db, { runs: scans, scans })
    expect(await scansOf(domainId)).toHaveLength(30)
    const runs = await deps.store.db.select().from(scanRun).where(eq(scanRun.domainId, domainId))
    expect(runs).toHaveLength(30)
  })

  it('does nothing for an unknown run', async () => {
    await expect(runScan(deps, randomUUID(), forever)).resolves.toBeUndefined()
  })

  const rowOf = async (id: string) => {
    const row = await ownedDomain(deps.store.db, owner.workspace.id, id)
    if (row === undefined) throw new Error('the domain is gone')
    return row
  }
})
