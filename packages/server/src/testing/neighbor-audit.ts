import * as schema from '../db/schema/index.ts'
import type { Database } from '../db/store.ts'
import type { Filling } from './neighbor-rows.ts'

const day = 86_400_000

/** What both members and a key did, one event too old to be kept, and the owner's sign-in. */
export async function fillAudit(
  db: Database,
  { name, workspace, person, guest, make }: Filling & { guest: { id: string } },
  ago: (ms: number) => Date,
): Promise<void> {
  const event = (
    what: string,
    at: Date,
    rest: Pick<typeof schema.auditEvent.$inferInsert, 'action'> & Partial<typeof schema.auditEvent.$inferInsert>,
  ) => ({
    workspaceId: workspace.id,
    at,
    actorKind: 'person' as const,
    actorId: person.id,
    actorName: `${name} of domains`,
    actorEmail: `${name}@example.org`,
    ...rest,
    id: make(`${name} event ${what}`),
  })
  const shared = { subject: 'shared.example' }
  const byGuest = { actorId: guest.id, actorName: `guest of ${name}`, actorEmail: `guest.${name}@example.org` }
  const byKey = { actorKind: 'key' as const, actorId: null, actorName: `works of ${name}`, actorEmail: null }
  const imported = event('imported', ago(2.5 * day), {
    action: 'domain.imported',
    detail: { count: 11, names: ['first.example'] },
  })
  await db.insert(schema.auditEvent).values([
    imported,
    event('old', ago(400 * day), { action: 'domain.added', ...shared }),
    event('added', ago(6 * day), { action: 'domain.added', ...shared }),
    event('role', ago(5 * day), {
      action: 'member.role_changed',
      subject: `guest.${name}@example.org`,
      memberId: guest.id,
      detail: { from: 'Viewer', to: 'Editor' },
    }),
    event('guest', ago(4 * day), { action: 'record.spf_generated', ...shared, ...byGuest }),
    // In one moment: their ids say which comes first.
    event('key', ago(3 * day), { action: 'record.dmarc_generated', ...shared, ...byKey }),
    event('renamed', ago(3 * day), { action: 'workspace.renamed', detail: { from: 'Kite', to: `domains of ${name}` } }),
    event('sign-in', ago(2 * day), { action: 'account.signed_in', workspaceId: null, personId: person.id }),
    event('guest sign-in', ago(day), {
      action: 'account.signed_in',
      workspaceId: null,
      personId: guest.id,
      ...byGuest,
    }),
  ])
  const of = { eventId: imported.id, workspaceId: workspace.id }
  const names = ['shared.example', 'eleventh.example']
  await db.insert(schema.auditEventDomain).values(names.map(each => ({ ...of, name: each })))
}
