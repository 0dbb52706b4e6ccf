import { eq } from 'drizzle-orm'
import { scanRun } from '../../db/schema/index.ts'
import { storeTests } from '../../testing/neighbors.ts'
import * as store from './own-run-store.ts'

storeTests<typeof store>('the store of runs that start by themselves', {
  takeOwnRun: {
    "makes a queued run that started by itself a person's, and no other": {
      call: async ({ db, id, transaction }) => {
        const open = id('owner/shared run open')
        const take = (run: string) => transaction(tx => store.takeOwnRun(tx, run, '2026-12'))
        const before = await take(open)
        await db.update(scanRun).set({ ownFor: [] }).where(eq(scanRun.id, open))
        return [before, await take(open), await take(id('owner/own run open'))]
      },
      touches: ['scan_run owner/shared run open: period'],
      answers: [false, true, false],
    },
  },
  ownRunOf: {
    'tells why the run of one scan started': {
      call: ({ db, id }) => store.ownRunOf(db, id('owner/shared scan 1')),
      touches: [],
      answers: null,
    },
  },
})
