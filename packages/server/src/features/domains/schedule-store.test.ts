import { storeTests } from '../../testing/neighbors.ts'
import * as store from './schedule-store.ts'

const weekly = { scanSchedule: 'weekly' as const, nextScanAt: new Date('2026-11-24T09:00:00Z') }

storeTests<typeof store>('the store of schedules', {
  updateSchedule: {
    'sets that of a domain of its workspace alone': {
      call: async ({ db, id }) => [
        await store.updateSchedule(db, id('owner'), id('owner/shared'), weekly),
        await store.updateSchedule(db, id('owner'), id('neighbor/shared'), weekly),
        await store.updateSchedule(db, id('owner'), 'no id', weekly),
      ],
      touches: ['domain owner/shared: next_scan_at, scan_schedule'],
      answers: [true, false, false],
    },
  },
  dueForScan: {
    'finds what is due of every workspace, the longest due first': {
      call: ({ transaction, now }) =>
        transaction(async tx => (await store.dueForScan(tx, now, 10)).map(({ id }) => id)),
      touches: [],
      answers: ['owner/own', 'neighbor/own'],
    },
    'finds at most so many, and none too early': {
      call: ({ transaction, now }) =>
        transaction(async tx => {
          const early = new Date(now.getTime() - 2 * 3_600_000 - 1)
          const found = [await store.dueForScan(tx, now, 1), await store.dueForScan(tx, early, 10)]
          return found.map(({ length }) => length)
        }),
      touches: [],
      answers: [1, 0],
    },
  },
  moveNextScan: {
    'moves that of one domain': {
      call: ({ transaction, id }) => transaction(tx => store.moveNextScan(tx, id('owner/own'), weekly.nextScanAt)),
      touches: ['domain owner/own: next_scan_at'],
      answers: null,
    },
  },
})
