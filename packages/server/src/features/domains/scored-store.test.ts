import { storeTests } from '../../testing/neighbors.ts'
import * as store from './scored-store.ts'
import { insertDomain } from './store.ts'

storeTests<typeof store>('the scores of all domains', {
  scoredDomainsOf: {
    'lists those of one workspace in alphabetical order, with score and whether a scan is under way': {
      call: async ({ db, id, transaction, now }) => {
        await transaction(tx => insertDomain(tx, { workspaceId: id('owner'), name: 'a.example', createdAt: now }))
        return (await store.scoredDomainsOf(db, id('owner'))).map(row => [
          row.name,
          row.scanning,
          row.lastScanAt !== null,
          row.unseenChanges.length,
        ])
      },
      touches: ['+ domain of owner', '+ watch of owner'],
      answers: [
        ['a.example', false, false, 0],
        ['owner.example', true, true, 0],
        ['shared.example', true, true, 0],
      ],
    },
  },
})
