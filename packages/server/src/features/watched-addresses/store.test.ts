import { storeTests } from '../../testing/neighbors.ts'
import * as store from './store.ts'

const hour = 3_600_000

storeTests<typeof store>('the store of watched addresses', {
  rangesOf: {
    'lists those of one workspace with their addresses, the first added first': {
      call: async ({ db, id }) =>
        (await store.rangesOf(db, id('owner'))).map(({ range, addresses }) => [
          range.id,
          addresses.map(({ address }) => address).sort(),
        ]),
      touches: [],
      answers: [
        ['owner watched 8.26.56.10', ['8.26.56.10']],
        ['owner watched 8.26.56.20/31', ['8.26.56.20', '8.26.56.21']],
      ],
    },
  },
  watchedCount: {
    'counts the addresses of one workspace': {
      call: ({ db, id }) => store.watchedCount(db, id('owner')),
      touches: [],
      answers: 3,
    },
  },
  overlapping: {
    'names a range of one workspace with one of the addresses': {
      call: ({ id, transaction }) =>
        transaction(tx => store.overlapping(tx, id('owner'), ['8.26.56.19', '8.26.56.21'])),
      touches: [],
      answers: '8.26.56.20/31',
    },
    'names none for other addresses': {
      call: ({ id, transaction }) => transaction(tx => store.overlapping(tx, id('owner'), ['8.26.56.19'])),
      touches: [],
      answers: null,
    },
  },
  insertRange: {
    'adds a range with its addresses': {
      call: async ({ id, now, transaction }) => {
        const row = { workspaceId: id('owner'), range: '8.26.57.0/31', size: 2, addedAt: now, author: null }
        const addresses = ['8.26.57.0', '8.26.57.1'].map(address => ({ address, nextCheckAt: now }))
        return (await transaction(tx => store.insertRange(tx, row, addresses)))?.range
      },
      touches: [
        '+ watched_address 8.26.57.0 of owner',
        '+ watched_address 8.26.57.1 of owner',
        '+ watched_range of owner',
      ],
      answers: '8.26.57.0/31',
    },
    'leaves the one there is': {
      call: ({ id, now, transaction }) => {
        const row = { workspaceId: id('owner'), range: '8.26.56.10', size: 1, addedAt: now, author: null }
        return transaction(tx => store.insertRange(tx, row, [{ address: '8.26.56.10', nextCheckAt: now }]))
      },
      touches: [],
      answers: null,
    },
  },
  removeRange: {
    'removes one of its workspace alone': {
      call: ({ db, id }) =>
        Promise.all(
          ['neighbor watched 8.26.56.10', 'owner watched 8.26.56.10'].map(
            async range => (await store.removeRange(db, id('owner'), id(range)))?.range,
          ),
        ),
      touches: ['- watched_address owner watched 8.26.56.10 8.26.56.10', '- watched_range owner watched 8.26.56.10'],
      answers: [null, '8.26.56.10'],
    },
    'removes nothing for what is no id': {
      call: ({ db, id }) => store.removeRange(db, id('owner'), 'no id'),
      touches: [],
      answers: null,
    },
  },
  claimAddresses: {
    'takes those that are due, the longest waiting first': {
      call: async ({ now, transaction }) => {
        const until = new Date(now.getTime() + hour)
        const claimed = await transaction(tx => store.claimAddresses(tx, { now, until, limit: 10 }))
        return claimed.map(({ rangeId, workspaceId }) => [rangeId, workspaceId])
      },
      touches: [
        'watched_address neighbor watched 8.26.56.10 8.26.56.10: next_check_at',
        'watched_address owner watched 8.26.56.10 8.26.56.10: next_check_at',
      ],
      answers: [
        ['neighbor watched 8.26.56.10', 'neighbor'],
        ['owner watched 8.26.56.10', 'owner'],
      ],
    },
  },
  storeCheck: {
    'writes the end of a check once': {
      call: async ({ now, transaction }) => {
        const until = new Date(now.getTime() + hour)
        const [claimed] = await transaction(tx => store.claimAddresses(tx, { now, until, limit: 1 }))
        if (claimed === undefined) throw new Error('nothing is due')
        const change = { nextCheckAt: new Date(now.getTime() + 24 * hour), listings: [], unchecked: 0 }
        return [
          await transaction(tx => store.storeCheck(tx, claimed, change)),
          await transaction(tx => store.storeCheck(tx, claimed, change)),
        ]
      },
      touches: ['watched_address neighbor watched 8.26.56.10 8.26.56.10: listings, next_check_at, unchecked'],
      answers: [true, false],
    },
  },
})
