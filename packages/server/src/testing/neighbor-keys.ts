import * as schema from '../db/schema/index.ts'
import type { Database } from '../db/store.ts'
import type { Filling } from './neighbor-rows.ts'

const day = 86_400_000

/** API keys of both members: one that works, one that has expired, one that was revoked long ago, and one of the guest. */
export async function fillKeysOf(
  db: Database,
  { name, workspace, person, guest, make, now }: Filling & { guest: { id: string } },
  ago: (ms: number) => Date,
): Promise<void> {
  const key = (what: string, rest: Partial<typeof schema.apiKey.$inferInsert>) => ({
    workspaceId: workspace.id,
    name: `${what} of ${name}`,
    keyHash: `hash of ${workspace.id} ${what}`,
    startsWith: 'ak_first',
    scopes: ['read' as const],
    createdBy: person.id,
    createdAt: ago(20 * day),
    ...rest,
    id: make(`${name} key ${what}`),
  })
  await db.insert(schema.apiKey).values([
    // A moment later than any other.
    key('works', { createdAt: now, lastUsedAt: ago(day) }),
    key('expired', { expiresAt: ago(day) }),
    key('revoked', { createdAt: ago(90 * day), revokedAt: ago(60 * day) }),
    key('guest', { createdBy: guest.id, createdAt: ago(30 * day), expiresAt: ago(-day) }),
  ])
}
