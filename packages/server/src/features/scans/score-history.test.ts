import type { ReplyOf, scanHistory } from '@waxseal/contract'
import type { ScanResult } from '@waxseal/core/health'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, aScan, aScanResult } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { pruneDocuments } from './store.ts'

type History = ReplyOf<typeof scanHistory>

onTheStore('the score history of a domain', kind => {
  let server: TestApp
  let user: TestUser
  let domain: Awaited<ReturnType<typeof aDomain>>
  beforeAll(async () => {
    server = await openTestApp(kind)
  })
  beforeEach(async () => {
    user = await server.aUser()
    domain = await aDomain(server.deps.store, user.actor)
  })
  afterAll(() => server.close())

  const { basis } = aScanResult()
  const scanned = (day: number, score: number | null, changed: Partial<ScanResult['basis']> = {}) => {
    const finishedAt = `2026-11-${String(day).padStart(2, '0')}T09:00:00.000Z`
    return aScan(server.deps.store, domain, { finishedAt, score, basis: { ...basis, ...changed } })
  }
  const history = async (query = '') => (await user.get(`/domains/${domain.id}/history${query}`)).body as History
  const told = async (query?: string) =>
    (await history(query)).map(({ at, score, basis_changed }) => [Number(at.slice(8, 10)), score, basis_changed])

  it('is empty before the first scan', async () => {
    expect(await user.get(`/domains/${domain.id}/history`)).toMatchObject({ status: 200, body: [] })
  })

  it('has every scan, the newest last, and survives the documents', async () => {
    for (const [day, score] of [
      [3, 60],
      [1, 55],
      [2, 58],
    ] as const)
      await scanned(day, score)
    await pruneDocuments(server.deps.store.db, domain.id, 1)
    const unmarked = { basis_changed: false, fixed: 0, added: 0 }
    expect(await history()).toEqual([
      { scan_id: expect.any(String), at: '2026-11-01T09:00:00.000Z', score: 55, ...unmarked },
      { scan_id: expect.any(String), at: '2026-11-02T09:00:00.000Z', score: 58, ...unmarked },
      { scan_id: expect.any(String), at: '2026-11-03T09:00:00.000Z', score: 60, ...unmarked },
    ])
  })

  it('marks where the basis of scores changes: model, catalogue, plan or unchecked checks', async () => {
    await scanned(1, 50)
    await scanned(2, 51, { model: 2 })
    await scanned(3, 52, { model: 2, catalogue: '2026-12' })
    await scanned(4, 53, { model: 2, catalogue: '2026-12', tier: 'pro' })
    await scanned(5, 54, { model: 2, catalogue: '2026-12', tier: 'pro', unchecked: ['dkim'] })
    await scanned(6, 55, { model: 2, catalogue: '2026-12', tier: 'pro', unchecked: ['dkim'] })
    await scanned(7, 56)
    expect((await told()).map(([, , changed]) => changed)).toEqual([false, true, true, true, true, false, true])
  })

  it('compares scores across a scan without one', async () => {
    await scanned(1, 50)
    await scanned(2, null, { unchecked: ['mx'] })
    await scanned(3, 50)
    await scanned(4, null)
    await scanned(5, 70, { tier: 'business' })
    const all = [
      [1, 50, false],
      [2, null, false],
      [3, 50, false],
      [4, null, false],
      [5, 70, true],
    ]
    expect(await told()).toEqual(all)
    for (const limit of [1, 2, 3, 4]) expect(await told(`?limit=${limit}`)).toEqual(all.slice(-limit))
  })

  it.each(['0', '-1', '501', '1.5', 'x', '', '1e9'])('is refused with limit=%j', async limit => {
    expect(await user.get(`/domains/${domain.id}/history?limit=${limit}`)).toMatchObject({
      status: 400,
      body: { code: 'validation' },
    })
  })

  it('is visible to its owner only', async () => {
    await scanned(1, 50)
    const outsider = await server.aUser()
    expect(await outsider.get(`/domains/${domain.id}/history`)).toMatchObject({ status: 404 })
  })
})
