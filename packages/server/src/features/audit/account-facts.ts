import {
  type AccountQuery,
  type ActivityFacts,
  absent,
  accountBounds,
  bounded,
  known,
  privateText,
  type Read,
} from '@waxseal/core/assistant'
import { actionsIn, auditText, groupOf } from '@waxseal/core/audit'
import { isAtLeast } from '@waxseal/core/plan'
import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { countedRows, countOf, within } from '../../db/bounded-read.ts'
import { auditEvent, auditEventDomain } from '../../db/schema/index.ts'
import type { Database } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { type Actor, authorId } from '../workspaces/actor.ts'
import { seesAll } from './log.ts'

const aboutDomains: ReadonlySet<string> = new Set(actionsIn(undefined, { ofDomain: true }))

/**
 * Who did what in the workspace, the newest first, for the analyst. As on the screen, members below the role `admin` see
 * what they did themselves. The sign-ins of a person belong to no workspace, and are not among them.
 */
export async function activityFacts(
  { store: { db } }: Pick<Deps, 'store'>,
  actor: Actor,
  asked: AccountQuery,
): Promise<Read<ActivityFacts>> {
  const { workspace, role } = actor
  const caller = authorId(actor)
  const isOwnOnly = !isAtLeast(role, seesAll)
  if (isOwnOnly && caller === null) return absent({ kind: 'role', least: seesAll })
  const where = and(
    eq(auditEvent.workspaceId, workspace.id),
    isOwnOnly && caller !== null ? and(eq(auditEvent.actorKind, 'person'), eq(auditEvent.actorId, caller)) : undefined,
    asked.domain === undefined ? undefined : isAbout(db, workspace.id, asked.domain),
    within(auditEvent.at, asked),
  )
  const [rows, counted] = await Promise.all([
    db
      .select()
      .from(auditEvent)
      .where(where)
      .orderBy(desc(auditEvent.at), desc(auditEvent.id))
      .limit(accountBounds.activity),
    countOf(db, db.select({ id: auditEvent.id }).from(auditEvent).where(where).limit(countedRows).as('counted')),
  ])
  const items = rows.map(row => {
    const { at, action, subject, actorKind: by, actorName, actorId } = row
    return {
      at: at.toISOString(),
      what: privateText('event', auditText(row)),
      action,
      group: groupOf(action),
      domain: aboutDomains.has(action) && subject !== '' ? subject : null,
      by,
      name: actorName === '' ? null : privateText(by === 'key' ? 'key' : 'person', actorName),
      isCaller: by === 'person' && actorId === caller,
    }
  })
  return known({ isOwnOnly, events: bounded(items, counted) })
}

/** Events about a domain, and those about several with this one. Each half is a walk along an index. */
function isAbout(db: Database, workspaceId: string, name: string): SQL | undefined {
  const about = and(eq(auditEvent.workspaceId, workspaceId), eq(auditEvent.subject, name))
  const among = and(eq(auditEventDomain.workspaceId, workspaceId), eq(auditEventDomain.name, name))
  const ids = union(
    db.select({ id: auditEvent.id }).from(auditEvent).where(about),
    db.select({ id: auditEventDomain.eventId }).from(auditEventDomain).where(among),
  )
  return inArray(auditEvent.id, ids)
}
