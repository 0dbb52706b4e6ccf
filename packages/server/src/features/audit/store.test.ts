import { auditActions } from '@waxseal/core/audit'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { auditEvent } from '../../db/schema/index.ts'
import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './store.ts'

const day = 86_400_000

const reader = ({ id }: World, who = 'person of owner', seesAll = true): store.Reader => ({
  workspaceId: id('owner'),
  personId: id(who),
  seesAll,
})

const all = { before: null, limit: 10, actions: auditActions, about: undefined }

/** The events of a page, by their names. */
const seen = async (world: World, page: Partial<Parameters<typeof store.eventsSeen>[2]>, as = reader(world)) =>
  (await store.eventsSeen(world.db, as, { ...all, ...page })).map(({ id }) => id)

storeTests<typeof store>('the store of the audit log', {
  insertEvent: {
    'adds one': {
      call: ({ id, now, transaction }) =>
        transaction(tx =>
          store.insertEvent(tx, {
            workspaceId: id('owner'),
            at: now,
            actorKind: 'waxseal',
            action: 'plan.unscheduled',
          }),
        ),
      touches: ['+ audit_event of owner'],
      answers: expect.any(String),
    },
  },
  insertEventDomains: {
    'adds each name': {
      call: ({ id, transaction }) =>
        transaction(tx =>
          store.insertEventDomains(tx, ['a.example', 'b.example'], {
            eventId: id('owner event renamed'),
            workspaceId: id('owner'),
          }),
        ),
      touches: [
        '+ audit_event_domain owner event renamed a.example',
        '+ audit_event_domain owner event renamed b.example',
      ],
      answers: null,
    },
  },
  insertEventOnce: {
    'adds one': {
      call: ({ id, now, transaction }) =>
        transaction(tx =>
          store.insertEventOnce(tx, {
            id: crypto.randomUUID(),
            personId: id('person of owner'),
            at: now,
            actorKind: 'person',
            action: 'account.signed_in',
          }),
        ),
      touches: ['+ audit_event of person of owner'],
      answers: null,
    },
    'adds none with the id of another': {
      call: ({ id, now, transaction }) =>
        transaction(tx =>
          store.insertEventOnce(tx, {
            id: id('owner event sign-in'),
            personId: id('person of owner'),
            at: now,
            actorKind: 'person',
            action: 'account.signed_in',
          }),
        ),
      touches: [],
      answers: null,
    },
  },
  eventsSeen: {
    'lists those of the workspace and of the own sign-in, the newest first': {
      call: async world => (await seen(world, {})).sort((a, b) => (a < b ? -1 : 1)).length,
      touches: [],
      answers: 8,
    },
    'goes on after a place, also between two of one moment': {
      call: async world => {
        const pages: string[] = []
        let before: Parameters<typeof store.eventsSeen>[2]['before'] = null
        for (;;) {
          const [event] = await store.eventsSeen(world.db, reader(world), { ...all, before, limit: 1 })
          if (event === undefined) break
          pages.push(event.id)
          before = event
        }
        const whole = await seen(world, {})
        return [pages.join() === whole.join(), pages.length, pages[0], pages.at(-1)]
      },
      touches: [],
      answers: [true, 8, 'owner event sign-in', 'owner event old'],
    },
    'lists only the own ones for whom the others are not': {
      call: world => seen(world, {}, reader(world, 'guest of owner', false)),
      touches: [],
      answers: ['owner event guest sign-in', 'owner event guest'],
    },
    'lists only those about a domain, also one of several': {
      call: world => seen(world, { about: 'shared.example' }),
      touches: [],
      answers: ['owner event imported', 'owner event key', 'owner event guest', 'owner event added', 'owner event old'],
    },
    'lists those about one of several domains only for whom they are': {
      call: async world => [
        await seen(world, { about: 'eleventh.example' }),
        await seen(world, { about: 'eleventh.example' }, reader(world, 'guest of owner', false)),
        await seen(world, { about: 'eleventh.example', actions: ['domain.added'] }),
      ],
      touches: [],
      answers: [['owner event imported'], [], []],
    },
    'lists only those with an action': {
      call: world => seen(world, { actions: ['workspace.renamed', 'member.role_changed'] }),
      touches: [],
      answers: ['owner event renamed', 'owner event role'],
    },
  },
  placeOf: {
    'finds an event of the workspace, and of the own sign-in': {
      call: async world => [
        (await store.placeOf(world.db, reader(world), world.id('owner event guest')))?.id,
        (await store.placeOf(world.db, reader(world), world.id('owner event sign-in')))?.id,
      ],
      touches: [],
      answers: ['owner event guest', 'owner event sign-in'],
    },
    'finds none of another workspace, of another person’s sign-in, and of others where they are not seen': {
      call: async world => [
        await store.placeOf(world.db, reader(world), world.id('neighbor event added')),
        await store.placeOf(world.db, reader(world), world.id('owner event guest sign-in')),
        await store.placeOf(world.db, reader(world, 'guest of owner', false), world.id('owner event added')),
      ],
      touches: [],
      answers: [null, null, null],
    },
  },
  forgetEvents: {
    'deletes the old ones of every workspace': {
      call: ({ db, now }) => store.forgetEvents(db, new Date(now.getTime() - 365 * day)),
      touches: ['- audit_event neighbor event old', '- audit_event owner event old'],
      answers: null,
    },
  },
  forgetPersonIn: {
    'takes the name and the address of one person out': {
      call: async ({ db, id }) => {
        await store.forgetPersonIn(db, id('guest of owner'))
        const rows = await db
          .select()
          .from(auditEvent)
          .where(eq(auditEvent.workspaceId, id('owner')))
        return JSON.stringify(rows).includes('guest.owner@example.org')
      },
      touches: [
        'audit_event owner event guest sign-in: actor_email, actor_name',
        'audit_event owner event guest: actor_email, actor_name',
        'audit_event owner event role: subject',
      ],
      answers: false,
    },
  },
})
