import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './store.ts'

const hash = ({ id }: World, what: string) => `hash of ${id('owner/shared')} ${what}`
const idOf = async (world: World, what: string) => (await store.shareByHash(world.db, hash(world, what), world.now))?.id

storeTests<typeof store>('the store of share links', {
  sharesOf: {
    'lists those of one domain that have not expired, the newest first': {
      call: async ({ db, id, now }) => (await store.sharesOf(db, id('owner/shared'), now)).map(row => row.id),
      touches: [],
      answers: ['owner/shared share new', 'owner/shared share opened'],
    },
  },
  shareCount: {
    'counts those of one domain that have not expired': {
      call: ({ transaction, id, now }) => transaction(tx => store.shareCount(tx, id('owner/shared'), now)),
      touches: [],
      answers: 2,
    },
  },
  insertShare: {
    'adds one': {
      call: async ({ transaction, id, now }) => {
        const of = { workspaceId: id('owner'), domainId: id('owner/shared'), createdBy: id('person of owner') }
        const row = { ...of, tokenHash: 'hash', createdAt: now, expiresAt: now }
        return (await transaction(tx => store.insertShare(tx, row))).opened
      },
      touches: ['+ report_share of person of owner owner/shared owner'],
      answers: 0,
    },
  },
  removeShare: {
    'deletes one of its workspace alone, once': {
      call: ({ transaction, id }) =>
        transaction(async tx => [
          await store.removeShare(tx, id('owner'), id('owner/shared share new')),
          await store.removeShare(tx, id('owner'), id('owner/shared share new')),
          await store.removeShare(tx, id('owner'), id('neighbor/shared share new')),
        ]),
      touches: ['- report_share owner/shared share new'],
      answers: ['owner/shared', null, null],
    },
  },
  shareByHash: {
    'finds one by the hash of its token, and none that has expired or is unknown': {
      call: async world => [await idOf(world, 'new'), await idOf(world, 'expired'), await idOf(world, 'other')],
      touches: [],
      answers: ['owner/shared share new', null, null],
    },
  },
  countOpening: {
    'counts for one link, and notes the day': {
      call: async world => {
        const id = world.id('owner/shared share opened')
        await store.countOpening(world.db, id, '2026-11-20')
        const row = await store.shareByHash(world.db, hash(world, 'opened'), world.now)
        return [row?.opened, row?.lastOpenedOn]
      },
      touches: ['report_share owner/shared share opened: last_opened_on, opened'],
      answers: [4, '2026-11-20'],
    },
  },
  forgetShares: {
    'deletes those of every workspace that have expired': {
      call: ({ db, now }) => store.forgetShares(db, now),
      touches: [
        '- report_share neighbor/own share expired',
        '- report_share neighbor/shared share expired',
        '- report_share owner/own share expired',
        '- report_share owner/shared share expired',
      ],
      answers: null,
    },
  },
})
