import type { CheckId } from '@waxseal/core/check'
import type { FindingId } from '@waxseal/core/health'
import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import { domain, finding, findingCount } from '../../db/schema/index.ts'
import type { Database } from '../../db/store.ts'

/** What the newest scans of a workspace have in common. */
export interface KeptCounts {
  /** The domains of which a scan is known. */
  scanned: number
  /** Findings that no decision leaves out, the most frequent first; `regains` is what the scores of all its domains regain without it. */
  findings: readonly { id: FindingId; domains: number; regains: number }[]
  /** Checks that could not be made, the most frequent first. */
  unchecked: readonly { id: CheckId; domains: number }[]
}

/** Reads the kept counts of a workspace: as many rows as there are kinds of findings, however many domains there are. */
export async function keptCounts(db: Database, workspaceId: string, now: Date): Promise<KeptCounts> {
  const domains = sql<number>`sum(${findingCount.domains})::int`
  const rows = await db
    .select({
      kind: findingCount.kind,
      id: findingCount.id,
      domains,
      regains: sql<number>`sum(${findingCount.points})::int`,
    })
    .from(findingCount)
    .where(and(eq(findingCount.workspaceId, workspaceId), lte(findingCount.countsFrom, now)))
    .groupBy(findingCount.kind, findingCount.id)
    .orderBy(desc(domains), asc(findingCount.id))
  const of = (kind: (typeof rows)[number]['kind']) => rows.filter(row => row.kind === kind)
  return {
    scanned: of('scanned')[0]?.domains ?? 0,
    findings: of('finding').map(({ id, domains, regains }) => ({ id: id as FindingId, domains, regains })),
    unchecked: of('unchecked').map(({ id, domains }) => ({ id: id as CheckId, domains })),
  }
}

/**
 * The domains whose scores regain most without a finding, of equal ones the lowest score first; at most `limit`, without
 * those where a decision leaves it out.
 */
export function worstWith(
  db: Database,
  workspaceId: string,
  { id, now, limit }: { id: FindingId; now: Date; limit: number },
) {
  return db
    .select({ domainId: domain.id, name: domain.name })
    .from(finding)
    .innerJoin(domain, eq(domain.id, finding.domainId))
    .where(
      and(
        eq(finding.workspaceId, workspaceId),
        eq(finding.id, id),
        eq(finding.countsDomain, true),
        lte(finding.countsFrom, now),
      ),
    )
    .orderBy(desc(finding.regains), sql`${finding.score} asc nulls first`, asc(finding.domainId))
    .limit(limit)
}

/**
 * The findings of these domains of a workspace, the costliest first. `isOpen`: no decision leaves it out. A domain of
 * which no scan is kept yet has none.
 */
export function findingsOf(
  db: Database,
  workspaceId: string,
  { domainIds, now }: { domainIds: readonly string[]; now: Date },
) {
  return db
    .select({
      domainId: finding.domainId,
      id: finding.id,
      subject: finding.subject,
      isOpen: sql<boolean>`coalesce(${lte(finding.countsFrom, now)}, false)`,
    })
    .from(finding)
    .where(and(eq(finding.workspaceId, workspaceId), inArray(finding.domainId, [...domainIds])))
    .orderBy(asc(finding.points), asc(finding.id), asc(finding.subject))
}
