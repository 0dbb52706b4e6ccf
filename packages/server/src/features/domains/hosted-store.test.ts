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
  includedHostedName: {
    'names the hosted record that a domain includes': {
      call: ({ db, id }) =>
        Promise.all(['owner/shared', 'owner/own'].map(name => store.includedHostedName(db, id(name)))),
      touches: [],
      answers: ['owner-shared.waxseal.email', null],
    },
  },
})
