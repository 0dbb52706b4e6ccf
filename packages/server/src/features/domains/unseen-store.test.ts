import type { UnseenChange } from '@waxseal/core/watch'
import { eq } from 'drizzle-orm'
import { domain } from '../../db/schema/index.ts'
import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './unseen-store.ts'

const change: UnseenChange = {
  record: 'dmarc',
  description: 'DMARC policy weakened from reject to none',
  detected_at: '2026-11-20T09:00:00.000Z',
  severity: 'critical',
  ids: ['c1'],
  part: 'dmarc',
  kind: 'dmarc',
  question: { name: '_dmarc.own.example', type: 'TXT' },
  before: ['v=DMARC1; p=reject'],
  after: ['v=DMARC1; p=none'],
}

/** Both workspaces have a domain that changed and whose own scan is due. */
async function changed({ db, id, now }: World): Promise<void> {
  for (const name of ['owner/own', 'neighbor/own'])
    await db
      .update(domain)
      .set({ unseenChanges: [change], ownScanDueAt: now })
      .where(eq(domain.id, id(name)))
}
const touches = ['neighbor', 'owner'].map(name => `domain ${name}/own: own_scan_due_at, unseen_changes`)

storeTests<typeof store>('the store of changes that no scan has seen', {
  updateUnseen: {
    'notes them for one domain': {
      call: ({ transaction, id, now }) =>
        transaction(tx => store.updateUnseen(tx, id('owner/own'), { unseenChanges: [change], ownScanAt: now })),
      touches: ['domain owner/own: own_scan_at, unseen_changes'],
      answers: null,
    },
  },
  dueForOwnScan: {
    'finds what is due of every workspace, at most so many, and none too early': {
      call: async world => {
        await changed(world)
        const early = new Date(world.now.getTime() - 1)
        return world.transaction(async tx => {
          const all = await store.dueForOwnScan(tx, world.now, 10)
          return [
            all.length,
            (await store.dueForOwnScan(tx, world.now, 1)).length,
            (await store.dueForOwnScan(tx, early, 10)).length,
          ]
        })
      },
      touches,
      answers: [2, 1, 0],
    },
  },
  dueForCertificateLook: {
    'finds the domains of every workspace whose certificates are due, the longest due first, and none too early': {
      call: async world => {
        const due = async (key: string, before: number) =>
          world.db
            .update(domain)
            .set({ certificateDueAt: new Date(world.now.getTime() - before) })
            .where(eq(domain.id, world.id(key)))
        await due('owner/shared', 0)
        await due('neighbor/own', 1)
        const early = new Date(world.now.getTime() - 2)
        return world.transaction(async tx => {
          const ids = async (at: Date, limit: number) =>
            (await store.dueForCertificateLook(tx, at, limit)).map(({ id }) => id === world.id('owner/shared'))
          return [await ids(world.now, 10), await ids(world.now, 1), await ids(early, 10)]
        })
      },
      touches: ['domain neighbor/own: certificate_due_at', 'domain owner/shared: certificate_due_at'],
      answers: [[false, true], [false], []],
    },
  },
  ownScansOf: {
    'counts the domains of one workspace whose own scan waits or started since': {
      call: async world => {
        await changed(world)
        const count = () => world.transaction(tx => store.ownScansOf(tx, world.id('owner'), world.now))
        const waiting = await count()
        const at = new Date(world.now.getTime() + 1)
        await world.db
          .update(domain)
          .set({ ownScanAt: at })
          .where(eq(domain.id, world.id('owner/shared')))
        return [waiting, await count()]
      },
      touches: [...touches, 'domain owner/shared: own_scan_at'],
      answers: [1, 2],
    },
  },
  unseenOf: {
    'tells those of one domain': {
      call: async world => {
        await changed(world)
        return world.transaction(async tx => {
          const of = async (name: string) => (await store.unseenOf(tx, world.id(name))).length
          return [await of('owner/own'), await of('owner/shared')]
        })
      },
      touches,
      answers: [1, 0],
    },
  },
})
