import { and, count, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { decision, domain } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'

export type DecisionRow = typeof decision.$inferSelect

/** The decisions about a domain's findings, the newest first. */
export async function decisionsOf(db: Database, domainId: string): Promise<DecisionRow[]> {
  return db
    .select()
    .from(decision)
    .where(eq(decision.domainId, domainId))
    .orderBy(desc(decision.decidedAt), desc(decision.id))
}

/** The decisions about findings of a workspace that hold at `now`. */
export async function liveDecisions(
  db: Database,
  workspaceId: string,
  now: Date,
): Promise<Pick<DecisionRow, 'domainId' | 'finding' | 'subject' | 'kind'>[]> {
  return db
    .select({
      domainId: decision.domainId,
      finding: decision.finding,
      subject: decision.subject,
      kind: decision.kind,
    })
    .from(decision)
    .innerJoin(domain, eq(domain.id, decision.domainId))
    .where(and(eq(domain.workspaceId, workspaceId), or(isNull(decision.expiresAt), gt(decision.expiresAt, now))))
}

/** The decision about one finding, as its id and subject name it. */
export async function decisionAbout(
  tx: Tx,
  { domainId, finding, subject }: { domainId: string; finding: string; subject: string },
): Promise<DecisionRow | undefined> {
  const rows = await tx.select().from(decision).where(eq(decision.domainId, domainId))
  return rows.find(row => row.finding === finding && row.subject === subject)
}

export async function decisionCount(tx: Tx, domainId: string): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(decision).where(eq(decision.domainId, domainId))
  return row?.n ?? 0
}

export async function insertDecision(tx: Tx, row: Omit<DecisionRow, 'id'>): Promise<DecisionRow> {
  const [added] = await tx.insert(decision).values(row).returning()
  if (added === undefined) throw new Error('a decision was inserted and not answered')
  return added
}

/** Changes what was decided, not what about. */
export async function updateDecision(
  tx: Tx,
  id: string,
  change: Pick<DecisionRow, 'kind' | 'note' | 'decidedAt' | 'expiresAt' | 'author'>,
): Promise<DecisionRow> {
  const [changed] = await tx.update(decision).set(change).where(eq(decision.id, id)).returning()
  if (changed === undefined) throw new Error('a decision in a locked domain is gone')
  return changed
}

/** Deletes a decision and returns it; undefined when the domain has none with this id. */
export async function removeDecision(
  db: Database | Tx,
  domainId: string,
  id: string,
): Promise<DecisionRow | undefined> {
  const [removed] = await db
    .delete(decision)
    .where(and(eq(decision.id, id), eq(decision.domainId, domainId)))
    .returning()
  return removed
}
