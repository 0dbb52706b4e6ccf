import { storeTests } from '../../testing/neighbors.ts'
import * as store from './store.ts'

const profile = { email: 'new@example.org', name: 'New Name' }

storeTests<typeof store>('the store of accounts', {
  accountOfSubject: {
    'finds the account of one person': {
      call: async ({ db }) => (await store.accountOfSubject(db, 'user of neighbor'))?.id,
      touches: [],
      answers: 'neighbor',
    },
    'finds none for someone new': {
      call: ({ db }) => store.accountOfSubject(db, 'user of none'),
      touches: [],
      answers: null,
    },
  },
  insertAccount: {
    'adds one': {
      call: async ({ db, now }) =>
        (await store.insertAccount(db, { subject: 'user of none', ...profile, tier: 'free', createdAt: now }))?.tier,
      touches: ['+ account'],
      answers: 'free',
    },
    'leaves the one there is': {
      call: ({ db, now }) =>
        store.insertAccount(db, { subject: 'user of owner', ...profile, tier: 'free', createdAt: now }),
      touches: [],
      answers: null,
    },
  },
  updateProfile: {
    'renames one account': {
      call: async ({ db, id }) => (await store.updateProfile(db, id('owner'), profile))?.id,
      touches: ['account owner: email, name'],
      answers: 'owner',
    },
  },
  allAccounts: {
    'lists them all, the oldest first': {
      call: async ({ db }) => (await store.allAccounts(db)).map(({ id }) => id),
      touches: [],
      answers: ['owner', 'neighbor'],
    },
  },
  setTier: {
    'changes the plan of one account, by its address in any letter case': {
      call: async ({ db }) => (await store.setTier(db, ' Owner@Example.org ', 'business'))?.id,
      touches: ['account owner: tier'],
      answers: 'owner',
    },
    'changes nothing for an address that no account has': {
      call: ({ db }) => store.setTier(db, 'none@example.org', 'business'),
      touches: [],
      answers: null,
    },
  },
})
