import { type auditLog as endpoint, type ReplyOf, wording } from '@waxseal/contract'
import { type AuditGroup, actionsIn, auditText, groupOf } from '@waxseal/core/audit'
import { isAtLeast } from '@waxseal/core/plan'
import { normalizeDomain } from '@waxseal/scanner'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { type Actor, authorId } from '../workspaces/actor.ts'
import { type EventRow, eventsSeen, placeOf, type Reader } from './store.ts'

type Reply = ReplyOf<typeof endpoint>

/** From this role on a member sees what others did. */
export const seesAll = 'admin'

interface Wanted {
  limit: number
  /** The id of an event: only earlier ones. */
  before?: string | undefined
  action?: AuditGroup | undefined
  domain?: string | undefined
}

/**
 * A page of the audit log, newest first. An API key reads what happened in the workspace, and no sign-in of a person.
 *
 * @throws Refusal `invalid_domain`; `not_found` for a `before` that is no event of this log
 */
export async function readLog(
  { store: { db } }: Pick<Deps, 'store'>,
  actor: Actor,
  { limit, before, action, domain }: Wanted,
): Promise<Reply> {
  const personId = authorId(actor)
  const reader: Reader = { workspaceId: actor.workspace.id, personId, seesAll: isAtLeast(actor.role, seesAll) }
  const about = domain === undefined ? undefined : nameOf(domain)
  const place = before === undefined ? null : await placeOf(db, reader, before)
  if (place === undefined) throw new Refusal('not_found', wording.notFound)
  const actions = actionsIn(action, { ofDomain: about !== undefined })
  const rows = await eventsSeen(db, reader, { before: place, limit: limit + 1, actions, about })
  const events = rows.slice(0, limit).map(row => present(row, personId))
  return { events, next: rows.length > limit ? (events.at(-1)?.id ?? null) : null }
}

function nameOf(typed: string): string {
  const normalized = normalizeDomain(typed)
  if (!normalized.ok) throw new Refusal('invalid_domain', wording.invalidDomain)
  return normalized.ascii
}

function present(row: EventRow, reader: string | null): Reply['events'][number] {
  const { id, at, action, subject, actorKind: kind, actorName: name, actorEmail: email, actorId } = row
  return {
    id,
    at: at.toISOString(),
    text: auditText(row),
    action,
    group: groupOf(action),
    subject,
    actor: { kind, name, email, you: kind === 'person' && actorId === reader },
  }
}
