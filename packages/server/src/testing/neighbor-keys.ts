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

/** Two own blocklists, of which both workspaces have one zone, and two lists of the catalogue that are off. */
export async function fillBlocklists(db: Database, { name, workspace, person, make, now }: Filling): Promise<void> {
  const workspaceId = workspace.id
  const list = (zone: string, addedAt: Date) => ({
    id: make(`${name} list ${zone}`),
    workspaceId,
    name: `List of ${name}`,
    zone,
    kind: 'ip' as const,
    codes: [{ address: '127.0.0.2', meaning: 'spam' }],
    addedAt,
    author: person.id,
    testState: 'passed' as const,
    testReason: null,
  })
  const before = new Date(now.getTime() - day)
  await db.insert(schema.ownBlocklist).values([list('bl.shared.example', before), list(`bl.${name}.example`, now)])
  const off = (id: string) => ({ workspaceId, list: id, at: before, author: person.id })
  await db.insert(schema.blocklistOff).values([off('swinog'), off(name === 'owner' ? 'kempt' : 'psbl')])
}
