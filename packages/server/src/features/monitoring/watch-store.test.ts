import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './watch-store.ts'

const hour = 3_600_000
const lease = new Date('2026-11-20T09:05:00Z')

const claim = ({ transaction, now }: World, limit = 10) =>
  transaction(tx => store.claimChecks(tx, { now, lease, limit }))

const leased = ['watch neighbor/own: next_check_at', 'watch owner/own: next_check_at']

storeTests<typeof store>('the store of what is watched', {
  claimChecks: {
    'takes what is due in every workspace, the longest due first': {
      call: async world => (await claim(world)).map(({ domainId, dueAt }) => [domainId, dueAt]),
      touches: leased,
      answers: [
        ['owner/own', '2026-11-20T08:00:00.000Z'],
        ['neighbor/own', '2026-11-20T08:30:00.000Z'],
      ],
    },
    'takes at most so many': {
      call: async world => (await claim(world, 1)).map(({ domainId }) => domainId),
      touches: ['watch owner/own: next_check_at'],
      answers: ['owner/own'],
    },
    'takes nothing twice before the lease ends, and again after it': {
      call: async world => {
        await claim(world)
        const later = new Date(lease.getTime() + 1)
        const again = { now: later, lease: new Date(later.getTime() + hour), limit: 10 }
        return [(await claim(world)).length, (await world.transaction(tx => store.claimChecks(tx, again))).length]
      },
      touches: leased,
      answers: [0, 2],
    },
  },
  workspacesCheckedAfter: {
    'names those of which a domain is checked only then': {
      call: async world => {
        const [check] = await claim(world, 1)
        if (check === undefined) throw new Error('nothing is due')
        await store.endCheck(world.db, check, { nextCheckAt: new Date(world.now.getTime() + 9_000 * hour) })
        return store.workspacesCheckedAfter(world.db, new Date(world.now.getTime() + 8_999 * hour))
      },
      touches: ['watch owner/own: next_check_at'],
      answers: ['owner'],
    },
  },
  endCheck: {
    'writes the end of a check that is still ours': {
      call: async world => {
        const [check] = await claim(world)
        const end = { checkedAt: world.now, nextCheckAt: new Date(world.now.getTime() + hour), failures: 1 }
        return check && store.endCheck(world.db, check, end)
      },
      touches: ['watch neighbor/own: next_check_at', 'watch owner/own: checked_at, failures, next_check_at'],
      answers: true,
    },
    'writes nothing for one that another process has taken over': {
      call: async world => {
        const [check] = await claim(world)
        return check && store.endCheck(world.db, { ...check, lease: new Date(lease.getTime() - 1) }, { failures: 1 })
      },
      touches: leased,
      answers: false,
    },
  },
  putBackChecks: {
    'makes claimed checks due as they were': {
      call: async world => store.putBackChecks(world.db, await claim(world)),
      touches: [],
      answers: null,
    },
  },
  newestCheck: {
    'tells that of a workspace, and that of one of its domains': {
      call: async ({ db, id }) => [
        await store.newestCheck(db, id('owner'), null),
        await store.newestCheck(db, id('owner'), id('owner/own')),
        await store.newestCheck(db, id('owner'), id('neighbor/own')),
      ],
      touches: [],
      answers: ['2026-11-20T08:30:00.000Z', '2026-11-20T02:00:00.000Z', null],
    },
  },
})
