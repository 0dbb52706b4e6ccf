import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './link-store.ts'

const later = ({ now }: World) => new Date(now.getTime() + 1)

storeTests<typeof store>('the store of links to visitors’ checks', {
  linkedBytes: {
    'adds up the reports of all links': {
      call: ({ db }) => store.linkedBytes(db),
      touches: [],
      answers: 'open'.length + 'expired'.length,
    },
  },
  insertLink: {
    'adds one': {
      call: async ({ db, now }) => {
        await store.insertLink(db, { tokenHash: 'new', createdAt: now, expiresAt: now, version: 4, body: Buffer.of(1) })
      },
      touches: ['+ visitor_link new'],
      answers: null,
    },
  },
  linkByHash: {
    'finds one by the hash of its token, and none that has expired or is unknown': {
      call: async ({ db, now }) =>
        Promise.all(
          ['open', 'expired', 'other'].map(async what => {
            const row = await store.linkByHash(db, `hash of link ${what}`, now)
            return row === undefined ? null : Buffer.from(row.body).toString()
          }),
        ),
      touches: [],
      answers: ['open', null, null],
    },
  },
  hasLink: {
    'says the same of them': {
      call: async ({ db, now }) =>
        Promise.all(['open', 'expired', 'other'].map(what => store.hasLink(db, `hash of link ${what}`, now))),
      touches: [],
      answers: [true, false, false],
    },
  },
  removeLink: {
    'deletes one, once': {
      call: async ({ db, now }) => [
        await store.removeLink(db, 'hash of link open', now),
        await store.removeLink(db, 'hash of link open', now),
        await store.removeLink(db, 'hash of link expired', now),
      ],
      touches: ['- visitor_link hash of link open'],
      answers: [true, false, false],
    },
  },
  forgetLinks: {
    'deletes those that have expired': {
      call: world => store.forgetLinks(world.db, later(world)),
      touches: ['- visitor_link hash of link expired'],
      answers: null,
    },
  },
})
