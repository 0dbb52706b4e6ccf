import { eq } from 'drizzle-orm'
import { person, workspace } from '../../db/schema/index.ts'
import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './key-store.ts'

const minute = 60_000
const before = (now: Date, ms: number) => new Date(now.getTime() - ms)
const hash = ({ id }: World, what: string, of = 'owner') => `hash of ${id(of)} ${what}`
const found = async (world: World, what: string) => {
  const row = await store.usableKey(world.db, hash(world, what), world.now)
  return row && [row.key.id, row.workspace.id, row.workspace.tier]
}

storeTests<typeof store>('the store of API keys', {
  keysOf: {
    'lists those of one workspace that are not revoked, the newest first': {
      call: async ({ db, id }) => (await store.keysOf(db, id('owner'))).map(({ key, author }) => [key.id, author]),
      touches: [],
      answers: [
        ['owner key works', 'owner of domains'],
        ['owner key expired', 'owner of domains'],
        ['owner key guest', 'guest of owner'],
      ],
    },
    'lists none of a person who is being deleted': {
      call: async ({ db, id, now }) => {
        await db
          .update(person)
          .set({ deletedAt: now })
          .where(eq(person.id, id('guest of owner')))
        return (await store.keysOf(db, id('owner'))).map(({ key }) => key.id)
      },
      touches: ['person guest of owner: deleted_at'],
      answers: ['owner key works', 'owner key expired'],
    },
  },
  keyCount: {
    'counts those of one workspace that are not revoked': {
      call: ({ transaction, id }) => transaction(tx => store.keyCount(tx, id('owner'))),
      touches: [],
      answers: 3,
    },
  },
  insertKey: {
    'adds one': {
      call: async ({ transaction, id, now }) => {
        const row = { workspaceId: id('owner'), name: 'CI', keyHash: 'hash', startsWith: 'ak_12345' }
        const rest = { scopes: ['read'] as const, createdBy: id('person of owner'), createdAt: now }
        return (await transaction(tx => store.insertKey(tx, { ...row, ...rest }))).name
      },
      touches: ['+ api_key of person of owner owner'],
      answers: 'CI',
    },
  },
  revokeKey: {
    'revokes one, once': {
      call: async ({ db, id, now }) => [
        (await store.revokeKey(db, id('owner'), id('owner key works'), now))?.name,
        await store.revokeKey(db, id('owner'), id('owner key works'), now),
      ],
      touches: ['api_key owner key works: revoked_at'],
      answers: ['works of owner', null],
    },
    'revokes none of another workspace': {
      call: ({ db, id, now }) => store.revokeKey(db, id('owner'), id('neighbor key works'), now),
      touches: [],
      answers: null,
    },
  },
  revokeKeysBy: {
    'revokes those that one person created in one workspace': {
      call: ({ transaction, id, now }) =>
        transaction(tx => store.revokeKeysBy(tx, id('owner'), id('person of owner'), now)),
      touches: ['api_key owner key expired: revoked_at', 'api_key owner key works: revoked_at'],
      answers: null,
    },
    'revokes none of that person in another workspace': {
      call: ({ transaction, id, now }) =>
        transaction(tx => store.revokeKeysBy(tx, id('neighbor'), id('person of owner'), now)),
      touches: [],
      answers: null,
    },
  },
  revokeKeysWith: {
    'revokes those that one person created in one workspace, if they have the scope': {
      call: ({ transaction, id, now }) =>
        transaction(tx => {
          const of = { workspaceId: id('owner'), personId: id('person of owner') }
          return store.revokeKeysWith(tx, { ...of, scope: 'read' }, now)
        }),
      touches: ['api_key owner key expired: revoked_at', 'api_key owner key works: revoked_at'],
      answers: null,
    },
    'revokes none without it': {
      call: ({ transaction, id, now }) =>
        transaction(tx => {
          const of = { workspaceId: id('owner'), personId: id('person of owner') }
          return store.revokeKeysWith(tx, { ...of, scope: 'admin' }, now)
        }),
      touches: [],
      answers: null,
    },
  },
  usableKey: {
    'finds one by its hash, with its workspace and the stored plan': {
      call: world => found(world, 'works'),
      touches: [],
      answers: ['owner key works', 'owner', 'pro'],
    },
    'finds one that has not expired yet': {
      call: world => found(world, 'guest'),
      touches: [],
      answers: ['owner key guest', 'owner', 'pro'],
    },
    'finds none that has expired, was revoked or is unknown': {
      call: async world => [await found(world, 'expired'), await found(world, 'revoked'), await found(world, 'other')],
      touches: [],
      answers: [null, null, null],
    },
    'finds none of a person who is being deleted': {
      call: async world => {
        await world.db
          .update(person)
          .set({ deletedAt: world.now })
          .where(eq(person.id, world.id('guest of owner')))
        return [await found(world, 'guest'), (await found(world, 'works'))?.[0]]
      },
      touches: ['person guest of owner: deleted_at'],
      answers: [null, 'owner key works'],
    },
    'finds none of a workspace that is being deleted': {
      call: async world => {
        await world.db
          .update(workspace)
          .set({ deletedAt: world.now })
          .where(eq(workspace.id, world.id('neighbor')))
        return [
          await found(world, 'works'),
          await store.usableKey(world.db, hash(world, 'works', 'neighbor'), world.now),
        ]
      },
      touches: ['workspace neighbor: deleted_at'],
      answers: [['owner key works', 'owner', 'pro'], null],
    },
  },
  noteUse: {
    'notes the use of one key, once a minute': {
      call: async ({ db, id, now }) => [
        await store.noteUse(db, id('owner key works'), { now, notedAfter: before(now, minute) }),
        await store.noteUse(db, id('owner key works'), { now, notedAfter: before(now, minute) }),
      ],
      touches: ['api_key owner key works: last_used_at'],
      answers: [true, false],
    },
    'notes the first use': {
      call: ({ db, id, now }) => store.noteUse(db, id('owner key guest'), { now, notedAfter: before(now, minute) }),
      touches: ['api_key owner key guest: last_used_at'],
      answers: true,
    },
  },
  forgetKeys: {
    'deletes those of every workspace that were revoked before a time': {
      call: ({ db, now }) => store.forgetKeys(db, before(now, 30 * 24 * 60 * minute)),
      touches: ['- api_key neighbor key revoked', '- api_key owner key revoked'],
      answers: null,
    },
    'deletes none that was revoked later, and none that is not revoked': {
      call: ({ db, now }) => store.forgetKeys(db, before(now, 90 * 24 * 60 * minute)),
      touches: [],
      answers: null,
    },
  },
})
