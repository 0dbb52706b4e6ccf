import { storeTests } from '../../testing/neighbors.ts'
import * as store from './named-store.ts'

storeTests<typeof store>('the store of domains by name', {
  domainsNamed: {
    'finds those of one workspace': {
      call: ({ db, id }) =>
        store.domainsNamed(db, id('owner'), ['shared.example', 'owner.example', 'neighbor.example', 'none.example']),
      touches: [],
      answers: [
        { id: 'owner/own', name: 'owner.example' },
        { id: 'owner/shared', name: 'shared.example' },
      ],
    },
    'finds none for no name': {
      call: ({ db, id }) => store.domainsNamed(db, id('owner'), []),
      touches: [],
      answers: [],
    },
  },
})
