import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './memory-store.ts'

/** Stores the memory of one domain for another, as `state` and under `key`. */
async function remember({ id, transaction }: World, domain: string, key: string): Promise<void> {
  await transaction(async tx => {
    const [known] = await store.memoryOf(tx, id('owner/shared'))
    if (known === undefined) throw new Error('nothing is remembered')
    const candidate = { ...known.candidate, key, description: `${key} of ${domain}` }
    await store.storeMemory(tx, id(domain), [{ ...known, candidate }])
  })
}

storeTests<typeof store>('the store of remembered problems', {
  memoryOf: {
    'tells what is remembered of one domain': {
      call: async world => {
        await remember(world, 'neighbor/shared', 'another')
        const names = ['owner/shared', 'neighbor/shared']
        return world.transaction(async tx => {
          const all = []
          for (const name of names) all.push(await store.memoryOf(tx, world.id(name)))
          return all.map(memory => memory.map(({ candidate }) => candidate.description))
        })
      },
      touches: ['+ alert_memory neighbor/shared dmarc_fail another'],
      answers: [['DMARC record missing'], ['another of neighbor/shared', 'DMARC record missing']],
    },
  },
  storeMemory: {
    'takes the place of the memory of the same problem of the same domain': {
      call: world => remember(world, 'owner/own', 'dmarc'),
      touches: ['alert_memory owner/own dmarc_fail dmarc: memory'],
      answers: null,
    },
    'stores nothing when there is nothing': {
      call: ({ id, transaction }) => transaction(tx => store.storeMemory(tx, id('owner/own'), [])),
      touches: [],
      answers: null,
    },
  },
})
