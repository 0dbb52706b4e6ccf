import * as schema from '../db/schema/index.ts'
import type { Database } from '../db/store.ts'
import type { Filling } from './neighbor-rows.ts'

const hour = 3_600_000
const day = 24 * hour

/** The hosted zone itself, which both share. */
export async function fillZone(db: Database, now: Date): Promise<void> {
  await db
    .insert(schema.hostedZone)
    .values({ name: 'waxseal.email', nonce: 'waxseal-zone=1', change: 100, provedAt: now, checkedAt: now })
    .onConflictDoNothing()
}

/** Three hosted records: of a domain that includes it, of one that does not yet, and one without a domain. */
export async function fillHosted(
  db: Database,
  { name, workspace, person, make }: Filling,
  [shared, own]: readonly { id: string; name: string }[],
  ago: (ms: number) => Date,
): Promise<void> {
  type Row = typeof schema.flattening.$inferInsert
  const hosted = (
    what: string,
    { createdAt, ...rest }: Partial<Omit<Row, 'id' | 'hostedName'>> & { createdAt: Date },
  ) => {
    const label = `${name}-${what}`
    const hostedName = `${label}.waxseal.email`
    return {
      id: make(`${name} hosted ${what}`),
      workspaceId: workspace.id,
      originalDomain: `${what}.example`,
      originalRecord: 'v=spf1 ip4:192.0.2.1 -all',
      label,
      hostedName,
      view: viewOf(hostedName),
      memory: {
        version: 2 as const,
        accepted: { addresses: [], kept: [] },
        sources: [
          {
            name: 'addresses',
            addresses: ['192.0.2.1'],
            kept: [],
            grown: [],
            waiting: null,
            keptOut: { addresses: [], kept: [] },
          },
        ],
        asked: null,
        passing: ['192.0.2.1'],
        kept: [],
        hosts: { answering: [], silent: [] },
        withheld: [],
        removed: [],
      },
      ttl: 300,
      author: person.id,
      changedAt: ago(day),
      checkedAt: ago(hour),
      nextCheckAt: ago(name === 'owner' ? 2 * hour : hour),
      createdAt,
      ...rest,
    } satisfies Row
  }
  const rows = [
    hosted('shared', { domainId: shared?.id ?? null, included: true, live: true, createdAt: ago(9 * day) }),
    hosted('own', { domainId: own?.id ?? null, nextCheckAt: ago(-hour), createdAt: ago(8 * day) }),
    hosted('retired', { nextCheckAt: null, retiredAt: ago(5 * day), createdAt: ago(10 * day) }),
  ]
  await db.insert(schema.flattening).values(rows)
  await db.insert(schema.hostedRecord).values(
    rows.map(({ id, hostedName }, at) => ({
      name: hostedName,
      flatteningId: id,
      value: at === 2 ? null : 'v=spf1 ip4:192.0.2.1 -all',
      ttl: 300,
      change: (name === 'owner' ? 1 : 11) + at,
      changedAt: ago(day),
    })),
  )
  await db.insert(schema.flatteningVersion).values(
    rows.slice(0, 2).flatMap(({ id, view, originalRecord }, at) =>
      (['created', 'upstream'] as const).map((reason, step) => ({
        id: make(`${name} version ${at} ${reason}`),
        flatteningId: id,
        at: ago((8 - at) * day - step * hour),
        reason,
        originalRecord,
        records: view.records,
        added: ['192.0.2.1'],
        removed: [],
      })),
    ),
  )
}

function viewOf(hostedName: string): (typeof schema.flattening.$inferSelect)['view'] {
  return {
    records: [{ name: hostedName, value: 'v=spf1 ip4:192.0.2.1 -all' }],
    published: `v=spf1 include:${hostedName} -all`,
    publishedWithEnding: `v=spf1 include:${hostedName} -all`,
    includes: [],
    proof: { ipv4: 1, ipv6: 0, lookupsBefore: 0, lookupsAfter: 1, kept: [], empty: [], changes: [], more: 0 },
  }
}
