import { expect, it } from 'vitest'
import { upgradedStore } from '../testing/older-store.ts'
import { onBothStores } from '../testing/store.ts'
import { flattening } from './schema/index.ts'

const at = '2026-11-20T09:00:00.123Z'
const memory = {
  version: 1,
  passing: ['192.0.2.1', '10.0.0.0/8'],
  kept: ['exists:%{i}.a.example', '-ptr:b.example'],
  hosts: { answering: [], silent: [] },
  withheld: [{ addresses: ['198.51.100.0/24'], kept: ['ptr:c.example'], since: at, isLarge: true }],
  removed: [],
}
const empty = { ...memory, passing: [], kept: [], withheld: [] }
const row = (n: number, stored: object) => `
  insert into flattening (id, original_domain, original_record, label, view, memory, ttl, created_at, changed_at)
    values ('00000000-0000-4000-8000-00000000000${n}', 'kite.example', 'v=spf1 -all', 'kite-${n}', '{}',
      '${JSON.stringify(stored)}', 300, '${at}', '${at}');`

onBothStores('a database from before growth was judged', kind => {
  it('has accepted for each hosted record what it serves', async () => {
    const store = await upgradedStore(kind, { migrations: 43, rows: row(1, memory) + row(2, empty) })
    try {
      const found = await store.db.select().from(flattening).orderBy(flattening.label)
      expect(found.map(each => each.memory)).toEqual([
        {
          ...memory,
          version: 2,
          sources: [],
          asked: null,
          accepted: {
            addresses: ['10.0.0.0/8', '192.0.2.1', '198.51.100.0/24'],
            kept: ['exists:%{i}.a.example', 'ptr:c.example'],
          },
        },
        { ...empty, version: 2, sources: [], asked: null, accepted: { addresses: [], kept: [] } },
      ])
    } finally {
      await store.close()
    }
  })
})
