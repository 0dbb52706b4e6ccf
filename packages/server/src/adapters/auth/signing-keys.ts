import { symmetricDecrypt } from 'better-auth/crypto'
import { inArray } from 'drizzle-orm'
import type { Logger } from 'pino'
import { identityJwks } from '../../db/schema/index.ts'
import type { Store } from '../../db/store.ts'

/** The library's own type for what it encrypts with. */
type Secret = Parameters<typeof symmetricDecrypt>[0]['key']

/**
 * Forgets signing keys that were encrypted under another `AUTH_SECRET`. The library would go on choosing the newest
 * key and fail at every token, so that a changed or lost secret locked everybody out for good; without it the key is
 * made anew. Tokens signed with a forgotten key end with it, which is what changing the secret is for.
 */
export async function dropForeignKeys(store: Store, secret: Secret, log: Logger): Promise<void> {
  const keys = await store.db.select({ id: identityJwks.id, sealed: identityJwks.privateKey }).from(identityJwks)
  const opened = await Promise.all(keys.map(key => opens(key.sealed, secret)))
  const foreign = keys.flatMap(({ id }, index) => (opened[index] ? [] : [id]))
  if (foreign.length === 0) return
  await store.db.delete(identityJwks).where(inArray(identityJwks.id, foreign))
  log.warn(
    'AUTH_SECRET: is not the one sign-in was set up with → everybody signs in again; put it back if that was not meant',
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
