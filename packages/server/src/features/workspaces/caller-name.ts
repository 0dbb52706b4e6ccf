import { eq } from 'drizzle-orm'
import { apiKey, person } from '../../db/schema/index.ts'
import type { Tx } from '../../db/store.ts'
import type { Actor } from './actor.ts'

/** What a caller is called now: a person with their address, or an API key. */
export async function callerName(tx: Tx, by: Actor['by']): Promise<{ name: string; email: string | null }> {
  const [row] =
    by.kind === 'person'
      ? await tx.select({ name: person.name, email: person.email }).from(person).where(eq(person.id, by.id))
      : await tx.select({ name: apiKey.name }).from(apiKey).where(eq(apiKey.id, by.keyId))
  return { name: '', email: null, ...row }
}
