import { type CheckId, identityKey } from '@waxseal/core/check'
import type { FindingId } from '@waxseal/core/health'
import {
  and,
  asc,
  countDistinct,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lt,
  notExists,
  or,
  sql,
} from 'drizzle-orm'
import { decision, domain, domainHost, finding, findingSource, scan, scanDocument } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'
import type { StoredDocument } from './document.ts'
import type { KeptFacts } from './kept-facts.ts'

type FindingRow = typeof finding.$inferSelect

/** A finding of a domain's newest scan; `subject` is empty where it is about the domain itself. */
type KeptFinding = Pick<FindingRow, 'id' | 'subject' | 'points' | 'regains' | 'score'>
type HostKind = (typeof domainHost.$inferSelect)['kind']

/** What is kept of a domain's newest scan. */
export interface Kept extends Partial<KeptFacts> {
  finishedAt: Date
  /** The checks that the scan could not make. */
  unchecked: readonly CheckId[]
  findings: readonly KeptFinding[]
  /** The hosts of each kind that the scan could read; a kind that is left out stays as it is. */
  hosts: Partial<Record<HostKind, readonly string[]>>
}

/** A domain's workspace, its row locked until the transaction ends; undefined when the domain is gone. */
export async function lockedWorkspace(tx: Tx, domainId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ workspaceId: domain.workspaceId })
    .from(domain)
    .where(eq(domain.id, domainId))
    .for('update')
  return row?.workspaceId
}

/** When the scan finished whose findings are stored for a domain; undefined: none are. */
export async function keptScan(tx: Tx, domainId: string): Promise<Date | undefined> {
  const [row] = await tx
    .select({ finishedAt: findingSource.finishedAt })
    .from(findingSource)
    .where(eq(findingSource.domainId, domainId))
  return row?.finishedAt
}

/** The newest document of a domain and when its scan finished. */
export async function newestDocument(
  db: Database,
  domainId: string,
): Promise<(StoredDocument & { finishedAt: Date }) | undefined> {
  const [row] = await db
    .select({ version: scanDocument.version, body: scanDocument.body, finishedAt: scanDocument.finishedAt })
    .from(scanDocument)
    .where(eq(scanDocument.domainId, domainId))
    .orderBy(desc(scanDocument.finishedAt), desc(scanDocument.scanId))
    .limit(1)
  return row
}

/**
 * Replaces the stored findings of a domain with those of one scan. The domain's row must be locked. Rows that stay the same
 * are not written, so that an uneventful scan changes no count of the workspace.
 */
export async function replaceFindings(
  tx: Tx,
  of: { workspaceId: string; domainId: string },
  { finishedAt, unchecked, findings, hosts, facts = null, factsBy = null }: Kept,
): Promise<void> {
  const before = new Map((await storedFindings(tx, of.domainId)).map(row => [identityKey(row), row]))
  const after = await counted(
    tx,
    of.domainId,
    findings.map(row => ({ ...row, since: before.get(identityKey(row))?.since ?? finishedAt })),
  )
  const kept = new Set(after.map(identityKey))
  const gone = [...before.values()].filter(row => !kept.has(identityKey(row)))
  if (gone.length > 0) {
    const keys = gone.map(({ id, subject }) => sql`(${id}, ${subject})`)
    const isGone = sql`(${finding.id}, ${finding.subject}) in (${sql.join(keys, sql`, `)})`
    await tx.delete(finding).where(and(eq(finding.domainId, of.domainId), isGone))
  }
  await writeFindings(tx, of, changedSince(before, after))

  const kinds = Object.keys(hosts) as HostKind[]
  await tx.delete(domainHost).where(and(eq(domainHost.domainId, of.domainId), inArray(domainHost.kind, kinds)))
  const named = kinds.flatMap(kind => (hosts[kind] ?? []).map(host => ({ ...of, kind, host })))
  if (named.length > 0) await tx.insert(domainHost).values(named)

  await tx
    .insert(findingSource)
    .values({ ...of, finishedAt, unchecked, facts, factsBy })
    .onConflictDoUpdate({ target: findingSource.domainId, set: { finishedAt, unchecked, facts, factsBy } })
}

/** Counts the findings of a domain as its decisions are now. The domain's row must be locked. */
export async function recountFindings(tx: Tx, of: { workspaceId: string; domainId: string }): Promise<void> {
  const before = await storedFindings(tx, of.domainId)
  const after = await counted(tx, of.domainId, before)
  await writeFindings(tx, of, changedSince(new Map(before.map(row => [identityKey(row), row])), after))
}

type StoredFinding = Omit<FindingRow, 'workspaceId' | 'domainId'>

function storedFindings(tx: Tx, domainId: string): Promise<StoredFinding[]> {
  const { workspaceId: _workspaceId, domainId: _domainId, ...columns } = getTableColumns(finding)
  return tx.select(columns).from(finding).where(eq(finding.domainId, domainId))
}

/** Adds from when each finding counts: always, or after the decision about it; and which one counts the domain. */
async function counted(
  tx: Tx,
  domainId: string,
  findings: readonly Omit<StoredFinding, 'countsFrom' | 'countsDomain'>[],
): Promise<StoredFinding[]> {
  const decisions = await tx.select().from(decision).where(eq(decision.domainId, domainId))
  const ends = new Map(decisions.map(row => [identityKey({ id: row.finding, subject: row.subject }), row.expiresAt]))
  const first = new Map<FindingId, StoredFinding>()
  return findings.map(row => {
    const end = ends.get(identityKey(row))
    const one = { ...row, countsFrom: end === undefined ? always : end, countsDomain: false }
    const other = first.get(one.id)
    if (one.countsFrom === null || (other?.countsFrom && other.countsFrom <= one.countsFrom)) return one
    if (other !== undefined) other.countsDomain = false
    first.set(one.id, one)
    one.countsDomain = true
    return one
  })
}

const always = new Date(0)

function changedSince(before: ReadonlyMap<string, StoredFinding>, after: readonly StoredFinding[]): StoredFinding[] {
  return after.filter(row => {
    const old = before.get(identityKey(row))
    return (
      old?.points !== row.points ||
      old.regains !== row.regains ||
      old.score !== row.score ||
      old.countsDomain !== row.countsDomain ||
      old.countsFrom?.getTime() !== row.countsFrom?.getTime()
    )
  })
}

async function writeFindings(
  tx: Tx,
  of: { workspaceId: string; domainId: string },
  rows: readonly StoredFinding[],
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insert(finding)
    .values(rows.map(row => ({ ...of, ...row })))
    .onConflictDoUpdate({
      target: [finding.domainId, finding.id, finding.subject],
      set: {
        points: sql`excluded.points`,
        regains: sql`excluded.regains`,
        score: sql`excluded.score`,
        countsFrom: sql`excluded.counts_from`,
        countsDomain: sql`excluded.counts_domain`,
      },
    })
}

/**
 * Domains, by id, of whose newest scan nothing is kept: scanned before there were these tables, or their event was lost.
 *
 * @param after only ids beyond this one
 */
export async function unfilledDomains(
  db: Database,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> {
  const document = db.select({ one: sql`1` }).from(scanDocument).where(eq(scanDocument.domainId, domain.id))
  const rows = await db
    .select({ id: domain.id })
    .from(domain)
    .leftJoin(findingSource, eq(findingSource.domainId, domain.id))
    .where(
      and(
        or(isNull(findingSource.finishedAt), lt(findingSource.finishedAt, domain.lastScanAt)),
        exists(document),
        after === undefined ? undefined : gt(domain.id, after),
      ),
    )
    .orderBy(asc(domain.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Deletes what is stored of domains whose last scan is forgotten: their report is empty, and so are their rows. */
export async function forgetFindings(db: Database): Promise<void> {
  for (const table of [finding, domainHost, findingSource]) {
    await db.delete(table).where(notExists(db.select().from(scan).where(eq(scan.domainId, table.domainId))))
  }
}

/** Which domains of a workspace have a finding, as "which miss DMARC" asks: each with what it is about and since when. */
export function domainsWithFinding(db: Database, workspaceId: string, id: FindingId) {
  return db
    .select({ domainId: finding.domainId, subject: finding.subject, points: finding.points, since: finding.since })
    .from(finding)
    .where(and(eq(finding.workspaceId, workspaceId), eq(finding.id, id)))
    .orderBy(asc(finding.domainId), asc(finding.subject))
}

/** How many domains of a workspace have each finding, the most frequent first. */
export function findingCounts(db: Database, workspaceId: string) {
  const domains = countDistinct(finding.domainId)
  return db
    .select({ id: finding.id, domains })
    .from(finding)
    .where(eq(finding.workspaceId, workspaceId))
    .groupBy(finding.id)
    .orderBy(desc(domains), asc(finding.id))
}

/**
 * The findings with these ids of the newest scans of a workspace, or of some of its domains, by domain: each as its id, its
 * subject and its points, the costliest first. One row for each domain, because thousands cost more to read than to find.
 *
 * @param options.limit the most findings over all domains, the costliest of all
 */
export function findingsByDomain(
  db: Database,
  workspaceId: string,
  { ids, limit, domainIds }: { ids: readonly FindingId[]; limit: number; domainIds?: readonly string[] | undefined },
) {
  const costliest = db
    .select({ domainId: finding.domainId, id: finding.id, subject: finding.subject, points: finding.points })
    .from(finding)
    .where(
      and(
        eq(finding.workspaceId, workspaceId),
        inArray(finding.id, [...ids]),
        domainIds === undefined ? undefined : inArray(finding.domainId, [...domainIds]),
      ),
    )
    .orderBy(asc(finding.points), asc(finding.domainId), asc(finding.id), asc(finding.subject))
    .limit(limit)
    .as('costliest')
  const { domainId, id, subject, points } = costliest
  return db
    .select({
      domainId,
      findings: sql<
        [id: FindingId, subject: string, points: number][]
      >`json_agg(json_build_array(${id}, ${subject}, ${points}) order by ${points}, ${id}, ${subject})`,
    })
    .from(costliest)
    .groupBy(domainId)
}

/** Which domains of a workspace name a host (A-labels), as a mail exchanger or by an SPF include at any depth. */
export function domainsNaming(db: Database, workspaceId: string, host: string) {
  return db
    .select({ domainId: domainHost.domainId, kind: domainHost.kind })
    .from(domainHost)
    .where(and(eq(domainHost.workspaceId, workspaceId), eq(domainHost.host, host)))
    .orderBy(asc(domainHost.domainId), asc(domainHost.kind))
}
