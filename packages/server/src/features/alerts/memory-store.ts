import type { AlertMemory } from '@waxseal/core/alert'
import { asc, eq, sql } from 'drizzle-orm'
import { alertMemory } from '../../db/schema/index.ts'
import type { Tx } from '../../db/store.ts'

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
