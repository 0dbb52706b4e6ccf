import type { DnsChange } from '@waxseal/core/watch'
import { storeTests, type World } from '../../testing/neighbors.ts'
import * as store from './change-store.ts'

const day = 86_400_000
const mx: DnsChange = {
  change_type: 'mx_added',
  severity: 'info',
  change_description: 'MX record added',
  old_value: null,
  new_value: ['10 mx.example.net'],
  part: 'mx',
  fingerprint: 'new',
}
/** Before every change. */
const since = new Date(0)
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const ago = ({ now }: World, days: number) => new Date(now.getTime() - days * day)

const insert = ({ transaction, id, now }: World, changes: readonly DnsChange[]) => {
  const of = { workspaceId: id('owner'), domainId: id('owner/own'), foundAt: now }
  return transaction(tx => store.insertChanges(tx, of, changes))
}

storeTests<typeof store>('the store of DNS changes', {
  insertChanges: {
    'stores a change once, however often it is found': {
      call: async world => [(await insert(world, [mx])).length, (await insert(world, [mx])).length],
      touches: ['+ dns_change of owner/own owner'],
      answers: [1, 0],
    },
    'stores none without any': { call: world => insert(world, []), touches: [], answers: [] },
  },
  changeOf: {
    'finds a change of its workspace alone': {
      call: async ({ db, id }) => [
        (await store.changeOf(db, id('owner'), id('owner/own change 1')))?.id,
        (await store.changeOf(db, id('owner'), id('neighbor/own change 1')))?.id,
        (await store.changeOf(db, id('owner'), 'no id'))?.id,
      ],
      touches: [],
      answers: ['owner/own change 1', null, null],
    },
  },
  changesOf: {
    'lists those of a workspace, the newest first': {
      call: async ({ db, id }) =>
        idsOf(await store.changesOf(db, { workspaceId: id('owner'), domainId: null, since, before: null, limit: 10 })),
      touches: [],
      answers: ['owner/own change 2', 'owner/shared change 2', 'owner/own change 1', 'owner/shared change 1'],
    },
    'lists none that was found before the plan shows changes': {
      call: async world => {
        const of = { workspaceId: world.id('owner'), domainId: null, since: ago(world, 30) }
        return idsOf(await store.changesOf(world.db, { ...of, before: null, limit: 10 }))
      },
      touches: [],
      answers: ['owner/own change 2', 'owner/shared change 2'],
    },
    'lists those of one domain, from one of them on': {
      call: async ({ db, id }) => {
        const of = { workspaceId: id('owner'), domainId: id('owner/own'), since, limit: 10 }
        const before = (await store.changeOf(db, id('owner'), id('owner/own change 2'))) ?? null
        return [
          idsOf(await store.changesOf(db, { ...of, before: null })),
          idsOf(await store.changesOf(db, { ...of, before })),
          idsOf(await store.changesOf(db, { ...of, domainId: id('neighbor/own'), before: null })),
        ]
      },
      touches: [],
      answers: [['owner/own change 2', 'owner/own change 1'], ['owner/own change 1'], []],
    },
    'leaves none out and repeats none where many were found at the same time': {
      call: async world => {
        const { db, id } = world
        await insert(
          world,
          ['a', 'b', 'c'].map(fingerprint => ({ ...mx, fingerprint })),
        )
        const of = { workspaceId: id('owner'), domainId: id('owner/own'), since, limit: 1 }
        const found: string[] = []
        let before: store.ChangeRow | null = null
        for (;;) {
          const [row]: store.ChangeRow[] = await store.changesOf(db, { ...of, before })
          if (row === undefined) return [found.length, new Set(found).size]
          found.push(row.fingerprint)
          before = row
        }
      },
      touches: Array.from({ length: 3 }, () => '+ dns_change of owner/own owner'),
      answers: [5, 5],
    },
  },
  changeCounts: {
    'counts those of a workspace by domain and severity': {
      call: async ({ db, id }) => (await store.changeCounts(db, { workspaceId: id('owner'), since })).length,
      touches: [],
      answers: 4,
    },
    'counts none that was found before the plan shows changes': {
      call: async world =>
        (await store.changeCounts(world.db, { workspaceId: world.id('owner'), since: ago(world, 30) })).length,
      touches: [],
      answers: 2,
    },
  },
  forgetChanges: {
    'deletes the older ones of all workspaces': {
      call: world => store.forgetChanges(world.db, ago(world, 30)),
      touches: [
        '- dns_change neighbor/own change 1',
        '- dns_change neighbor/shared change 1',
        '- dns_change owner/own change 1',
        '- dns_change owner/shared change 1',
      ],
      answers: null,
    },
  },
})
