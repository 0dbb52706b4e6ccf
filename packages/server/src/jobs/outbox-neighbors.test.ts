import { beforeAll, beforeEach, expect, it } from 'vitest'
import { outbox } from '../db/schema/index.ts'
import type { Mail } from '../ports.ts'
import { type World, worldOn } from '../testing/neighbors.ts'
import { onBothStores } from '../testing/store.ts'
import { forgetMailTo, giveUpHeld, hold, newestMessages, retryNow } from './outbox.ts'

type Row = typeof outbox.$inferSelect
const minute = 60_000
const named = (row: Row) => (row.payload as Mail).subject

onBothStores('a change to messages of one account', kind => {
  const aWorld = worldOn(kind)
  let world: World
  beforeAll(async () => {
    world = await aWorld()
  })
  // For each workspace one message of each kind and state, written the longest ago first.
  beforeEach(async () => {
    await world.db.delete(outbox)
    const written = ['owner', 'neighbor'].flatMap(name =>
      (['slack', 'mail'] as const).flatMap(kind =>
        (['waiting', 'held', 'sent', 'failed'] as const).map(state => ({ name, kind, state })),
      ),
    )
    const at = (n: number) => new Date(world.now.getTime() + n * minute)
    const rows = written.map(({ name, kind, state }, n) => {
      const payload = { to: `${name}@example.org`, subject: `${name} ${kind} ${state}`, text: 'text' }
      return { workspaceId: world.id(name), kind, payload, state, nextTryAt: at(60), createdAt: at(n - 16) }
    })
    await world.db.insert(outbox).values(rows as (typeof outbox.$inferInsert)[])
  })
  const changed = async (isChanged: (row: Row) => boolean) =>
    (await world.db.select().from(outbox)).filter(isChanged).map(named).sort()

  it('makes due what waits or is held, of one kind of one workspace', async () => {
    await world.transaction(tx => retryNow({ now: () => world.now }, tx, world.id('owner'), 'slack'))
    const isDue = ({ state, nextTryAt }: Row) => state === 'waiting' && nextTryAt.getTime() === world.now.getTime()
    expect(await changed(isDue)).toEqual(['owner slack held', 'owner slack waiting'])
    expect(await changed(({ state }) => state === 'held')).toEqual([
      'neighbor mail held',
      'neighbor slack held',
      'owner mail held',
    ])
  })

  it('holds one message that waits, and gives up those of every workspace that are held for long', async () => {
    const rows = await world.db.select().from(outbox)
    const idOf = (name: string) => rows.find(row => named(row) === name)?.id ?? ''
    for (const state of ['waiting', 'sent', 'failed'])
      await world.transaction(tx => hold(tx, idOf(`neighbor mail ${state}`)))
    const held = ['neighbor mail held', 'neighbor mail waiting', 'neighbor slack held']
    expect(await changed(({ state }) => state === 'held')).toEqual([...held, 'owner mail held', 'owner slack held'])
    const before = rows.find(row => named(row) === 'neighbor slack waiting')?.createdAt ?? world.now
    await giveUpHeld(world.db, before, world.now)
    expect(await changed(({ state }) => state === 'held')).toEqual(held)
    expect(await changed(({ state, finishedAt }) => state === 'failed' && finishedAt !== null)).toEqual([
      'owner mail held',
      'owner slack held',
    ])
  })

  it('lists the newest of one workspace and kind, and forgets mail to one address', async () => {
    const listed = async (...kinds: ('slack' | 'mail')[]) =>
      (await newestMessages(world.db, world.id('owner'), kinds, 3)).map(named)
    expect(await listed('slack')).toEqual(['owner slack failed', 'owner slack sent', 'owner slack held'])
    expect(await listed('slack', 'mail')).toEqual(['owner mail failed', 'owner mail sent', 'owner mail held'])
    await forgetMailTo(world.db, 'owner@example.org')
    const left = ['neighbor mail', 'neighbor slack', 'owner slack']
    const states = ['failed', 'held', 'sent', 'waiting']
    expect(await changed(() => true)).toEqual(left.flatMap(what => states.map(state => `${what} ${state}`)))
  })
})
