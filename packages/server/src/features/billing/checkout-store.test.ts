import { storeTests } from '../../testing/neighbors.ts'
import * as store from './checkout-store.ts'

const day = 24 * 3_600_000

storeTests<typeof store>('the store of checkouts and payments', {
  checkoutOf: {
    'finds one of its workspace alone': {
      call: async ({ db, id }) =>
        (
          await Promise.all(
            ['owner checkout old', 'neighbor checkout old'].map(name => store.checkoutOf(db, id('owner'), id(name))),
          )
        ).map(row => row?.id),
      touches: [],
      answers: ['owner checkout old', null],
    },
    'finds nothing for what is no id': {
      call: ({ db, id }) => store.checkoutOf(db, id('owner'), 'no id'),
      touches: [],
      answers: null,
    },
  },
  openCheckoutOf: {
    'finds the open one of a workspace': {
      call: async ({ db, id }) => (await store.openCheckoutOf(db, id('owner')))?.id,
      touches: [],
      answers: 'owner checkout open',
    },
  },
  insertCheckout: {
    'refuses a second open one of a workspace': {
      call: async ({ db, transaction, id, now }) => {
        const known = await store.openCheckoutOf(db, id('owner'))
        if (known === undefined) throw new Error('no checkout is open')
        const insert = transaction(tx =>
          store.insertCheckout(tx, { ...known, id: crypto.randomUUID(), createdAt: now }),
        )
        return insert.then(
          () => 'stored',
          () => 'refused',
        )
      },
      touches: [],
      answers: 'refused',
    },
    'stores one when the other one has ended': {
      call: async ({ db, id, now }) => {
        const known = await store.openCheckoutOf(db, id('owner'))
        if (known === undefined) throw new Error('no checkout is open')
        await store.closeCheckout(db, known.id, 'expired')
        await store.insertCheckout(db, { ...known, id: crypto.randomUUID(), createdAt: now })
      },
      touches: ['+ checkout of person of owner owner page change owner', 'checkout owner checkout open: state'],
      answers: null,
    },
  },
  closeCheckout: {
    'ends one that is open': {
      call: ({ db, id }) => store.closeCheckout(db, id('owner checkout open'), 'complete'),
      touches: ['checkout owner checkout open: state'],
      answers: null,
    },
    'leaves one that has ended': {
      call: ({ db, id }) => store.closeCheckout(db, id('owner checkout old'), 'expired'),
      touches: [],
      answers: null,
    },
  },
  forgetCheckouts: {
    'deletes those of before a moment': {
      call: ({ db, now }) => store.forgetCheckouts(db, new Date(now.getTime() - 90 * day)),
      touches: ['- checkout neighbor checkout old', '- checkout owner checkout old'],
      answers: null,
    },
  },
  keepPayments: {
    'keeps those that are new': {
      call: ({ id, now, transaction }) => {
        const paid = { amountCents: 9_900, currency: 'USD', plan: 'business', period: 'monthly', paidAt: now } as const
        const payments = [
          { ...paid, id: id('owner invoice new') },
          { ...paid, id: 'newest' },
        ]
        return transaction(tx => store.keepPayments(tx, { workspaceId: id('owner'), provider: 'test' }, payments))
      },
      touches: ['+ payment of owner'],
      answers: null,
    },
    'has nothing to do without any': {
      call: ({ id, transaction }) =>
        transaction(tx => store.keepPayments(tx, { workspaceId: id('owner'), provider: 'test' }, [])),
      touches: [],
      answers: null,
    },
  },
  forgetPayments: {
    'deletes those of before a moment': {
      call: ({ db, now }) => store.forgetPayments(db, new Date(now.getTime() - 7 * 366 * day)),
      touches: ['- payment neighbor payment old', '- payment owner payment old'],
      answers: null,
    },
  },
})
