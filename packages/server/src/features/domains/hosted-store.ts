import { and, eq, inArray } from 'drizzle-orm'
import { domain, flattening } from '../../db/schema/index.ts'
import type { Database } from '../../db/store.ts'
import type { DomainRow } from './store.ts'

/** The domain of this workspace with this name. */
export async function domainNamed(db: Database, workspaceId: string, name: string): Promise<DomainRow | undefined> {
  const [row] = await db
    .select()
    .from(domain)
    .where(and(eq(domain.workspaceId, workspaceId), eq(domain.name, name)))
  return row
}

/** The hosted SPF record of a domain, and whether the domain included it at its last check; undefined: none is hosted. */
export async function hostedOfDomain(
  db: Database,
  domainId: string,
): Promise<{ hostedName: string; included: boolean | null } | undefined> {
  const [row] = await db
    .select({ hostedName: flattening.hostedName, included: flattening.included })
    .from(flattening)
    .where(eq(flattening.domainId, domainId))
  return row?.hostedName == null ? undefined : { hostedName: row.hostedName, included: row.included }
}

/** A domain with the name of its hosted SPF record, and whether it included it at its last check; null: not known. */
export interface HostedDomain {
  domain: string
  hostedName: string
  included: boolean | null
}

/** The hosted SPF records of these workspaces. */
export async function hostedOfWorkspaces(db: Database, workspaceIds: readonly string[]): Promise<HostedDomain[]> {
  const rows = await db
    .select({ domain: domain.name, hostedName: flattening.hostedName, included: flattening.included })
    .from(flattening)
    .innerJoin(domain, eq(domain.id, flattening.domainId))
    .where(inArray(domain.workspaceId, [...workspaceIds]))
  return rows.flatMap(row => (row.hostedName === null ? [] : [{ ...row, hostedName: row.hostedName }]))
}
