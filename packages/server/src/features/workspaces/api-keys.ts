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
 *   too many; `forbidden_role`
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
  const now = deps.now()
  const expiresAt = expiryIn(expires, now)
  const key = newKey()
  const row = await deps.store.transaction(async tx => {
    await lockedRole(tx, actor, 'admin')
    if ((await keyCount(tx, workspace.id)) >= limits.apiKeys) throw new Refusal('validation', wording.keyLimit())
    const included = includedScopes(scopes)
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
