import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { auditEvent } from '../../db/schema/index.ts'
import type { Database } from '../../db/store.ts'

/** The most people that are read of each kind. */
const peopleMax = 500

/**
 * Who ever did something in a workspace, by name as of then, and the members that something was done to, by id: also those
 * who left. Without those whose account was deleted.
 */
export async function peopleOfLog(
  db: Database,
  workspaceId: string,
): Promise<{ names: readonly string[]; memberIds: readonly string[] }> {
  const inWorkspace = eq(auditEvent.workspaceId, workspaceId)
  const [acted, concerned] = await Promise.all([
    db
      .selectDistinct({ name: auditEvent.actorName })
      .from(auditEvent)
      .where(and(inWorkspace, eq(auditEvent.actorKind, 'person'), ne(auditEvent.actorName, '')))
      .limit(peopleMax),
    db
      .selectDistinct({ id: auditEvent.memberId })
      .from(auditEvent)
      .where(and(inWorkspace, isNotNull(auditEvent.memberId)))
      .limit(peopleMax),
  ])
  return { names: acted.map(({ name }) => name), memberIds: concerned.flatMap(({ id }) => id ?? []) }
}
