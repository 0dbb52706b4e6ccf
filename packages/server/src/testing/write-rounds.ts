import { eq, sql } from 'drizzle-orm'
import { person, usageCounter, workspace } from '../db/schema/index.ts'
import type { Store } from '../db/store.ts'

/**
 * Writes for the fault tests: each round is one transaction with a new row (`row-<n>`, of changing size) and a counter
 * raised, so that the counter must always equal the number of rows. `acknowledge` is called once a round is committed.
 */
export async function writeRounds(store: Store, rounds: number, acknowledge: (subject: string) => void): Promise<void> {
  const [stored] = await store.db.select({ n: sql<number>`count(*)::int` }).from(person)
  const owner = await ownerOfCounter(store)
  const first = stored?.n ?? 0
  for (let n = first; n < first + rounds; n++) {
    const subject = `row-${n}`
    await store.transaction(async tx => {
      await tx.insert(person).values({
        subject,
        email: `${subject}@example.org`,
        name: 'x'.repeat(500 + (n % 7) * 900),
        createdAt: new Date(1_700_000_000_000 + n),
      })
      await tx
        .update(usageCounter)
        .set({ n: sql`${usageCounter.n} + 1` })
        .where(eq(usageCounter.workspaceId, owner))
    })
    acknowledge(subject)
    if (n % 40 === 39) await store.checkpoint()
  }
}

async function ownerOfCounter(store: Store): Promise<string> {
  const [found] = await store.db.select({ id: usageCounter.workspaceId }).from(usageCounter)
  if (found) return found.id
  return store.transaction(async tx => {
    const [owner] = await tx
      .insert(workspace)
      .values({ name: 'counter', createdAt: new Date(0) })
      .returning()
    if (owner === undefined) throw new Error('no owner was stored')
    await tx.insert(usageCounter).values({ workspaceId: owner.id, kind: 'scan', period: 'all', n: 0 })
    return owner.id
  })
}
