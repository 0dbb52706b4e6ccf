import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './blocklist-store.ts'

const aList = ({ id, now }: World, zone: string) => ({
  workspaceId: id('owner'),
  name: 'Ours',
  zone,
  kind: 'ip' as const,
  codes: [],
  addedAt: now,
  author: null,
  testState: 'unchecked' as const,
  testReason: 'It did not answer in time.',
})

storeTests<typeof store>('the store of own blocklists', {
  ownBlocklists: {
    'are those of one workspace, the first added first': {
      call: async ({ db, id }) => (await store.ownBlocklists(db, id('owner'))).map(row => row.id),
      touches: [],
      answers: ['owner list bl.shared.example', 'owner list bl.owner.example'],
    },
  },
  insertOwnBlocklist: {
    'adds one, of a zone that the neighbor has too': {
      call: async world =>
        (await world.transaction(tx => store.insertOwnBlocklist(tx, aList(world, 'bl.neighbor.example'))))?.zone,
      touches: ['+ own_blocklist of owner'],
      answers: 'bl.neighbor.example',
    },
    'leaves the one there is': {
      call: world => world.transaction(tx => store.insertOwnBlocklist(tx, aList(world, 'bl.shared.example'))),
      touches: [],
      answers: null,
    },
  },
  removeOwnBlocklist: {
    'deletes one of its workspace alone': {
      call: async ({ db, id }) => [
        (await store.removeOwnBlocklist(db, id('owner'), id('owner list bl.shared.example')))?.zone,
        await store.removeOwnBlocklist(db, id('owner'), id('neighbor list bl.shared.example')),
        await store.removeOwnBlocklist(db, id('owner'), 'no id'),
      ],
      touches: ['- own_blocklist owner list bl.shared.example'],
      answers: ['bl.shared.example', null, null],
    },
  },
  blocklistsOff: {
    'are those of one workspace': {
      call: ({ db, id }) => store.blocklistsOff(db, id('owner')),
      touches: [],
      answers: ['kempt', 'swinog'],
    },
  },
  storeBlocklistsOff: {
    'puts others in place of those of one workspace': {
      call: async ({ db, id, transaction, now }) => {
        await transaction(tx => store.storeBlocklistsOff(tx, id('owner'), ['psbl'], { at: now, author: null }))
        return store.blocklistsOff(db, id('owner'))
      },
      touches: ['+ blocklist_off owner psbl', '- blocklist_off owner kempt', '- blocklist_off owner swinog'],
      answers: ['psbl'],
    },
    'turns all on again': {
      call: ({ id, transaction, now }) =>
        transaction(tx => store.storeBlocklistsOff(tx, id('owner'), [], { at: now, author: null })),
      touches: ['- blocklist_off owner kempt', '- blocklist_off owner swinog'],
      answers: null,
    },
  },
})
