import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './history-store.ts'

async function pointOf({ db, id }: World, domain: string, scan: string) {
  const points = await store.newestPoints(db, id(domain), 10)
  const found = points.find(point => point.id === id(`${domain} ${scan}`))
  if (found === undefined) throw new Error(`no ${scan} of ${domain}`)
  return found
}

storeTests<typeof store>('the store of past scans', {
  newestPoints: {
    'lists the scans of one domain, the newest first': {
      call: async ({ db, id }) => (await store.newestPoints(db, id('owner/shared'), 2)).map(point => point.id),
      touches: [],
      answers: ['owner/shared scan 3', 'owner/shared scan 2'],
    },
  },
  scoredBefore: {
    'finds the scan just before, of one domain': {
      call: async world => {
        const than = await pointOf(world, 'owner/shared', 'scan 3')
        return (await store.scoredBefore(world.db, world.id('owner/shared'), than))?.id
      },
      touches: [],
      answers: 'owner/shared scan 2',
    },
    'finds none where no scan had a score': {
      call: async world => {
        const than = await pointOf(world, 'owner/own', 'scan 3')
        return store.scoredBefore(world.db, world.id('owner/own'), than)
      },
      touches: [],
      answers: null,
    },
  },
  scansSince: {
    'lists those of one domain since a moment, the newest first': {
      call: async ({ db, id }) =>
        (await store.scansSince(db, id('owner/shared'), { since: new Date(0), limit: 2 })).map(scan => scan.id),
      touches: [],
      answers: ['owner/shared scan 3', 'owner/shared scan 2'],
    },
  },
})
