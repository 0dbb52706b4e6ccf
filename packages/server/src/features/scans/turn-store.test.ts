import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { scanRun } from '../../db/schema/index.ts'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { aDomain, anOwner, type Owner } from '../../testing/factories.ts'
import { onBothStores } from '../../testing/store.ts'
import { insertRun } from './store.ts'
import { claimNext, placesOf, runChannel, tellOfRun } from './turn-store.ts'

onBothStores('the turn of a scan', kind => {
  let deps: TestDeps
  beforeAll(async () => {
    deps = await openTestDeps(kind)
  })
  beforeEach(async () => {
    await deps.store.db.delete(scanRun)
    deps.clock.now = new Date('2026-11-20T09:00:00Z')
  })
  afterAll(() => deps.close())

  let names = 0
  /** A run that waits, of a domain of its own; each was asked for a second after the one before. */
  async function waits(owner: Owner, rest: { site?: string; urgent?: boolean } = {}): Promise<string> {
    const { id: domainId } = await aDomain(deps.store, owner, { name: `turn-${++names}.example` })
    deps.clock.pass(1_000)
    const requestedAt = deps.now()
    const row = { domainId, workspaceId: owner.workspace.id, tier: 'pro', period: '2026-11', requestedAt, ...rest }
    return (await deps.store.transaction(tx => insertRun(tx, { ...row, tier: 'pro' }))).id
  }
  const next = async (share = 8) => (await claimNext(deps.store, { now: deps.now(), leaseMs: 20_000, share }))?.run.id
  const ends = (id = '') => deps.store.db.update(scanRun).set({ state: 'done' }).where(eq(scanRun.id, id))

  it('comes for the first run of each workspace before the second of any', async () => {
    const [greedy, other] = [await anOwner(deps.store), await anOwner(deps.store)]
    const many = [await waits(greedy), await waits(greedy), await waits(greedy)]
    const one = await waits(other)
    const places = await placesOf(deps.store.db, [...many, one], deps.now())
    expect([...many, one].map(id => places.get(id))).toEqual([1, 3, 4, 2])
    expect([await next(), await next(), await next(), await next(), await next()]).toEqual([
      many[0],
      one,
      many[1],
      many[2],
      undefined,
    ])
    expect(await placesOf(deps.store.db, [one], deps.now())).toEqual(new Map())
  })

  it('comes for nobody who holds the share of a workspace, until one of theirs ends', async () => {
    const owner = await anOwner(deps.store)
    const ids = [await waits(owner), await waits(owner), await waits(owner)]
    expect([await next(2), await next(2), await next(2)]).toEqual([ids[0], ids[1], undefined])
    await ends(ids[0])
    expect(await next(2)).toBe(ids[2])
  })

  it('comes for a run that somebody waits for before all others', async () => {
    const [owner, other] = [await anOwner(deps.store), await anOwner(deps.store)]
    const scheduled = await waits(owner, { urgent: false })
    const asked = [await waits(other), await waits(other)]
    expect([await next(), await next(), await next()]).toEqual([...asked, scheduled])
  })

  it('comes for one name of a registered domain at a time', async () => {
    const [owner, other] = [await anOwner(deps.store), await anOwner(deps.store)]
    const first = await waits(owner, { site: 'example.com' })
    const second = await waits(other, { site: 'example.com' })
    const elsewhere = await waits(other, { site: 'example.net' })
    expect([await next(), await next(), await next()]).toEqual([first, elsewhere, undefined])
    await ends(first)
    expect(await next()).toBe(second)
  })

  it('comes again for a run whose worker died, which holds nothing', async () => {
    const owner = await anOwner(deps.store)
    const [dead, waiting] = [await waits(owner, { site: 'example.com' }), await waits(owner, { site: 'example.com' })]
    expect([await next(), await next()]).toEqual([dead, undefined])
    deps.clock.pass(20_000)
    expect([await next(1), await next(1)]).toEqual([dead, undefined])
    await ends(dead)
    expect(await next(1)).toBe(waiting)
  })

  it('is told to whoever listens', async () => {
    const told = Promise.withResolvers<string>()
    const unlisten = await deps.store.listen(runChannel, payload => told.resolve(payload))
    await deps.store.transaction(tx => tellOfRun(tx, 'some-run', 'queued'))
    expect(await told.promise).toBe('queued some-run')
    await unlisten()
  })

  it('counts no run of another state', async () => {
    const owner = await anOwner(deps.store)
    const ids = [await waits(owner), await waits(owner)]
    await deps.store.db.update(scanRun).set({ state: 'failed' }).where(inArray(scanRun.id, ids))
    expect(await next()).toBeUndefined()
  })
})
