import { eq } from 'drizzle-orm'
import * as schema from '../db/schema/index.ts'
import type { Database } from '../db/store.ts'
import type { Deps } from '../deps.ts'
import { shareReport } from '../features/sharing/shares.ts'
import { dayOf } from '../features/usage/period.ts'
import type { PersonActor } from '../features/workspaces/actor.ts'
import type { Filling, FillingDomain } from './neighbor-rows.ts'

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

/** Share links of a domain: one that works and was opened, one that was not, and one that has expired. */
export async function fillShares(
  db: Database,
  { workspace, person, make, now, domain, called }: FillingDomain,
): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * day)
  const share = (what: string, rest: { createdAt: Date; expiresAt: Date; opened?: number; lastOpenedOn?: string }) => ({
    id: make(`${called} share ${what}`),
    workspaceId: workspace.id,
    domainId: domain.id,
    tokenHash: `hash of ${domain.id} ${what}`,
    createdBy: person.id,
    ...rest,
  })
  await db
    .insert(schema.reportShare)
    .values([
      share('opened', { createdAt: ago(9), expiresAt: ago(-21), opened: 3, lastOpenedOn: dayOf(ago(1)) }),
      share('new', { createdAt: now, expiresAt: ago(-30) }),
      share('expired', { createdAt: ago(40), expiresAt: ago(10), opened: 1, lastOpenedOn: dayOf(ago(35)) }),
    ])
}

/** A share link called `link`, and the name and the logo on reports as if they had never been changed. */
export async function aShareLink(
  deps: Pick<Deps, 'store' | 'now' | 'env'>,
  actor: PersonActor,
  { domainId, names }: { domainId: string; names: Map<string, string> },
): Promise<{ shareId: string; shareToken: string }> {
  const { share, url } = await shareReport(deps, actor, { domainId, days: 30 })
  names.set(share.id, 'link')
  const { db } = deps.store
  await db.delete(schema.reportIdentity).where(eq(schema.reportIdentity.workspaceId, actor.workspace.id))
  const filling = { name: 'owner', workspace: actor.workspace, person: actor.by, now: new Date(0) }
  await fillReportIdentity(db, filling)
  return { shareId: share.id, shareToken: url.slice(url.lastIndexOf('/') + 1) }
}

/** The name and the logo on reports. */
export async function fillReportIdentity(
  db: Database,
  { name, workspace, person, now }: Pick<Filling, 'name' | 'workspace' | 'now'> & { person: { id: string } },
): Promise<void> {
  const logo = { logo: Buffer.from(`logo of ${name}`), logoType: 'image/png' as const, logoWidth: 40, logoHeight: 20 }
  const row = { workspaceId: workspace.id, name: `Reports of ${name}`, changedAt: now, author: person.id }
  await db.insert(schema.reportIdentity).values({ ...row, ...logo })
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
