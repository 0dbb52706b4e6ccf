import { domain } from '../../db/schema/index.ts'
import { storeTests } from '../../testing/neighbors.ts'
import * as store from './score-store.ts'

storeTests<typeof store>('the store of scores', {
  scoreCounts: {
    'counts those of one workspace': {
      call: async ({ db, id }) =>
        (await store.scoreCounts(db, id('owner'))).sort((a, b) => (a.score ?? 0) - (b.score ?? 0)),
      touches: [],
      answers: [
        { score: null, n: 1 },
        { score: 63, n: 1 },
      ],
    },
  },
  unscannedCount: {
    'counts those of one workspace without a scan': {
      call: async ({ db, id, now }) => {
        await db.insert(domain).values([
          { workspaceId: id('owner'), name: 'new.example', createdAt: now },
          { workspaceId: id('neighbor'), name: 'new.example', createdAt: now },
          { workspaceId: id('owner'), name: 'scanned.example', createdAt: now, lastScanAt: now },
        ])
        return store.unscannedCount(db, id('owner'))
      },
      touches: ['+ domain of neighbor', '+ domain of owner', '+ domain of owner'],
      answers: 1,
    },
  },
  lowestScored: {
    'finds those of one workspace that have a score, the worst first': {
      call: async ({ db, id, now }) => {
        await db.insert(domain).values([
          { workspaceId: id('owner'), name: 'best.example', createdAt: now, score: 99 },
          { workspaceId: id('owner'), name: 'worst.example', createdAt: now, score: 7 },
          { workspaceId: id('owner'), name: 'as-bad.example', createdAt: now, score: 7 },
        ])
        const rows = await store.lowestScored(db, id('owner'), 10)
        return [rows.map(row => row.name), (await store.lowestScored(db, id('owner'), 1)).map(row => row.name)]
      },
      touches: ['+ domain of owner', '+ domain of owner', '+ domain of owner'],
      answers: [['as-bad.example', 'worst.example', 'shared.example', 'best.example'], ['as-bad.example']],
    },
  },
  lastScores: {
    'are those of one workspace, null where there is none yet': {
      call: async ({ db, id, now }) => {
        const rows = [{ workspaceId: id('owner'), name: 'new.example', createdAt: now }]
        const [added] = await db.insert(domain).values(rows).returning({ id: domain.id })
        const ids = [id('owner/shared'), added?.id ?? '', id('neighbor/shared')]
        const scores = await store.lastScores(db, id('owner'), ids)
        return [
          ids.map(each => scores.get(each) ?? null),
          scores.size,
          (await store.lastScores(db, id('owner'), [])).size,
        ]
      },
      touches: ['+ domain of owner'],
      answers: [[63, null, null], 2, 0],
    },
  },
})
