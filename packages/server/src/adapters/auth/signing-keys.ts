import { symmetricDecrypt } from 'better-auth/crypto'
import { inArray } from 'drizzle-orm'
import type { Logger } from 'pino'
import { identityJwks } from '../../db/schema/index.ts'
import type { Store } from '../../db/store.ts'

/** The library's own type for its encryption secret. */
type Secret = Parameters<typeof symmetricDecrypt>[0]['key']

/**
 * Deletes signing keys that were encrypted with another `AUTH_SECRET`. The library would keep choosing the newest key
 * and fail at every token, so that a changed or lost secret would lock out all users. Without that key, it creates a
 * new one. Tokens of a deleted key become invalid, which is the purpose of changing the secret.
 */
export async function dropForeignKeys(store: Store, secret: Secret, log: Logger): Promise<void> {
  const keys = await store.db.select({ id: identityJwks.id, sealed: identityJwks.privateKey }).from(identityJwks)
  const opened = await Promise.all(keys.map(key => opens(key.sealed, secret)))
  const foreign = keys.flatMap(({ id }, index) => (opened[index] ? [] : [id]))
  if (foreign.length === 0) return
  await store.db.delete(identityJwks).where(inArray(identityJwks.id, foreign))
  log.warn(
    'AUTH_SECRET: has changed, so everyone must sign in again → restore the previous value if this was a mistake',
  )
}

async function opens(sealed: string, key: Secret): Promise<boolean> {
  try {
    await symmetricDecrypt({ key, data: String(JSON.parse(sealed)) })
    return true
  } catch {
    return false
  }
}
