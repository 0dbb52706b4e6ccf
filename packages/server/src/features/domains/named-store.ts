import { and, asc, eq, inArray } from 'drizzle-orm'
import { domain } from '../../db/schema/index.ts'
import type { Database } from '../../db/store.ts'

/** The domains of the workspace with one of these names (as A-labels), in alphabetical order. */
export async function domainsNamed(
  db: Database,
  workspaceId: string,
  names: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: domain.id, name: domain.name })
    .from(domain)
    .where(and(eq(domain.workspaceId, workspaceId), inArray(domain.name, [...names])))
    .orderBy(asc(domain.name))
}
