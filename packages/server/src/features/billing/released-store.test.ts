import { storeTests } from '../../testing/neighbors.ts'
import * as store from './released-store.ts'

const hour = 3_600_000
const later = (now: Date, ms: number) => new Date(now.getTime() + ms)

const change = {
  plan: 'free',
  period: 'monthly',
  from: { id: 'sub', plan: 'pro', period: 'monthly' },
} as const

storeTests<typeof store>('the store of changes that are taken back for a time', {
  noteReleased: {
    'notes that of one workspace': {
      call: ({ db, id, now }) => store.noteReleased(db, id('owner'), change, now),
      touches: ['billing_customer owner: released, restore_at'],
      answers: null,
    },
  },
  releasedOf: {
    'finds that of one workspace': {
      call: async ({ db, id, now }) => {
        await store.noteReleased(db, id('owner'), change, later(now, hour))
        const found = await store.releasedOf(db, id('owner'))
        const others = await store.releasedOf(db, id('neighbor'))
        return [found?.change, found?.restoreAt.getTime() === now.getTime() + hour, others === undefined]
      },
      touches: ['billing_customer owner: released, restore_at'],
      answers: [change, true, true],
    },
  },
  restoreAgainAt: {
    'moves the time of one, and of one without a change nothing': {
      call: async ({ db, id, now }) => {
        await store.noteReleased(db, id('owner'), change, now)
        await store.restoreAgainAt(db, id('owner'), later(now, hour))
        await store.restoreAgainAt(db, id('neighbor'), later(now, hour))
        return (await store.releasedOf(db, id('owner')))?.restoreAt.getTime() === now.getTime() + hour
      },
      touches: ['billing_customer owner: released, restore_at'],
      answers: true,
    },
    'leaves the time of a newer page': {
      call: async ({ db, id, now }) => {
        await store.noteReleased(db, id('owner'), change, later(now, hour))
        await store.restoreAgainAt(db, id('owner'), later(now, 1), now)
        return (await store.releasedOf(db, id('owner')))?.restoreAt.getTime() === now.getTime() + hour
      },
      touches: ['billing_customer owner: released, restore_at'],
      answers: true,
    },
  },
  forgetReleased: {
    'forgets that of one workspace': {
      call: async ({ db, id, now }) => {
        await store.noteReleased(db, id('owner'), change, now)
        await store.noteReleased(db, id('neighbor'), change, now)
        await store.forgetReleased(db, id('owner'))
      },
      touches: ['billing_customer neighbor: released, restore_at'],
      answers: null,
    },
  },
  dueToRestore: {
    'finds those that are due at this provider, the longest waiting first': {
      call: async ({ db, id, now }) => {
        await store.noteReleased(db, id('owner'), change, now)
        await store.noteReleased(db, id('neighbor'), change, later(now, -hour))
        const due = async (at: Date, provider: 'test' | 'stripe' = 'test') =>
          (await store.dueToRestore(db, { provider, now: at, limit: 20 })).map(({ customerId }) => customerId)
        return [await due(now), await due(later(now, -1)), await due(now, 'stripe')]
      },
      touches: ['billing_customer neighbor: released, restore_at', 'billing_customer owner: released, restore_at'],
      answers: [['neighbor customer', 'owner customer'], ['neighbor customer'], []],
    },
  },
})
