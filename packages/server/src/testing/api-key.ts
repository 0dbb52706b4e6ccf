import { includedScopes, type KeyScope } from '@waxseal/core/plan'
import type { Deps } from '../deps.ts'
import { hashOfKey, newKey } from '../features/workspaces/key-sign-in.ts'
import { insertKey } from '../features/workspaces/key-store.ts'
import { type Owner, unique } from './factories.ts'

/** A stored API key of an owner's workspace, with this scope and those that it includes. */
export async function anApiKey(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  { workspace, person }: Pick<Owner, 'workspace' | 'person'>,
  { scope = 'read', expiresAt = null }: { scope?: KeyScope; expiresAt?: Date | null } = {},
): Promise<{ id: string; key: string }> {
  const key = newKey()
  const { id } = await store.transaction(tx =>
    insertKey(tx, {
      workspaceId: workspace.id,
      name: unique('key'),
      keyHash: hashOfKey(key),
      startsWith: key.slice(0, 8),
      scopes: includedScopes([scope]),
      createdBy: person.id,
      createdAt: now(),
      expiresAt,
    }),
  )
  return { id, key }
}
