import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './store.ts'

const day = 86_400_000
const owner = ({ id }: World) => ({ workspaceId: id('owner'), authorId: id('person of owner') })
const guest = ({ id }: World) => ({ workspaceId: id('owner'), authorId: id('guest of owner') })
const ago = ({ now }: World, days: number) => new Date(now.getTime() - days * day)
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

storeTests<typeof store>('the store of chat messages', {
  insertMessage: {
    'adds one to its author in the workspace': {
      call: async world => {
        const row = {
          ...guest(world),
          createdAt: world.now,
          message: 'What is SPF?',
          answer: '**SPF**',
          response: '<p><strong>SPF</strong></p>',
          source: 'model' as const,
        }
        const { id: _, ...stored } = await world.transaction(tx => store.insertMessage(tx, row))
        return stored
      },
      touches: ['+ chat_message of guest of owner owner'],
      answers: {
        workspaceId: 'owner',
        authorId: 'guest of owner',
        createdAt: '2026-11-20T09:00:00.000Z',
        message: 'What is SPF?',
        answer: '**SPF**',
        response: '<p><strong>SPF</strong></p>',
        source: 'model',
      },
    },
  },
  messagesOf: {
    'lists those of one person in one workspace that are new enough, the oldest first': {
      call: world => store.messagesOf(world.db, owner(world), { after: ago(world, 365), limit: 10 }),
      touches: [],
      answers: [
        {
          id: 'owner message old',
          workspaceId: 'owner',
          authorId: 'person of owner',
          createdAt: '2026-11-18T09:00:00.000Z',
          message: 'old of owner?',
          answer: '**old of owner**',
          response: '<p><strong>old of owner</strong></p>',
          source: 'built-in',
        },
        {
          id: 'owner message new',
          workspaceId: 'owner',
          authorId: 'person of owner',
          createdAt: '2026-11-19T09:00:00.000Z',
          message: 'new of owner?',
          answer: '**new of owner**',
          response: '<p><strong>new of owner</strong></p>',
          source: 'built-in',
        },
      ],
    },
    'lists the newest where there are more than asked for': {
      call: async world => idsOf(await store.messagesOf(world.db, owner(world), { after: ago(world, 365), limit: 1 })),
      touches: [],
      answers: ['owner message new'],
    },
    'does not list a message of the very moment': {
      call: async world => idsOf(await store.messagesOf(world.db, owner(world), { after: ago(world, 2), limit: 10 })),
      touches: [],
      answers: ['owner message new'],
    },
    'lists none of a person in a workspace that they do not belong to': {
      call: async ({ db, id, now }) =>
        store.messagesOf(
          db,
          { workspaceId: id('neighbor'), authorId: id('person of owner') },
          { after: new Date(now.getTime() - 400 * day), limit: 10 },
        ),
      touches: [],
      answers: [],
    },
  },
  removeMessages: {
    'deletes those of one person in one workspace': {
      call: world => store.removeMessages(world.db, guest(world)),
      touches: ['- chat_message owner message guest new', '- chat_message owner message guest old'],
      answers: null,
    },
  },
  forgetOldestMessages: {
    'deletes the oldest of one person until as many as asked for are left': {
      call: world =>
        world.transaction(tx =>
          store.forgetOldestMessages(tx, { ...owner(world), id: world.id('owner message new') }, 2),
        ),
      touches: ['- chat_message owner message expired'],
      answers: null,
    },
    'keeps the message it is called for, also when others are newer': {
      call: world =>
        world.transaction(tx =>
          store.forgetOldestMessages(tx, { ...owner(world), id: world.id('owner message old') }, 1),
        ),
      touches: ['- chat_message owner message expired', '- chat_message owner message new'],
      answers: null,
    },
  },
  forgetMessages: {
    'deletes the old ones of every workspace': {
      call: world => store.forgetMessages(world.db, { until: ago(world, 365), limit: 10 }),
      touches: ['- chat_message neighbor message expired', '- chat_message owner message expired'],
      answers: 2,
    },
    'deletes at most as many as asked for': {
      call: async ({ db, now }) => {
        const options = { until: now, limit: 6 }
        return [
          await store.forgetMessages(db, options),
          await store.forgetMessages(db, options),
          await store.forgetMessages(db, options),
        ]
      },
      touches: ['neighbor', 'owner'].flatMap(name =>
        ['expired', 'guest new', 'guest old', 'new', 'old'].map(what => `- chat_message ${name} message ${what}`),
      ),
      answers: [6, 4, 0],
    },
  },
})
