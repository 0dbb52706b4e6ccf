import type { ScanResult } from '@waxseal/core/health'
import { eq } from 'drizzle-orm'
import { scan, scanRun } from '../../db/schema/index.ts'
import { aProgress, aScanResult } from '../../testing/factories.ts'
import { storeTests, type World } from '../../testing/neighbors.ts'
import { insertDomain } from '../domains/store.ts'
import { packDocument } from './document.ts'
import * as store from './store.ts'

const [hour, day] = [3_600_000, 86_400_000]
const domains = ['owner/shared', 'owner/own', 'neighbor/shared', 'neighbor/own']
const later = ({ now }: World, ms: number) => new Date(now.getTime() + ms)

/** The run of `owner/own`, held by its worker, or by one that lost it. */
async function held({ db, id }: World, claim = id('owner/own claim')): Promise<store.ClaimedRun> {
  const [run] = await db
    .select()
    .from(scanRun)
    .where(eq(scanRun.id, id('owner/own run open')))
  if (run === undefined) throw new Error('the run is gone')
  return { run, claim, name: 'owner.example' }
}
const lost = (world: World) => held(world, world.id('neighbor/own claim'))

async function stored(world: World, changes: Partial<ScanResult> = {}) {
  const result = aScanResult({ name: 'owner.example', score: 90, ...changes })
  const document = await packDocument(result)
  const claimed = await held(world)
  return world.transaction(tx => store.insertScan(tx, claimed, result, document))
}

storeTests<typeof store>('the store of scans', {
  openRun: {
    'finds the one under way of one domain': {
      call: ({ transaction, id }) =>
        transaction(async tx => {
          const found = []
          for (const name of domains) found.push((await store.openRun(tx, id(name)))?.id)
          return found
        }),
      touches: [],
      answers: domains.map(name => `${name} run open`),
    },
  },
  insertRun: {
    'queues one for one domain': {
      call: ({ transaction, id, now }) =>
        transaction(async tx => {
          const added = await insertDomain(tx, { workspaceId: id('owner'), name: 'new.example', createdAt: now })
          const row = { workspaceId: id('owner'), tier: 'pro', period: '2026-11', requestedAt: now } as const
          return (await store.insertRun(tx, { ...row, domainId: added?.id ?? '' })).state
        }),
      touches: ['+ domain of owner', '+ scan_run of owner', '+ watch of owner'],
      answers: 'queued',
    },
  },
  claimRun: {
    'takes each run with the name of its own domain': {
      call: async world => {
        const claims = domains.map(name =>
          store.claimRun(world.db, world.id(`${name} run open`), later(world, 2 * day), 20_000),
        )
        return (await Promise.all(claims)).map(claimed => [claimed?.run.id, claimed?.name])
      },
      touches: [
        'scan_run neighbor/own run open: attempts, claim, lease_until, started_at',
        'scan_run neighbor/shared run open: attempts, claim, lease_until, started_at, state',
        'scan_run owner/own run open: attempts, claim, lease_until, started_at',
        'scan_run owner/shared run open: attempts, claim, lease_until, started_at, state',
      ],
      answers: [
        ['owner/shared run open', 'shared.example'],
        ['owner/own run open', 'owner.example'],
        ['neighbor/shared run open', 'shared.example'],
        ['neighbor/own run open', 'neighbor.example'],
      ],
    },
    'takes none that is held or closed': {
      call: ({ db, id, now }) =>
        Promise.all(['own run open', 'own run 1'].map(run => store.claimRun(db, id(`owner/${run}`), now, 20_000))),
      touches: [],
      answers: [null, null],
    },
  },
  renewLease: {
    'renews one, with its progress': {
      call: async world => {
        const progress = aProgress({ dns: 'done' }, 3)
        return store.renewLease(world.db, await held(world), { until: later(world, 2 * day), progress })
      },
      touches: ['scan_run owner/own run open: lease_until, progress'],
      answers: true,
    },
    'renews none that another worker has': {
      call: async world => store.renewLease(world.db, await lost(world), { until: world.now, progress: null }),
      touches: [],
      answers: false,
    },
  },
  releaseRun: {
    'puts one back': {
      call: async world => store.releaseRun(world.db, await held(world)),
      touches: ['scan_run owner/own run open: attempts, claim, lease_until, state'],
      answers: null,
    },
    'puts none back that another worker has': {
      call: async world => store.releaseRun(world.db, await lost(world)),
      touches: [],
      answers: null,
    },
  },
  closeRun: {
    'closes one, and tells its counters': {
      call: async world => {
        const claimed = await held(world)
        return world.transaction(tx => store.closeRun(tx, claimed, { state: 'done', finishedAt: world.now }))
      },
      touches: ['scan_run owner/own run open: claim, finished_at, lease_until, state'],
      answers: { period: '2026-11', threatDay: '2026-11-20', ownFor: null, sharesAnswers: false },
    },
    'closes none that another worker has': {
      call: async world => {
        const claimed = await lost(world)
        return world.transaction(tx => store.closeRun(tx, claimed, { state: 'failed', finishedAt: world.now }))
      },
      touches: [],
      answers: null,
    },
  },
  noteThreatDay: {
    'notes none twice': {
      call: async world => {
        const claimed = await held(world)
        return world.transaction(tx => store.noteThreatDay(tx, claimed, '2026-11-21'))
      },
      touches: [],
      answers: false,
    },
    'notes it on one run': {
      call: async world => {
        const claimed = await held(world)
        await world.transaction(tx => store.forgetThreatDay(tx, claimed))
        return world.transaction(tx => store.noteThreatDay(tx, claimed, '2026-11-21'))
      },
      touches: ['scan_run owner/own run open: threat_day'],
      answers: true,
    },
  },
  forgetThreatDay: {
    'takes the note off one run': {
      call: async world => {
        const claimed = await held(world)
        await world.transaction(tx => store.forgetThreatDay(tx, claimed))
      },
      touches: ['scan_run owner/own run open: threat_day'],
      answers: null,
    },
  },
  threatDayOf: {
    'tells that of one run': {
      call: ({ db, id }) =>
        Promise.all(['owner/own', 'owner/shared'].map(name => store.threatDayOf(db, id(`${name} run open`)))),
      touches: [],
      answers: ['2026-11-20', null],
    },
  },
  strandedRuns: {
    'finds those queued for too long and those no one renews, the oldest first': {
      call: async world => {
        const at = { now: later(world, 2 * day), queuedBefore: world.now }
        const [all, one] = await Promise.all([10, 1].map(limit => store.strandedRuns(world.db, { ...at, limit })))
        return [all?.map(run => run.id), one?.map(run => run.id)]
      },
      touches: [],
      answers: [
        ['owner/own', 'neighbor/own', 'owner/shared', 'neighbor/shared'].map(name => `${name} run open`),
        ['owner/own run open'],
      ],
    },
    'finds none that is held, or queued just now': {
      call: async world => {
        const at = { now: world.now, queuedBefore: later(world, -hour) }
        return (await store.strandedRuns(world.db, { ...at, limit: 10 })).map(run => run.id)
      },
      touches: [],
      answers: ['owner/shared run open'],
    },
  },
  waitingRuns: {
    'counts queued runs of every workspace, up to a number': {
      call: ({ db }) => Promise.all([10, 1].map(upTo => store.waitingRuns(db, upTo))),
      touches: [],
      answers: [2, 1],
    },
  },
  endLeases: {
    'ends those of every run under way': {
      call: ({ db, now }) => store.endLeases(db, now),
      touches: ['scan_run neighbor/own run open: lease_until', 'scan_run owner/own run open: lease_until'],
      answers: null,
    },
  },
  insertScan: {
    'stores one with its document': {
      call: async world => typeof (await stored(world)),
      touches: ['+ scan of owner/own owner/own run open owner', '+ scan_document of owner/own'],
      answers: 'string',
    },
    'counts what changed since the scan before: what became worse is new, and what became better is not': {
      call: async world => {
        const spf = { id: 'spf_missing', check: 'spf', subject: null, facts: { domain: 'owner.example' }, evidence: [] }
        const relay = { ...spf, id: 'relay_open', check: 'relay', subject: 'mx1.owner.example', was: 'relay_suspected' }
        const degrees = ['worse', 'worse', 'worse', 'better'] as const
        const counts = {
          scoreBefore: 81,
          fixed: [spf, spf, spf, spf, spf],
          added: [spf, spf],
          unchanged: 7,
          unknown: 11,
        }
        const changed = degrees.map(degree => ({ ...relay, degree }))
        const changes = {
          since: '',
          compared: {},
          notCompared: [],
          ...counts,
          changed,
        } as unknown as NonNullable<ScanResult['changes']>
        const id = await stored(world, { changes })
        const [row] = await world.db
          .select()
          .from(scan)
          .where(eq(scan.id, id ?? ''))
        return row && [row.scoreBefore, row.fixed, row.added]
      },
      touches: ['+ scan of owner/own owner/own run open owner', '+ scan_document of owner/own'],
      answers: [81, 5, 5],
    },
    'stores none twice': {
      call: async world => [typeof (await stored(world)), await stored(world)],
      touches: ['+ scan of owner/own owner/own run open owner', '+ scan_document of owner/own'],
      answers: ['string', null],
    },
  },
  newestScan: {
    'opens the newest document of each domain': {
      call: ({ db, id }) =>
        Promise.all(
          domains.map(async name => {
            const found = await store.newestScan(db, id(name))
            return [found?.name, found?.score]
          }),
        ),
      touches: [],
      answers: [
        ['shared.example', 63],
        ['owner.example', null],
        ['shared.example', 73],
        ['neighbor.example', null],
      ],
    },
  },
  scanOfRun: {
    'opens the document of one run': {
      call: async ({ db, id }) => [
        (await store.scanOfRun(db, id('owner/shared run 2')))?.score,
        await store.scanOfRun(db, id('owner/shared run failed')),
      ],
      touches: [],
      answers: [62, null],
    },
  },
  pruneDocuments: {
    'drops the older documents of one domain': {
      call: ({ db, id }) => store.pruneDocuments(db, id('owner/shared'), 1),
      touches: ['- scan_document owner/shared scan 1', '- scan_document owner/shared scan 2'],
      answers: null,
    },
  },
  forgetScans: {
    'drops closed runs and scans that are too old, each by its own age': {
      call: world => store.forgetScans(world.db, { runs: later(world, -30 * day), scans: later(world, -2.5 * day) }),
      touches: [
        ...domains.map(name => `- scan ${name} scan 1`),
        ...domains.map(name => `- scan_document ${name} scan 1`),
        ...domains.map(name => `- scan_run ${name} run failed`),
      ].sort(),
      answers: null,
    },
  },
})
