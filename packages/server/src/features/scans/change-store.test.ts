import { storeTests } from '../../testing/neighbors.ts'
import * as store from './change-store.ts'

storeTests<typeof store>('the store of earlier scans', {
  storedBases: {
    'lists those of one domain, the newest first': {
      call: async ({ db, id }) => (await store.storedBases(db, id('owner/shared'))).map(scan => scan.id),
      touches: [],
      answers: ['owner/shared scan 3', 'owner/shared scan 2', 'owner/shared scan 1'],
    },
  },
  newestOfEach: {
    'gives the newest scan of each domain of one workspace': {
      call: async ({ db, id }) => (await store.newestOfEach(db, id('owner'))).map(scan => [scan.domainId, scan.score]),
      touches: [],
      answers: [
        ['owner/own', null],
        ['owner/shared', 63],
      ],
    },
  },
  newestOfWorkspace: {
    'lists the scans of one workspace, the newest first': {
      call: async ({ db, id }) =>
        (await store.newestOfWorkspace(db, id('owner'), 5)).map(scan => [scan.name, scan.domainId, scan.score]),
      touches: [],
      answers: [
        ['owner.example', 'owner/own', null],
        ['shared.example', 'owner/shared', 63],
        ['owner.example', 'owner/own', null],
        ['shared.example', 'owner/shared', 62],
        ['owner.example', 'owner/own', null],
      ],
    },
  },
  storedScan: {
    'opens one': {
      call: async ({ db, id }) => (await store.storedScan(db, id('owner/shared scan 2')))?.score,
      touches: [],
      answers: 62,
    },
  },
})
