import { eq } from 'drizzle-orm'
import { flattening } from '../../db/schema/index.ts'
import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './store.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'
const minute = 60_000

/** The row of a hosted record by its name in the world. */
async function rowOf({ db, id }: World, name: string): Promise<store.FlatteningRow> {
  const [row] = await db
    .select()
    .from(flattening)
    .where(eq(flattening.id, id(name)))
  if (row === undefined) throw new Error(`no row of ${name}`)
  return row
}

async function claimed(world: World, name: string): Promise<store.ClaimedFlattening> {
  const row = await rowOf(world, name)
  return { ...row, nextCheckAt: row.nextCheckAt ?? world.now }
}

/** What a new hosted record needs: everything of another one but its key, its domain and its label. */
async function values(world: World, label: string) {
  const { id: _id, ...row } = await rowOf(world, 'owner hosted shared')
  return { ...row, domainId: null, label }
}

storeTests<typeof store>('the store of hosted records', {
  configurationsOf: {
    'lists those of one workspace that have a domain, the newest first': {
      call: async ({ db, id }) => (await store.configurationsOf(db, id('owner'))).map(row => row.id),
      touches: [],
      answers: ['owner hosted own', 'owner hosted shared'],
    },
  },
  ownedConfiguration: {
    'finds one of its workspace alone, and no retired one': {
      call: async ({ db, id }) => {
        const ids = ['owner hosted own', 'owner hosted retired', 'neighbor hosted own'].map(id)
        const rows = [...ids, unknownId, 'no id'].map(each => store.ownedConfiguration(db, id('owner'), each))
        return (await Promise.all(rows)).map(row => row?.id ?? null)
      },
      touches: [],
      answers: ['owner hosted own', null, null, null, null],
    },
  },
  configurationOfDomain: {
    'finds that of a domain': {
      call: async ({ db, id }) => (await store.configurationOfDomain(db, id('owner/shared')))?.id,
      touches: [],
      answers: 'owner hosted shared',
    },
    'finds none of another domain': {
      call: ({ db }) => store.configurationOfDomain(db, unknownId),
      touches: [],
      answers: null,
    },
  },
  isLabelTaken: {
    'knows those of all workspaces, also of retired ones': {
      call: ({ db }) =>
        Promise.all(['owner-own', 'neighbor-retired', 'new'].map(label => store.isLabelTaken(db, label))),
      touches: [],
      answers: [true, true, false],
    },
  },
  configurationCount: {
    'counts those of one workspace that have a domain': {
      call: ({ id, transaction }) => transaction(tx => store.configurationCount(tx, id('owner'))),
      touches: [],
      answers: 2,
    },
  },
  olderConfigurations: {
    'counts the older ones of the workspace': {
      call: async world => {
        const of = async (name: string) =>
          store.olderConfigurations(world.db, { ...(await rowOf(world, name)), workspaceId: world.id('owner') })
        return [await of('owner hosted shared'), await of('owner hosted own')]
      },
      touches: [],
      answers: [0, 1],
    },
  },
  insertConfiguration: {
    'adds one': {
      call: async world => {
        const row = await values(world, 'owner-new')
        return (await world.transaction(tx => store.insertConfiguration(tx, row)))?.label
      },
      touches: ['+ flattening of person of owner owner'],
      answers: 'owner-new',
    },
    'adds none with a label that there was': {
      call: async world => {
        const row = await values(world, 'neighbor-retired')
        return world.transaction(tx => store.insertConfiguration(tx, row))
      },
      touches: [],
      answers: null,
    },
  },
  updateConfiguration: {
    'changes one': {
      call: async ({ id, now, transaction }) => {
        const change = { originalRecord: 'v=spf1 -all', nextCheckAt: now }
        return (await transaction(tx => store.updateConfiguration(tx, id('owner hosted own'), change))).originalRecord
      },
      touches: ['flattening owner hosted own: next_check_at, original_record'],
      answers: 'v=spf1 -all',
    },
  },
  claimConfigurations: {
    'takes those that are due, the longest waiting first, and never what is over': {
      call: async ({ now, transaction }) => {
        const until = new Date(now.getTime() + minute)
        const rows = await transaction(tx => store.claimConfigurations(tx, { now, until, limit: 9 }))
        return rows.map(({ id, nextCheckAt }) => [id, nextCheckAt.getTime() - now.getTime()])
      },
      touches: ['flattening neighbor hosted shared: next_check_at', 'flattening owner hosted shared: next_check_at'],
      answers: [
        ['owner hosted shared', minute],
        ['neighbor hosted shared', minute],
      ],
    },
    'takes no more than the limit': {
      call: async ({ now, transaction }) =>
        (await transaction(tx => store.claimConfigurations(tx, { now, until: now, limit: 1 }))).length,
      touches: ['flattening owner hosted shared: next_check_at'],
      answers: 1,
    },
  },
  claimConfiguration: {
    'takes one that is not due, as it is now': {
      call: async ({ db, id, now }) => {
        const row = await store.claimConfiguration(db, id('owner'), id('owner hosted own'), now)
        return [row?.originalRecord, row?.nextCheckAt]
      },
      touches: ['flattening owner hosted own: next_check_at'],
      answers: ['v=spf1 ip4:192.0.2.1 -all', '2026-11-20T09:00:00.000Z'],
    },
    'takes none of another workspace, and no retired one': {
      call: ({ db, id, now }) =>
        Promise.all(
          [id('neighbor hosted own'), id('owner hosted retired'), unknownId, 'no id'].map(each =>
            store.claimConfiguration(db, id('owner'), each, now),
          ),
        ),
      touches: [],
      answers: [null, null, null, null],
    },
  },
  storeCheck: {
    'writes the end of a check': {
      call: async world => {
        const row = await claimed(world, 'owner hosted shared')
        const change = { failures: 1, problem: 'a problem', nextCheckAt: world.now }
        return (await world.transaction(tx => store.storeCheck(tx, row, change)))?.problem
      },
      touches: ['flattening owner hosted shared: failures, next_check_at, problem'],
      answers: 'a problem',
    },
    'writes nothing after another process took it over': {
      call: async world => {
        const row = { ...(await claimed(world, 'owner hosted shared')), nextCheckAt: new Date(0) }
        return world.transaction(tx => store.storeCheck(tx, row, { failures: 1, nextCheckAt: world.now }))
      },
      touches: [],
      answers: null,
    },
  },
  insertVersion: {
    'adds one': {
      call: ({ id, now, transaction }) =>
        transaction(tx =>
          store.insertVersion(tx, {
            flatteningId: id('owner hosted own'),
            at: now,
            reason: 'edited',
            originalRecord: 'v=spf1 -all',
            records: [],
            added: [],
            removed: [],
          }),
        ),
      touches: ['+ flattening_version of owner hosted own'],
      answers: null,
    },
  },
  forgetVersions: {
    'keeps the newest 200 of each record, and those of two days': {
      call: async ({ db, id, now, transaction }) => {
        await transaction(async tx => {
          for (let at = 0; at < 200; at++) {
            await store.insertVersion(tx, {
              flatteningId: id('owner hosted own'),
              at: new Date(now.getTime() + at),
              reason: 'upstream',
              originalRecord: 'v=spf1 -all',
              records: [],
              added: [],
              removed: [],
            })
          }
        })
        await store.forgetVersions(db, now)
        const kept = await store.versionsOf(db, id('owner hosted own'), 1000)
        return [kept.length, (await store.versionsOf(db, id('owner hosted shared'), 1000)).length]
      },
      touches: [
        ...Array.from({ length: 200 }, () => '+ flattening_version of owner hosted own'),
        '- flattening_version owner version 1 created',
        '- flattening_version owner version 1 upstream',
      ],
      answers: [200, 2],
    },
  },
  versionsSince: {
    'lists those of one record, the oldest first': {
      call: async ({ id, now, transaction }) => {
        const since = (days: number) => new Date(now.getTime() - days * 86_400_000)
        const rows = [9, 6].map(days => transaction(tx => store.versionsSince(tx, id('owner hosted own'), since(days))))
        return (await Promise.all(rows)).map(versions => versions.map(version => version.id))
      },
      touches: [],
      answers: [['owner version 1 created', 'owner version 1 upstream'], []],
    },
  },
  includesOfHosted: {
    'tells what hosted records of all workspaces include': {
      call: ({ db }) => store.includesOfHosted(db, ['neighbor-own.waxseal.email', 'unknown.waxseal.email']),
      touches: [],
      answers: [{ hostedName: 'neighbor-own.waxseal.email', includes: [] }],
    },
  },
  versionsOf: {
    'lists those of one record, the newest first, no more than the limit': {
      call: async ({ db, id }) => {
        const all = await store.versionsOf(db, id('owner hosted own'), 9)
        const one = await store.versionsOf(db, id('owner hosted own'), 1)
        return [all, one].map(rows => rows.map(row => row.id))
      },
      touches: [],
      answers: [['owner version 1 upstream', 'owner version 1 created'], ['owner version 1 upstream']],
    },
  },
})
