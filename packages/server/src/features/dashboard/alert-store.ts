import { desc, eq } from 'drizzle-orm'
import { alert } from '../../db/schema/index.ts'
import type { Database } from '../../db/store.ts'

export type AlertRow = Awaited<ReturnType<typeof newestAlerts>>[number]

/** The newest alerts of a workspace, the newest first. Those of a deleted domain are gone with it. */
export function newestAlerts(db: Database, workspaceId: string, limit: number) {
  return db
    .select({
      domainId: alert.domainId,
      name: alert.name,
      type: alert.type,
      state: alert.state,
      severity: alert.severity,
      description: alert.description,
      at: alert.at,
    })
    .from(alert)
    .where(eq(alert.workspaceId, workspaceId))
    .orderBy(desc(alert.at), desc(alert.id))
    .limit(limit)
}
