import { and, eq } from 'drizzle-orm'
import { domain, flattening } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'
import type { DomainRow } from './store.ts'

/** The domain of this workspace with this name. */
export async function domainNamed(db: Database, workspaceId: string, name: string): Promise<DomainRow | undefined> {
  const [row] = await db
    .select()
    .from(domain)
    .where(and(eq(domain.workspaceId, workspaceId), eq(domain.name, name)))
  return row
}

/** The hosted name that the SPF record of a domain includes, as far as its last check found. */
export async function includedHostedName(db: Database | Tx, domainId: string): Promise<string | null> {
  const [row] = await db
    .select({ hostedName: flattening.hostedName })
    .from(flattening)
    .where(and(eq(flattening.domainId, domainId), eq(flattening.included, true)))
  return row?.hostedName ?? null
}
