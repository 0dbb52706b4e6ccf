import { unserved } from '@waxseal/core/watch'
import { eq } from 'drizzle-orm'
import { watch } from '../../db/schema/index.ts'
import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './watch-store.ts'

const dueOf = async ({ db, id }: World, name: string) => {
  const [row] = await db
    .select()
    .from(watch)
    .where(eq(watch.domainId, id(name)))
  return row?.nextCheckAt.toISOString()
}

storeTests<typeof store>('the store of what is watched, for domains', {
  watchDomains: {
    'makes the row of each new domain, due at once': {
      call: async world => {
        const { db, id, now, transaction } = world
        await db.delete(watch).where(eq(watch.domainId, id('owner/own')))
        const row = { id: id('owner/own'), workspaceId: id('owner'), createdAt: now }
        await transaction(tx => store.watchDomains(tx, [row]))
        await transaction(tx => store.watchDomains(tx, []))
        return dueOf(world, 'owner/own')
      },
      touches: ['watch owner/own: checked_at, memory, next_check_at'],
      answers: '2026-11-20T09:00:00.000Z',
    },
  },
  checkSoon: {
    'has the domains of one workspace checked now, or an hour after their last check': {
      call: async world => {
        const { id, now, transaction } = world
        await transaction(tx => store.checkSoon(tx, id('owner'), now))
        return [await dueOf(world, 'owner/shared'), await dueOf(world, 'owner/own')]
      },
      touches: ['watch owner/shared: next_check_at'],
      answers: ['2026-11-20T09:30:00.000Z', '2026-11-20T08:00:00.000Z'],
    },
  },
  unservedOf: {
    'is what monitoring saw three times, and nothing where it saw less': {
      call: async ({ db, id, now }) => {
        const looks = [90, 60, 30].map(minutes => now.getTime() - minutes * 60_000)
        const name = { values: [unserved], since: looks[0] ?? 0, seenAt: looks[2] ?? 0, changes: [], looks }
        const memory = { version: 1 as const, at: name.seenAt, parts: { name } }
        await db
          .update(watch)
          .set({ memory })
          .where(eq(watch.domainId, id('owner/own')))
        const once = { ...memory, parts: { name: { ...name, looks: looks.slice(2) } } }
        await db
          .update(watch)
          .set({ memory: once })
          .where(eq(watch.domainId, id('owner/shared')))
        const known = ['owner/own', 'owner/shared', 'neighbor/shared'] as const
        return Promise.all(known.map(each => store.unservedOf(db, id(each), now)))
      },
      touches: ['watch owner/own: memory', 'watch owner/shared: memory'],
      answers: [{ since: '2026-11-20T07:30:00.000Z', looks: 3 }, null, null],
    },
  },
  namesOf: {
    'are those of the given domains': {
      call: async ({ db, id }) =>
        [...(await store.namesOf(db, [id('owner/own'), id('neighbor/shared')])).values()].sort(),
      touches: [],
      answers: ['owner.example', 'shared.example'],
    },
  },
})
