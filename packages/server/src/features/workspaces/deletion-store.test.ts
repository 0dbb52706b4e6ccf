import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './deletion-store.ts'
import { personOfSubject } from './store.ts'

const hour = 3_600_000
const ago = ({ now }: World, hours: number) => new Date(now.getTime() - hours * hour)

/** Deletes the person and the workspace with these names. */
async function deleted(world: World, name: 'owner' | 'neighbor', at: Date): Promise<void> {
  await world.transaction(async tx => {
    await store.markPersonDeleted(tx, world.id(`person of ${name}`), at)
    await store.markWorkspacesDeleted(tx, [world.id(name)], at)
  })
}

const theirRow = async (world: World) => {
  const row = await personOfSubject(world.db, 'user of owner')
  if (row === undefined) throw new Error('the owner is gone')
  return row
}

storeTests<typeof store>('the store of deleted accounts', {
  markPersonDeleted: {
    'marks one person, once': {
      call: async world => {
        const mark = () => world.transaction(tx => store.markPersonDeleted(tx, world.id('person of owner'), world.now))
        return [await mark(), await mark()]
      },
      touches: ['person person of owner: deleted_at'],
      answers: [true, false],
    },
  },
  markWorkspacesDeleted: {
    'keeps the time of one that is deleted already': {
      call: async world => {
        await deleted(world, 'owner', ago(world, 2))
        await world.transaction(tx => store.markWorkspacesDeleted(tx, [world.id('owner')], world.now))
        return store.workspacesDeletedBy(world.db, ago(world, 1), { after: null, limit: 10 })
      },
      touches: ['person person of owner: deleted_at', 'workspace owner: deleted_at'],
      answers: ['owner'],
    },
  },
  unmarkDeleted: {
    'restores a person with the workspace that was deleted with them': {
      call: async world => {
        await deleted(world, 'owner', ago(world, 2))
        await deleted(world, 'neighbor', ago(world, 2))
        const row = await theirRow(world)
        return world.transaction(tx => store.unmarkDeleted(tx, row, ago(world, 3)))
      },
      touches: ['person person of neighbor: deleted_at', 'workspace neighbor: deleted_at'],
      answers: true,
    },
    'leaves a workspace that was deleted at another time': {
      call: async world => {
        await world.transaction(tx => store.markWorkspacesDeleted(tx, [world.id('owner')], ago(world, 9)))
        await deleted(world, 'owner', ago(world, 2))
        const row = await theirRow(world)
        return world.transaction(tx => store.unmarkDeleted(tx, row, ago(world, 3)))
      },
      touches: ['workspace owner: deleted_at'],
      answers: true,
    },
    'restores none that is not deleted, or was deleted too long ago': {
      call: async world => {
        const live = await theirRow(world)
        const first = await world.transaction(tx => store.unmarkDeleted(tx, live, ago(world, 3)))
        await deleted(world, 'owner', ago(world, 3))
        const row = await theirRow(world)
        return [first, await world.transaction(tx => store.unmarkDeleted(tx, row, ago(world, 3)))]
      },
      touches: ['person person of owner: deleted_at', 'workspace owner: deleted_at'],
      answers: [false, false],
    },
  },
  workspacesDeletedBy: {
    'finds those that were deleted by a moment, page by page': {
      call: async world => {
        await deleted(world, 'owner', ago(world, 2))
        await deleted(world, 'neighbor', ago(world, 1))
        const page = (hours: number, after: string | null, limit: number) =>
          store.workspacesDeletedBy(world.db, ago(world, hours), { after, limit })
        const [first] = await page(0, null, 1)
        const rest = await page(0, first ?? null, 9)
        return [await page(2, null, 9), [first, ...rest].sort((a = '') => (world.id('owner') === a ? -1 : 1))]
      },
      touches: [
        'person person of neighbor: deleted_at',
        'person person of owner: deleted_at',
        'workspace neighbor: deleted_at',
        'workspace owner: deleted_at',
      ],
      answers: [['owner'], ['owner', 'neighbor']],
    },
  },
  peopleDeletedBy: {
    'finds those who were deleted by a moment, page by page': {
      call: async world => {
        await deleted(world, 'owner', ago(world, 2))
        const page = async (hours: number, after: string | null) =>
          (await store.peopleDeletedBy(world.db, ago(world, hours), { after, limit: 9 })).map(({ id }) => id)
        return [await page(2, null), await page(3, null), await page(2, world.id('person of owner'))]
      },
      touches: ['person person of owner: deleted_at', 'workspace owner: deleted_at'],
      answers: [['person of owner'], [], []],
    },
  },
  removeWorkspace: {
    'removes none that is not deleted': {
      call: world => store.removeWorkspace(world.db, world.id('owner'), world.now),
      touches: [],
      answers: null,
    },
  },
  removePerson: {
    'removes none who is not deleted': {
      call: world => store.removePerson(world.db, world.id('person of owner'), world.now),
      touches: [],
      answers: null,
    },
  },
})
