import type { AlertMemory } from '@waxseal/core/alert'
import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './memory-store.ts'

/** Stores the memory of one domain for another, under `key` and with other values. */
async function remember(
  { id, transaction }: World,
  domain: string,
  key: string,
  values: Partial<AlertMemory> = {},
): Promise<void> {
  await transaction(async tx => {
    const [known] = await store.memoryOf(tx, id('owner/shared'))
    if (known === undefined) throw new Error('nothing is remembered')
    const candidate = { ...known.candidate, key, description: `${key} of ${domain}` }
    await store.storeMemory(tx, id(domain), [{ ...known, ...values, candidate }])
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
  forgetResolved: {
    'deletes what is gone in all workspaces, when it was raised last before a time or never': {
      call: async world => {
        const before = new Date('2026-11-10T00:00:00.000Z')
        const all: [domain: string, key: string, Pick<AlertMemory, 'state' | 'raisedAt'>][] = [
          ['owner/own', 'old', { state: 'resolved', raisedAt: '2026-11-09T23:59:59.999Z' }],
          ['owner/own', 'recent', { state: 'resolved', raisedAt: '2026-11-10T00:00:00.000Z' }],
          ['owner/own', 'open', { state: 'open', raisedAt: '2026-01-01T00:00:00.000Z' }],
          ['owner/own', 'waiting', { state: 'waiting', raisedAt: null }],
          ['neighbor/shared', 'never sent', { state: 'resolved', raisedAt: null }],
        ]
        for (const [domain, key, values] of all) await remember(world, domain, key, values)
        await store.forgetResolved(world.db, before)
        const left = (domain: string) => world.transaction(tx => store.memoryOf(tx, world.id(domain)))
        return [...(await left('owner/own')), ...(await left('neighbor/shared'))].map(each => each.candidate.key)
      },
      touches: ['open', 'recent', 'waiting'].map(key => `+ alert_memory owner/own dmarc_fail ${key}`),
      answers: ['dmarc', 'open', 'recent', 'waiting', 'dmarc'],
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
