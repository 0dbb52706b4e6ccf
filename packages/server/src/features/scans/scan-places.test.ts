import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { scanRun } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { aDomain, anOwner, aScanResult, type Owner } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { scanPlaces, shareOf } from './scan-places.ts'
import { startScan } from './start-scan.ts'

it('a workspace holds a quarter of what is left free, eight at most, and always one', () => {
  expect([64, 33, 32, 16, 8, 7, 4, 1, 0].map(free => shareOf(free, { eachMax: 8 }))).toEqual([
    8, 8, 8, 4, 2, 1, 1, 1, 1,
  ])
})

onTheStore('the places of scans', kind => {
  let deps: TestDeps
  /** The names of tarpits, which end when the test says so. */
  let begun: string[]
  let tarpits: PromiseWithResolvers<void>
  beforeAll(async () => {
    deps = await openTestDeps(kind)
  })
  beforeEach(async () => {
    await deps.store.db.delete(scanRun)
    begun = []
    tarpits = Promise.withResolvers()
  })
  afterAll(() => deps.close())

  const scan: Deps['scan'] = async ({ name, signal }) => {
    begun.push(name)
    if (name.startsWith('slow')) {
      const stopped = new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      )
      await Promise.race([tarpits.promise, stopped])
    }
    return aScanResult({ name })
  }
  const starts = async (owner: Owner, name: string) =>
    startScan(deps, owner, (await aDomain(deps.store, owner, { name })).id)
  const stateOf = async (id: string) => (await deps.store.db.select().from(scanRun).where(eq(scanRun.id, id)))[0]?.state

  it('let an honest scan run beside twelve tarpits of twelve workspaces', async () => {
    const places = scanPlaces({ ...deps, scan }, { places: 64, young: 12, youngMs: 20, eachMax: 8 })
    for (let n = 0; n < 12; n++) await starts(await anOwner(deps.store), `slow-${n}.example`)
    await places.fill()
    await vi.waitFor(() => expect(begun).toHaveLength(12))
    const honest = await starts(await anOwner(deps.store), 'honest.example')
    await places.fill()
    // When the tarpits are no longer young.
    await vi.waitFor(async () => expect(await stateOf(honest)).toBe('done'))
    await places.stop()
  })

  it('give a workspace its share, however much it asks for', async () => {
    const owner = await anOwner(deps.store, { tier: 'business' })
    for (let n = 0; n < 12; n++) await starts(owner, `slow-many-${n}.example`)
    const places = scanPlaces({ ...deps, scan })
    await places.fill()
    await vi.waitFor(() => expect(begun).toHaveLength(8))
    const honest = await starts(await anOwner(deps.store), 'other.example')
    await places.fill()
    expect(begun.filter(name => name.startsWith('slow'))).toHaveLength(8)
    await vi.waitFor(async () => expect(await stateOf(honest)).toBe('done'))
    tarpits.resolve()
    await vi.waitFor(() => expect(begun).toHaveLength(13))
    await places.stop()
  })

  it('put down what runs when the process stops, for another worker', async () => {
    const run = await starts(await anOwner(deps.store), 'slow-stop.example')
    const places = scanPlaces({ ...deps, scan })
    await places.fill()
    await vi.waitFor(() => expect(begun).toHaveLength(1))
    await places.stop()
    expect(await stateOf(run)).toBe('queued')
    tarpits.resolve()
    const other = scanPlaces({ ...deps, scan })
    await other.fill()
    await vi.waitFor(async () => expect(await stateOf(run)).toBe('done'))
    await other.stop()
  })
})
