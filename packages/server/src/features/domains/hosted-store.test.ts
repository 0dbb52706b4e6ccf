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
  hostedOfWorkspaces: {
    'names the hosted records of domains of these workspaces': {
      call: async ({ db, id }) =>
        (await store.hostedOfWorkspaces(db, [id('owner')])).sort((a, b) => (a.domain < b.domain ? -1 : 1)),
      touches: [],
      answers: [
        { domain: 'owner.example', hostedName: 'owner-own.waxseal.email', included: null },
        { domain: 'shared.example', hostedName: 'owner-shared.waxseal.email', included: true },
      ],
    },
    'names none without workspaces': {
      call: ({ db }) => store.hostedOfWorkspaces(db, []),
      touches: [],
      answers: [],
    },
  },
})
