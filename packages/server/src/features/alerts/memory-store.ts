import type { AlertMemory } from '@waxseal/core/alert'
import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { alertMemory } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'

/** What is remembered of the problems of a domain. */
export async function memoryOf(tx: Tx, domainId: string): Promise<AlertMemory[]> {
  const rows = await tx
    .select({ memory: alertMemory.memory })
    .from(alertMemory)
    .where(eq(alertMemory.domainId, domainId))
    .orderBy(asc(alertMemory.key))
  return rows.map(({ memory }) => memory)
}

/** Stores memories; each takes the place of the one of the same problem. */
export async function storeMemory(tx: Tx, domainId: string, memory: readonly AlertMemory[]): Promise<void> {
  if (memory.length === 0) return
  const rows = memory.map(each => ({ domainId, key: `${each.candidate.type} ${each.candidate.key}`, memory: each }))
  await tx
    .insert(alertMemory)
    .values(rows)
    .onConflictDoUpdate({ target: [alertMemory.domainId, alertMemory.key], set: { memory: sql`excluded.memory` } })
}

/** Deletes what is remembered of problems that are gone and were raised last before a time, or never. */
export async function forgetResolved(db: Database, before: Date): Promise<void> {
  const state = sql`${alertMemory.memory}->>'state'`
  const raisedAt = sql`(${alertMemory.memory}->>'raisedAt')`
  // ISO 8601, so texts are in the order of their times.
  const isOld = or(isNull(raisedAt), lt(raisedAt, before.toISOString()))
  await db.delete(alertMemory).where(and(eq(state, sql`'resolved'`), isOld))
}
