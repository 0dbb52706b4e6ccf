import { storeTests } from '../../testing/neighbors.ts'
import * as store from './alert-store.ts'

storeTests<typeof store>('the alerts of the activity', {
  newestAlerts: {
    'are those of one workspace, the newest first': {
      call: async ({ db, id }) => {
        const rows = await store.newestAlerts(db, id('owner'), 3)
        return rows.map(({ domainId, at }, n) => [domainId?.slice(0, 0), n === 0 || at <= (rows[n - 1]?.at ?? at)])
      },
      touches: [],
      answers: [
        ['', true],
        ['', true],
        ['', true],
      ],
    },
  },
})
