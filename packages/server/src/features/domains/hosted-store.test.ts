import { storeTests } from '../../testing/neighbors.ts'
import * as store from './hosted-store.ts'

storeTests<typeof store>('the store of domains with hosted records', {
  domainNamed: {
    'finds a domain of its workspace alone': {
      call: async ({ db, id }) => {
        const names = ['shared.example', 'neighbor.example', 'unknown.example']
        const rows = await Promise.all(names.map(name => store.domainNamed(db, id('owner'), name)))
        return rows.map(row => row?.id ?? null)
      },
      touches: [],
      answers: ['owner/shared', null, null],
    },
  },
  hostedOfDomain: {
    'names the hosted record of a domain': {
      call: ({ db, id }) => Promise.all(['owner/shared', 'owner/own'].map(name => store.hostedOfDomain(db, id(name)))),
      touches: [],
      answers: [
        { hostedName: 'owner-shared.waxseal.email', included: true },
        { hostedName: 'owner-own.waxseal.email', included: null },
      ],
    },
    'names none of another domain': {
      call: ({ db }) => store.hostedOfDomain(db, '00000000-0000-4000-8000-000000000000'),
      touches: [],
      answers: null,
    },
  },
})
