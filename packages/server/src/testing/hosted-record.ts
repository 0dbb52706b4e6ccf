import { randomUUID } from 'node:crypto'
import { flattening } from '../db/schema/index.ts'
import type { Store } from '../db/store.ts'

/** A hosted SPF record of no domain, for tests of the records below it. Returns its id. */
export async function aFlattening({ db }: Pick<Store, 'db'>): Promise<string> {
  const at = new Date('2026-11-20T09:00:00Z')
  const [row] = await db
    .insert(flattening)
    .values({
      originalDomain: 'example.org',
      originalRecord: 'v=spf1 include:_spf.example.net -all',
      label: randomUUID(),
      view: {
        records: [],
        published: '',
        publishedWithEnding: '',
        includes: [],
        proof: { ipv4: 0, ipv6: 0, lookupsBefore: 0, lookupsAfter: 0, kept: [], empty: [], changes: [], more: 0 },
      },
      memory: { version: 1, passing: [], kept: [], empty: [], withheld: null, removed: [] },
      ttl: 300,
      createdAt: at,
      changedAt: at,
      nextCheckAt: at,
    })
    .returning({ id: flattening.id })
  if (row === undefined) throw new Error('no row')
  return row.id
}
