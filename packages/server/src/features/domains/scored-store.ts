import { and, asc, eq, inArray } from 'drizzle-orm'
import { domain, scanRun } from '../../db/schema/index.ts'
import type { Database } from '../../db/store.ts'
import type { DomainSummary } from './store.ts'

/** What a question about many domains needs of each of them. */
export type ScoredDomain = Pick<
  DomainSummary,
  'id' | 'name' | 'tags' | 'score' | 'lastScanAt' | 'unseenChanges' | 'nextScanAt' | 'ownScanDueAt' | 'scanning'
>

/**
 * The domains of a workspace in alphabetical order, at most 5,000, with their scores alone: whole rows of 500 domains, with their badges and certificates, take most of the
 * time of a question about them.
 */
export async function scoredDomainsOf(db: Database, workspaceId: string): Promise<ScoredDomain[]> {
  const { id, name, tags, score, lastScanAt, unseenChanges, nextScanAt, ownScanDueAt } = domain
  const rows = await db
    .select({ id, name, tags, score, lastScanAt, unseenChanges, nextScanAt, ownScanDueAt, runId: scanRun.id })
    .from(domain)
    .leftJoin(scanRun, and(eq(scanRun.domainId, domain.id), inArray(scanRun.state, ['queued', 'running'])))
    .where(eq(domain.workspaceId, workspaceId))
    .orderBy(asc(domain.name))
    .limit(5_000)
  return rows.map(({ runId, ...row }) => ({ ...row, scanning: runId !== null }))
}
