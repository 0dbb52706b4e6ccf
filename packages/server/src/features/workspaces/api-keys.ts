import { type createApiKey, limits, type listApiKeys, type ReplyOf, wording } from '@waxseal/contract'
import { includedScopes, type KeyScope, mayUse } from '@waxseal/core/plan'
import { isUuid } from '../../db/uuid.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { Session } from '../../ports.ts'
import { recordEvent } from '../audit/record.ts'
import type { Actor, PersonActor } from './actor.ts'
import { hashOfKey, newKey } from './key-sign-in.ts'
import { insertKey, type KeyRow, keyCount, keysOf, revokeKey } from './key-store.ts'
import { requireLiveSession } from './live-session.ts'
import { lockedRole } from './members.ts'
import type { Person } from './sign-in.ts'

/** The characters of a key that its owner sees again: the prefix and 30 of its 192 random bits. */
const shownCharacters = 8
const expiryYearsMax = 2
/** How long ago an owner may have signed in who creates a key with the scope admin. */
const signedInMinutes = 10

/** The keys of the workspace that are not revoked, and whether the plan has them. */
export async function listKeys({ store, now }: Deps, { workspace }: Actor): Promise<ReplyOf<typeof listApiKeys>> {
  const rows = await keysOf(store.db, workspace.id)
  const at = now()
  return {
    keys: rows.map(({ key, author }) => present(key, author, at)),
    allowed: mayUse(workspace.tier, 'api_access'),
  }
}

/** Who creates a key. */
interface Creator {
  actor: PersonActor
  person: Person
  session: Session
}

/** A key as its creator describes it. */
interface Wanted {
  name: string
  scopes: readonly KeyScope[]
  expires_at: string | null
}

/**
 * Creates a key. Only this answer has it: the database keeps its hash.
 *
 * @throws Refusal `unauthorized` when the session has ended; `feature_locked`; `validation` for the expiry, or one key
 *   too many; `forbidden_role`; `sign_in_again` for the scope admin
 */
export async function createKey(
  deps: Deps,
  { actor, person, session }: Creator,
  { name, scopes, expires_at: expires }: Wanted,
): Promise<ReplyOf<typeof createApiKey>> {
  await requireLiveSession(deps, session)
  const { workspace, by } = actor
  const feature = 'api_access'
  if (!mayUse(workspace.tier, feature)) throw new Refusal('feature_locked', wording.apiKeysLocked, { feature })
  const included = includedScopes(scopes)
  const isAdmin = included.includes('admin')
  if (isAdmin) await requireNewSession(deps, actor, session)
  const now = deps.now()
  const expiresAt = expiryIn(expires, now)
  const key = newKey()
  const row = await deps.store.transaction(async tx => {
    const { own } = await lockedRole(tx, actor, 'admin')
    if (isAdmin && own.role !== 'owner') throw new Refusal('forbidden_role', wording.ownerCreatesAdminKey)
    if ((await keyCount(tx, workspace.id)) >= limits.apiKeys) throw new Refusal('validation', wording.keyLimit())
    await recordEvent(deps, tx, actor, { action: 'key.created', subject: name, detail: { scopes: included } })
    return insertKey(tx, {
      workspaceId: workspace.id,
      name,
      keyHash: hashOfKey(key),
      startsWith: key.slice(0, shownCharacters),
      scopes: included,
      createdBy: by.id,
      createdAt: now,
      expiresAt,
    })
  })
  return { api_key: present(row, person.name, now), key }
}

/**
 * A stolen token or a browser left open must not make a key that outlives both: an admin key needs its owner's password, or
 * what their sign-in asks, just before. Someone who acts as the owner has given none of it.
 */
async function requireNewSession({ auth, now }: Deps, { by }: PersonActor, session: Session): Promise<void> {
  const own = (await auth.sessionsOf(session.subject)).find(({ id }) => id === session.sessionId)
  const since = now().getTime() - signedInMinutes * 60_000
  if (by.impersonator !== undefined || own === undefined || own.signedInAt.getTime() < since)
    throw new Refusal('sign_in_again', wording.signInAgain(signedInMinutes))
}

/** @throws Refusal `unauthorized` when the session has ended; `not_found` when the workspace has no such key */
export async function revoke(
  deps: Deps,
  { actor, session }: Pick<Creator, 'actor' | 'session'>,
  id: string,
): Promise<null> {
  await requireLiveSession(deps, session)
  return deps.store.transaction(async tx => {
    const revoked = isUuid(id) ? await revokeKey(tx, actor.workspace.id, id, deps.now()) : undefined
    if (revoked === undefined) throw new Refusal('not_found', wording.notFound)
    await recordEvent(deps, tx, actor, { action: 'key.revoked', subject: revoked.name })
    return null
  })
}

function expiryIn(typed: string | null, now: Date): Date | null {
  if (typed === null) return null
  const expiry = new Date(typed)
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + expiryYearsMax)
  if (!(expiry > now)) throw new Refusal('validation', wording.expiryPast)
  if (expiry > latest) throw new Refusal('validation', wording.expiryTooLate)
  return expiry
}

function present(row: KeyRow, author: string, now: Date) {
  return {
    id: row.id,
    name: row.name,
    starts_with: row.startsWith,
    scopes: [...row.scopes],
    created_at: row.createdAt.toISOString(),
    created_by: author,
    expires_at: row.expiresAt?.toISOString() ?? null,
    expired: row.expiresAt !== null && row.expiresAt <= now,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  }
}
