import { storeTests } from '../../testing/neighbors.ts'
import * as store from './customer-store.ts'

const hour = 3_600_000
const day = 24 * hour

const later = (now: Date, ms: number) => new Date(now.getTime() + ms)

/** The turn of a call, another one at each moment. */
const aTurn = (workspaceId: string, at: Date): store.Turn => {
  return { workspaceId, id: `00000000-0000-4000-8000-${String(at.getTime()).slice(-12).padStart(12, '0')}` }
}

storeTests<typeof store>('the store of customers', {
  customerOf: {
    'finds the customer of one workspace': {
      call: async ({ db, id }) => (await store.customerOf(db, 'test', id('owner')))?.customerId,
      touches: [],
      answers: 'owner customer',
    },
    'finds none at another provider': {
      call: ({ db, id }) => store.customerOf(db, 'stripe', id('owner')),
      touches: [],
      answers: null,
    },
  },
  customerCalled: {
    'finds the workspace of a customer': {
      call: async ({ db, id }) => (await store.customerCalled(db, 'test', id('owner customer')))?.workspaceId,
      touches: [],
      answers: 'owner',
    },
    'finds none at another provider': {
      call: ({ db, id }) => store.customerCalled(db, 'stripe', id('owner customer')),
      touches: [],
      answers: null,
    },
  },
  insertCustomer: {
    'leaves the customer that a workspace has': {
      call: ({ db, id, now }) =>
        store.insertCustomer(db, {
          workspaceId: id('owner'),
          provider: 'test',
          customerId: 'another',
          createdAt: now,
          nextSyncAt: now,
        }),
      touches: [],
      answers: null,
    },
  },
  takeTurn: {
    'gives one call the turn, and the next one when the time of the first is over': {
      call: async ({ db, id, now }) => {
        const take = (at: Date) => store.takeTurn(db, aTurn(id('owner'), at), at, later(at, hour))
        return [await take(now), await take(later(now, hour - 1)), await take(later(now, hour))]
      },
      touches: ['billing_customer owner: busy_by, busy_until'],
      answers: [true, false, true],
    },
    'gives two at once one turn': {
      call: async ({ db, id, now }) => {
        const take = () => store.takeTurn(db, aTurn(id('owner'), now), now, later(now, hour))
        return (await Promise.all([take(), take()])).sort()
      },
      touches: ['billing_customer owner: busy_by, busy_until'],
      answers: [false, true],
    },
  },
  renewTurn: {
    'moves the end of a turn on, and not that of another call': {
      call: async ({ db, id, now }) => {
        const [first, second] = [aTurn(id('owner'), now), aTurn(id('owner'), later(now, hour))]
        await store.takeTurn(db, first, now, later(now, hour))
        await store.renewTurn(db, first, later(now, 2 * hour))
        const early = await store.takeTurn(db, second, later(now, hour), later(now, 3 * hour))
        const late = await store.takeTurn(db, second, later(now, 2 * hour), later(now, 3 * hour))
        await store.renewTurn(db, first, later(now, 9 * hour))
        return [early, late, await store.hasTurn(db, second, later(now, 3 * hour))]
      },
      touches: ['billing_customer owner: busy_by, busy_until'],
      answers: [false, true, false],
    },
  },
  hasTurn: {
    'is true for the call that has it, until its time is over': {
      call: async ({ db, id, now }) => {
        const turn = aTurn(id('owner'), now)
        await store.takeTurn(db, turn, now, later(now, hour))
        const other = aTurn(id('owner'), later(now, 1))
        return [
          await store.hasTurn(db, turn, later(now, hour - 1)),
          await store.hasTurn(db, turn, later(now, hour)),
          await store.hasTurn(db, other, now),
        ]
      },
      touches: ['billing_customer owner: busy_by, busy_until'],
      answers: [true, false, false],
    },
  },
  endTurn: {
    'ends a turn that is still the same': {
      call: async ({ db, id, now }) => {
        const turn = aTurn(id('owner'), now)
        await store.takeTurn(db, turn, now, later(now, hour))
        await store.endTurn(db, turn)
      },
      touches: [],
      answers: null,
    },
    'leaves the turn of another call': {
      call: async ({ db, id, now }) => {
        await store.takeTurn(db, aTurn(id('owner'), now), now, later(now, hour))
        await store.endTurn(db, aTurn(id('owner'), later(now, 1)))
      },
      touches: ['billing_customer owner: busy_by, busy_until'],
      answers: null,
    },
  },
  takeReading: {
    'counts the readings of one customer': {
      call: async ({ db, id }) => [await store.takeReading(db, id('owner')), await store.takeReading(db, id('owner'))],
      touches: ['billing_customer owner: readings'],
      answers: [1, 2],
    },
    'counts none for a workspace without a customer': {
      call: ({ db }) => store.takeReading(db, crypto.randomUUID()),
      touches: [],
      answers: null,
    },
  },
  noteReading: {
    'stores no reading after a later one': {
      call: async ({ id, now, transaction }) => {
        const note = (reading: number) =>
          transaction(tx => store.noteReading(tx, id('owner'), { reading, nextSyncAt: later(now, day) }))
        return [await note(2), await note(1), await note(2), await note(3)]
      },
      touches: ['billing_customer owner: next_sync_at, stored_reading'],
      answers: [true, false, false, true],
    },
  },
  claimDue: {
    'takes those that are due, the longest waiting first, once': {
      call: async ({ now, transaction }) => {
        const claim = () =>
          transaction(tx => store.claimDue(tx, { provider: 'test', now, until: later(now, hour), limit: 5 }))
        const [first, second] = [await claim(), await claim()]
        return [first.map(({ workspaceId }) => workspaceId), second]
      },
      touches: ['billing_customer neighbor: next_sync_at', 'billing_customer owner: next_sync_at'],
      answers: [['neighbor', 'owner'], []],
    },
    'takes none of another provider': {
      call: ({ now, transaction }) =>
        transaction(tx => store.claimDue(tx, { provider: 'stripe', now, until: later(now, hour), limit: 5 })),
      touches: [],
      answers: [],
    },
  },
  readSoon: {
    'makes the readings of these workspaces due, where a page is open or a subscription goes on': {
      call: ({ db, id, now }) => {
        const early = later(now, -3 * hour)
        const which = { provider: 'test' as const, now: early, until: early, workspaceIds: [id('owner')] }
        return store.readSoon(db, which)
      },
      touches: ['billing_customer owner: next_sync_at'],
      answers: null,
    },
    'leaves those that are due soon, and those of another provider': {
      call: async ({ db, id, now }) => {
        const workspaceIds = [id('owner')]
        await store.readSoon(db, { provider: 'test', now: later(now, -3 * hour), until: now, workspaceIds })
        const early = later(now, -3 * hour)
        await store.readSoon(db, { provider: 'stripe', now: early, until: early, workspaceIds })
      },
      touches: [],
      answers: null,
    },
  },
  subscriptionOf: {
    'reads the subscription of one workspace': {
      call: ({ db, id }) => store.subscriptionOf(db, 'test', id('owner')),
      touches: [],
      answers: {
        id: 'owner subscription live',
        plan: 'pro',
        period: 'monthly',
        status: 'cancelled',
        currentPeriodEnd: '2026-11-30T09:00:00.000Z',
        pastDueSince: null,
        creditCents: 0,
        scheduled: { plan: 'free', period: 'monthly', at: '2026-11-30T09:00:00.000Z' },
      },
    },
    'reads none of another provider': {
      call: ({ db, id }) => store.subscriptionOf(db, 'stripe', id('owner')),
      touches: [],
      answers: null,
    },
  },
  storeSubscription: {
    'replaces the subscription of one workspace': {
      call: ({ id, now, transaction }) =>
        transaction(tx =>
          store.storeSubscription(
            tx,
            { workspaceId: id('owner'), provider: 'test' },
            {
              id: 'another',
              plan: 'business',
              period: 'yearly',
              status: 'past_due',
              currentPeriodEnd: later(now, day),
              pastDueSince: now,
              creditCents: 300,
              scheduled: null,
            },
          ),
        ),
      touches: [
        'subscription owner: credit_cents, current_period_end, past_due_since, period, plan, scheduled_at, scheduled_period, scheduled_plan, status, subscription_id',
      ],
      answers: null,
    },
    'removes it when there is none': {
      call: ({ id, transaction }) =>
        transaction(tx => store.storeSubscription(tx, { workspaceId: id('owner'), provider: 'test' }, null)),
      touches: ['- subscription owner'],
      answers: null,
    },
  },
  customersAt: {
    'lists the workspaces that are customers in test mode': {
      call: async ({ db }) => (await store.customersAt(db, ['test'], 5)).length,
      touches: [],
      answers: 2,
    },
  },
  forgetCustomer: {
    'forgets what one workspace has at its provider, but not what it paid': {
      call: ({ id, transaction }) => transaction(tx => store.forgetCustomer(tx, id('owner'))),
      touches: [
        '- billing_customer owner',
        '- checkout owner checkout old',
        '- checkout owner checkout open',
        '- subscription owner',
      ],
      answers: null,
    },
  },
  wasSeen: {
    'knows an event of this provider': {
      call: async ({ db, id }) => {
        const event = { eventId: 'evt owner 1', customerId: id('owner customer') }
        return [
          await store.wasSeen(db, 'test', event),
          await store.wasSeen(db, 'stripe', event),
          await store.wasSeen(db, 'test', { ...event, eventId: 'new' }),
        ]
      },
      touches: [],
      answers: [true, false, false],
    },
  },
  noteEvent: {
    'notes an event once': {
      call: async ({ db, id, now }) => {
        const event = { eventId: 'new', customerId: id('owner customer') }
        await store.noteEvent(db, 'test', event, now)
        await store.noteEvent(db, 'test', event, later(now, day))
      },
      touches: ['+ billing_event test new'],
      answers: null,
    },
  },
  forgetEvents: {
    'deletes those of before a moment': {
      call: ({ db, now }) => store.forgetEvents(db, later(now, -30 * day)),
      touches: ['- billing_event test evt neighbor 40', '- billing_event test evt owner 40'],
      answers: null,
    },
  },
})
