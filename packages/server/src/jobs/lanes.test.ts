import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { outbox } from '../db/schema/index.ts'
import { openTestDeps, type TestDeps } from '../testing/deps.ts'
import { anOwner } from '../testing/factories.ts'
import { onBothStores } from '../testing/store.ts'
import { lanesOf } from './lanes.ts'

onBothStores('what leaves the outbox', kind => {
  let deps: TestDeps
  beforeAll(async () => {
    deps = await openTestDeps(kind)
  })
  beforeEach(async () => {
    await deps.store.db.delete(outbox)
  })
  afterAll(() => deps.close())

  it('a password mail leaves at once, and an honest alert, while sixty receivers never answer', async () => {
    const stuck = Promise.withResolvers<void>()
    const sent: string[] = []
    const send = async ({ text }: { text: string }) => {
      if (text === 'slow') await stuck.promise
      sent.push(text)
    }
    const lane = { deliver: send, isRefusal: () => false, attemptsMax: 1, waitMs: () => 0 }
    const deliveries = lanesOf(deps, { mail: lane, note: lane })
    const add = (text: string, kind: 'mail' | 'note', workspaceId: string | null = null) => {
      const at = deps.clock.now
      const row = { kind, payload: { text }, state: 'waiting' as const, nextTryAt: at, createdAt: at, workspaceId }
      return deps.store.db.insert(outbox).values(row)
    }
    for (let n = 0; n < 60; n++) await add('slow', 'note')
    await deliveries.fill()
    await add('alert', 'note')
    await add('password', 'mail')
    await deliveries.fill()
    await vi.waitFor(() => expect(sent.sort()).toEqual(['alert', 'password']))
    stuck.resolve()
    await deliveries.idle()
    expect(sent).toHaveLength(62)
  })

  it('a workspace has eight alerts on their way, and another one gets its place beside them', async () => {
    const stuck = Promise.withResolvers<void>()
    const begun: string[] = []
    const note = {
      deliver: async ({ text }: { text: string }) => {
        begun.push(text)
        await stuck.promise
      },
      isRefusal: () => false,
      attemptsMax: 1,
      waitMs: () => 0,
    }
    const deliveries = lanesOf(deps, { note })
    const [greedy, other] = [await anOwner(deps.store), await anOwner(deps.store)]
    const at = deps.clock.now
    const row = (text: string, owner: typeof greedy) => ({
      kind: 'note',
      payload: { text },
      state: 'waiting' as const,
      nextTryAt: at,
      createdAt: at,
      workspaceId: owner.workspace.id,
    })
    await deps.store.db.insert(outbox).values(Array.from({ length: 30 }, () => row('greedy', greedy)))
    await deps.store.db.insert(outbox).values(row('other', other))
    await deliveries.fill()
    expect(begun.filter(text => text === 'greedy')).toHaveLength(8)
    expect(begun.filter(text => text === 'other')).toHaveLength(1)
    stuck.resolve()
    await deliveries.idle()
    expect(begun).toHaveLength(31)
  })
})
