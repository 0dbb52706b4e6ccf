import type { RelayMemory } from '@waxseal/core/relay'
import { eq, sql } from 'drizzle-orm'
import { relayMemory } from '../db/schema/index.ts'
import type { Store } from '../db/store.ts'

/** The memory of the relay probe in the database, shared by all processes of an installation. */
export function storedRelayMemory({ db }: Pick<Store, 'db'>, now: () => Date): RelayMemory {
  return {
    async get(key) {
      const [row] = await db.select({ record: relayMemory.record }).from(relayMemory).where(eq(relayMemory.key, key))
      return row?.record ?? null
    },
    async put(key, record) {
      const changedAt = now()
      await db
        .insert(relayMemory)
        .values({ key, record, changedAt })
        .onConflictDoUpdate({ target: relayMemory.key, set: { record, changedAt } })
    },
    async claim(key, at, until) {
      const rows = await db
        .insert(relayMemory)
        .values({ key, claimedUntil: until, changedAt: at })
        .onConflictDoUpdate({
          target: relayMemory.key,
          set: { claimedUntil: until, changedAt: at },
          setWhere: sql`coalesce(${relayMemory.claimedUntil}, '-infinity') <= ${at}`,
        })
        .returning({ key: relayMemory.key })
      return rows.length === 1
    },
    async release(key) {
      await db.update(relayMemory).set({ claimedUntil: null }).where(eq(relayMemory.key, key))
    },
  }
}
