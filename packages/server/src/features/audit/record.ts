import { type AuditDetail, type AuditEvent, domainsOf, namesKept, withImpersonator } from '@waxseal/core/audit'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import type { Actor, PersonActor } from '../workspaces/actor.ts'
import { callerName } from '../workspaces/caller-name.ts'
import { personOfSubject } from '../workspaces/store.ts'
import { insertEvent, insertEventDomains, insertEventOnce } from './store.ts'

/** Who did it: a caller, or one of those without an account. */
export type By = Actor['by'] | { kind: 'link' | 'operator' | 'waxseal' }

/** The server itself, as a job or an event of the payment provider. */
export const bySelf: By = { kind: 'waxseal' }

/** The longest names there are: an email address has 254 characters, a domain 253, a workspace 100. */
const charactersKept = 300

type Clock = Pick<Deps, 'now'>

/**
 * Records what was done in a workspace. Call it in the transaction of the change, so that there is neither a change without
 * its event nor an event without its change. Secrets do not belong into it.
 *
 * @param memberId the member whom the event is about
 */
export async function recordEvent(
  { now }: Clock,
  tx: Tx,
  { workspace, by }: { workspace: { id: string }; by: By },
  event: AuditEvent,
  memberId?: string,
): Promise<void> {
  const workspaceId = workspace.id
  const eventId = await insertEvent(tx, { workspaceId, memberId, ...(await rowOf({ now }, tx, by, event)) })
  const names = domainsOf(event)
  if (names.length > 0) await insertEventDomains(tx, names, { eventId, workspaceId })
}

/** What is about a person and no workspace: that person alone sees it. */
export type OwnEvent = Extract<AuditEvent, { action: `account.${string}` }>

/** Records what is about the sign-in or the account of a person, as `recordEvent` does. */
export async function recordOwnEvent(
  { now }: Clock,
  tx: Tx,
  personId: string,
  event: OwnEvent,
  by: By = { kind: 'person', id: personId },
): Promise<void> {
  await insertEvent(tx, { personId, ...(await rowOf({ now }, tx, by, event)) })
}

/**
 * Records what someone did with their sign-in, by the auth provider's id. Someone whose first call is still to come is no
 * person yet: that call records the new account.
 */
export async function recordOfSubject(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  { subject, action }: { subject: string; action: Exclude<OwnEvent['action'], 'account.email_changed'> },
): Promise<void> {
  await store.transaction(async tx => {
    const person = await personOfSubject(tx, subject)
    if (person !== undefined) await recordOwnEvent({ now }, tx, person.id, { action })
  })
}

/** Records what is about a person's sign-in, unless there is an event with this id. */
export async function recordOnce(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  { id, by, event }: { id: string; by: PersonActor['by']; event: OwnEvent },
): Promise<void> {
  const personId = by.id
  await store.transaction(async tx => {
    const row = await rowOf({ now }, tx, by, event)
    await insertEventOnce(tx, { id, personId, ...row })
  })
}

async function rowOf({ now }: Clock, tx: Tx, by: By, { action, subject = '', detail }: AuditEvent) {
  const isCaller = by.kind === 'person' || by.kind === 'key'
  const { name, email } = isCaller ? await callerName(tx, by) : { name: '', email: null }
  return {
    at: now(),
    actorKind: by.kind,
    actorId: by.kind === 'person' ? by.id : by.kind === 'key' ? by.keyId : null,
    actorName: name,
    actorEmail: email,
    action,
    subject: clipped(subject),
    detail: bounded(withImpersonator({ ...detail }, by.kind === 'person' ? (by.impersonator ?? null) : null)),
  }
}

function bounded(detail: AuditDetail): AuditDetail {
  const entries = Object.entries(detail).map(([key, value]) => [
    key,
    typeof value === 'string'
      ? clipped(value)
      : typeof value === 'number'
        ? value
        : value.slice(0, namesKept).map(clipped),
  ])
  return Object.fromEntries(entries)
}

function clipped(text: string): string {
  return text.length > charactersKept ? `${text.slice(0, charactersKept - 1).toWellFormed()}…` : text
}
