import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { onTheStore } from '../../testing/store.ts'
import { dayOf, monthOf } from './period.ts'
import { countUp, forgetBefore, giveBack, used } from './store.ts'

onTheStore('usage', kind => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp(kind)
  })
  beforeEach(() => {
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
  })
  afterAll(() => server.close())

  const count = (workspaceId: string, by: number, counterKind: 'scan' | 'threat' | 'chat') =>
    server.deps.store.transaction(async tx => {
      const period = counterKind === 'scan' ? monthOf(server.deps.now()) : dayOf(server.deps.now())
      for (let n = 0; n < by; n++) await countUp(tx, { workspaceId, kind: counterKind, period })
    })

  it('counts scans by calendar month, UTC', async () => {
    const user = await server.aUser()
    await count(user.actor.workspace.id, 3, 'scan')
    expect((await user.get('/usage/scans-this-month')).body).toEqual({
      scans_this_month: 3,
      limit: 10,
      resets_at: '2026-12-01T00:00:00.000Z',
    })
    server.deps.clock.now = new Date('2026-11-30T23:59:59.999Z')
    expect((await user.get('/usage/scans-this-month')).body).toMatchObject({ scans_this_month: 3 })
    server.deps.clock.now = new Date('2026-12-01T00:00:00Z')
    expect((await user.get('/usage/scans-this-month')).body).toMatchObject({
      scans_this_month: 0,
      resets_at: '2027-01-01T00:00:00.000Z',
    })
  })

  it('says that Pro has no scan limit', async () => {
    const user = await server.aUser({ tier: 'pro' })
    expect((await user.get('/usage/scans-this-month')).body).toMatchObject({ limit: null })
  })

  it.each([
    ['free', 10],
    ['pro', 250],
    ['business', 1000],
  ] as const)('counts threat look-ups by day, UTC: %s has %d', async (tier, daily) => {
    const user = await server.aUser({ tier })
    await count(user.actor.workspace.id, 2, 'threat')
    expect((await user.get('/vt/usage')).body).toEqual({
      current_usage: 2,
      daily_limit: daily,
      resets_at: '2026-11-21T00:00:00.000Z',
    })
    server.deps.clock.now = new Date('2026-11-21T00:00:00Z')
    expect((await user.get('/vt/usage')).body).toMatchObject({ current_usage: 0 })
  })

  it.each([
    ['free', 10],
    ['pro', null],
  ] as const)('counts chat messages by day, UTC: the limit of %s is %s', async (tier, limit) => {
    const user = await server.aUser({ tier })
    await count(user.actor.workspace.id, 2, 'chat')
    expect((await user.get('/usage/chat-today')).body).toEqual({
      messages_today: 2,
      limit,
      resets_at: '2026-11-21T00:00:00.000Z',
    })
    server.deps.clock.now = new Date('2026-11-21T00:00:00Z')
    expect((await user.get('/usage/chat-today')).body).toMatchObject({ messages_today: 0 })
  })

  it('returns what was not used, never below zero', async () => {
    const { actor } = await server.aUser()
    const counter = { workspaceId: actor.workspace.id, kind: 'scan', period: '2026-11' } as const
    const { store } = server.deps
    await store.transaction(tx => countUp(tx, counter))
    await store.transaction(tx => giveBack(tx, counter))
    await store.transaction(tx => giveBack(tx, counter))
    expect(await used(store.db, counter)).toBe(0)
  })

  it('deletes old counters', async () => {
    const { actor } = await server.aUser()
    const { store } = server.deps
    const at = (period: string) => ({ workspaceId: actor.workspace.id, kind: 'threat', period }) as const
    for (const period of ['2026-10-01', '2026-11-19']) await store.transaction(tx => countUp(tx, at(period)))
    await forgetBefore(store.db, 'threat', '2026-11-01')
    expect(await used(store.db, at('2026-10-01'))).toBe(0)
    expect(await used(store.db, at('2026-11-19'))).toBe(1)
  })
})
