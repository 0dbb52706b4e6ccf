import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './selector-store.ts'

const selector = ({ id, now }: World, selector: string) =>
  ({ domainId: id('owner/shared'), selector, source: 'user', addedAt: now, author: id('guest of owner') }) as const

/** The selectors that a scan of `owner/shared` found and missed. */
const confirm = (found: readonly string[], missing: readonly string[]) => (world: World) =>
  world.transaction(tx => store.confirmSelectors(tx, world.id('owner/shared'), { found, missing }, world.now))

storeTests<Omit<typeof store, 'newestFirst'>>('the store of DKIM selectors', {
  selectorsOf: {
    'finds those of one domain': {
      call: async ({ db, id }) =>
        (await store.selectorsOf(db, id('owner/own'))).map(row => [row.domainId, row.selector, row.source]),
      touches: [],
      answers: [
        ['owner/own', 'k1', 'confirmed'],
        ['owner/own', 'k2', 'confirmed'],
        ['owner/own', 's1', 'user'],
        ['owner/own', 's2', 'user'],
      ],
    },
  },
  selectorsOfAll: {
    'lists those of each of these domains': {
      call: async ({ db, id }) => {
        const found = await store.selectorsOfAll(db, [id('owner/own'), id('neighbor/own')])
        return ['owner/own', 'neighbor/own', 'owner/shared'].map(name => found.get(id(name)) ?? null)
      },
      touches: [],
      answers: [['k1', 'k2', 's1', 's2'], ['k1', 'k2', 's1', 's2'], null],
    },
  },
  userSelectorCount: {
    'counts those its owner added to one domain': {
      call: ({ transaction, id }) => transaction(tx => store.userSelectorCount(tx, id('owner/shared'))),
      touches: [],
      answers: 2,
    },
  },
  insertSelector: {
    'adds one to one domain': {
      call: world => world.transaction(tx => store.insertSelector(tx, selector(world, 's3'))),
      touches: ['+ dkim_selector owner/shared s3'],
      answers: true,
    },
    'makes one that a scan confirmed the owner’s': {
      call: world => world.transaction(tx => store.insertSelector(tx, selector(world, 'k1'))),
      touches: ['dkim_selector owner/shared k1: added_at, author, source'],
      answers: true,
    },
    'leaves one that the owner added before': {
      call: world => world.transaction(tx => store.insertSelector(tx, selector(world, 's1'))),
      touches: [],
      answers: false,
    },
  },
  confirmSelectors: {
    'notes what one scan found, new and known': {
      call: confirm(['k1', 'k3', 's1'], []),
      touches: ['+ dkim_selector owner/shared k3', 'dkim_selector owner/shared k1: added_at'],
      answers: null,
    },
    'forgets what has been gone for long, of one domain': {
      call: confirm([], ['k1', 'k2', 's1']),
      touches: ['- dkim_selector owner/shared k2'],
      answers: null,
    },
    'beyond its bound forgets those unseen for longest, of one domain': {
      call: confirm(
        Array.from({ length: 29 }, (_, n) => `n${n}`),
        [],
      ),
      touches: [
        ...Array.from({ length: 29 }, (_, n) => `+ dkim_selector owner/shared n${n}`),
        '- dkim_selector owner/shared k2',
      ].sort(),
      answers: null,
    },
  },
  forgetSelector: {
    'forgets one of one domain': {
      call: ({ db, id }) => store.forgetSelector(db, id('owner/shared'), 's1'),
      touches: ['- dkim_selector owner/shared s1'],
      answers: true,
    },
    'knows when there is none': {
      call: ({ db, id }) => store.forgetSelector(db, id('owner/shared'), 's9'),
      touches: [],
      answers: false,
    },
  },
})
