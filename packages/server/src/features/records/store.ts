import { eq } from 'drizzle-orm'
import { generatedDmarc, generatedSpf } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'

export type GeneratedSpf = typeof generatedSpf.$inferSelect
export type GeneratedDmarc = typeof generatedDmarc.$inferSelect

/** The SPF record last generated for a domain. */
export async function spfOf(db: Database, domainId: string): Promise<GeneratedSpf | undefined> {
  const [row] = await db.select().from(generatedSpf).where(eq(generatedSpf.domainId, domainId))
  return row
}

/** Stores the one SPF record of a domain, replacing an earlier one. */
export async function keepSpf(tx: Tx, { domainId, ...row }: GeneratedSpf): Promise<void> {
  await tx
    .insert(generatedSpf)
    .values({ domainId, ...row })
    .onConflictDoUpdate({ target: generatedSpf.domainId, set: row })
}

/** The DMARC record last generated for a domain. */
export async function dmarcOf(db: Database, domainId: string): Promise<GeneratedDmarc | undefined> {
  const [row] = await db.select().from(generatedDmarc).where(eq(generatedDmarc.domainId, domainId))
  return row
}

/** Stores the one DMARC record of a domain, replacing an earlier one. */
export async function keepDmarc(tx: Tx, { domainId, ...row }: GeneratedDmarc): Promise<void> {
  await tx
    .insert(generatedDmarc)
    .values({ domainId, ...row })
    .onConflictDoUpdate({ target: generatedDmarc.domainId, set: row })
}
