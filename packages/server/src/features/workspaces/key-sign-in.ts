import { createHash, randomBytes } from 'node:crypto'
import type { KeyScope } from '@waxseal/core/plan'
import { roleOfKey } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import type { Actor } from './actor.ts'
import { noteUse, usableKey } from './key-store.ts'
import { tierInUse } from './sign-in.ts'

const prefix = 'ak_'

/** `ak_` and 24 random bytes in base64url. */
const form = /^ak_[\w-]{32}$/

/** How often a use is written, in ms. */
const noteEveryMs = 60_000

/** Whether a bearer token is meant as an API key. A session token never begins like one. */
export function isKey(bearer: string): boolean {
  return bearer.startsWith(prefix)
}

/** A new key. Only its hash may be stored; a person sees it once. */
export function newKey(): string {
  return prefix + randomBytes(24).toString('base64url')
}

/**
 * SHA-256 in hex. A key has 192 random bits, so a fast hash without salt protects it. It is found by this hash: how long
 * the search takes says nothing about the key.
 */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** An API key as a caller. */
export interface KeyCaller {
  actor: Actor
  keyId: string
  scopes: readonly KeyScope[]
}

/** Whom a key calls for, and notes its use; null for a key that is malformed, unknown, revoked or expired. */
export async function keyCaller(
  { store, env, now }: Pick<Deps, 'store' | 'env' | 'now'>,
  bearer: string,
): Promise<KeyCaller | null> {
  if (!form.test(bearer)) return null
  const at = now()
  const found = await usableKey(store.db, hashOfKey(bearer), at)
  if (found === undefined) return null
  const { key, workspace } = found
  const notedAfter = new Date(at.getTime() - noteEveryMs)
  if (key.lastUsedAt === null || key.lastUsedAt <= notedAfter) await noteUse(store.db, key.id, { now: at, notedAfter })
  return {
    actor: {
      workspace: { ...workspace, tier: tierInUse({ env }, workspace.tier) },
      by: { kind: 'key', keyId: key.id },
      role: roleOfKey(key.scopes),
    },
    keyId: key.id,
    scopes: key.scopes,
  }
}
