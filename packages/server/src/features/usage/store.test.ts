import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './store.ts'

const month = ({ id }: World, period = '2026-11') => ({ workspaceId: id('owner'), kind: 'scan', period }) as const

storeTests<typeof store>('the store of usage counters', {
  used: {
    'tells one counter': { call: world => store.used(world.db, month(world)), touches: [], answers: 4 },
    'is none before the first': {
      call: world => store.used(world.db, month(world, '2026-12')),
      touches: [],
      answers: 0,
    },
  },
  countUp: {
    'raises one counter': {
      call: world => world.transaction(tx => store.countUp(tx, month(world))),
      touches: ['usage_counter owner scan 2026-11: n'],
      answers: 5,
    },
    'begins one': {
      call: world => world.transaction(tx => store.countUp(tx, month(world, '2026-12'))),
      touches: ['+ usage_counter owner scan 2026-12'],
      answers: 1,
    },
  },
  giveBack: {
    'lowers one counter': {
      call: world => world.transaction(tx => store.giveBack(tx, month(world))),
      touches: ['usage_counter owner scan 2026-11: n'],
      answers: null,
    },
    'never below nothing': {
      call: async world => {
        for (let n = 0; n < 6; n++) await world.transaction(tx => store.giveBack(tx, month(world)))
        return store.used(world.db, month(world))
      },
      touches: ['usage_counter owner scan 2026-11: n'],
      answers: 0,
    },
  },
  forgetBefore: {
    'forgets the earlier periods of one kind, for all accounts': {
      call: ({ db }) => store.forgetBefore(db, 'threat', '2026-11-20'),
      touches: ['- usage_counter neighbor threat 2026-11-19', '- usage_counter owner threat 2026-11-19'],
      answers: null,
    },
    'takes no scan months when it forgets threat days': {
      call: ({ db }) => store.forgetBefore(db, 'threat', '2026-12-01'),
      touches: ['neighbor', 'owner'].flatMap(name =>
        ['2026-11-19', '2026-11-20'].map(period => `- usage_counter ${name} threat ${period}`),
      ),
      answers: null,
    },
  },
})
