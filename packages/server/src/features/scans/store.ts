import { randomUUID } from 'node:crypto'
import type { ScanProgress } from '@waxseal/contract'
import { identityKey } from '@waxseal/core/check'
import type { ScanResult } from '@waxseal/core/health'
import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, or } from 'drizzle-orm'
import { domain, scan, scanDocument, scanRun } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'
import { type StoredDocument, unpackDocument } from './document.ts'
import { forgetFindings } from './finding-store.ts'

export type ScanRun = typeof scanRun.$inferSelect

/** A run claimed by this worker: every write names the claim, so a worker that lost it writes nothing. */
export interface ClaimedRun {
  run: ScanRun
  claim: string
  /** As A-labels. */
  name: string
}

const open = inArray(scanRun.state, ['queued', 'running'])

export async function openRun(tx: Tx, domainId: string): Promise<ScanRun | undefined> {
  const [row] = await tx
    .select()
    .from(scanRun)
    .where(and(eq(scanRun.domainId, domainId), open))
  return row
}

export async function insertRun(
  tx: Tx,
  row: Pick<ScanRun, 'domainId' | 'workspaceId' | 'tier' | 'period' | 'requestedAt'> &
    Partial<Pick<ScanRun, 'ownFor' | 'urgent' | 'site' | 'sharesAnswers'>>,
): Promise<ScanRun> {
  const [run] = await tx
    .insert(scanRun)
    .values({ ...row, state: 'queued' })
    .returning()
  if (run === undefined) throw new Error('a scan run was inserted and not answered')
  return run
}

/** Claims a queued run, or one with an expired lease; undefined when there is nothing to claim. */
export async function claimRun(
  db: Database | Tx,
  id: string,
  now: Date,
  leaseMs: number,
): Promise<ClaimedRun | undefined> {
  const claim = randomUUID()
  const [row] = await db.select().from(scanRun).where(eq(scanRun.id, id))
  if (row === undefined) return undefined
  const [run] = await db
    .update(scanRun)
    .set({
      state: 'running',
      claim,
      leaseUntil: new Date(now.getTime() + leaseMs),
      startedAt: now,
      attempts: row.attempts + 1,
    })
    .where(and(eq(scanRun.id, id), eq(scanRun.attempts, row.attempts), free(now)))
    .returning()
  if (run === undefined) return undefined
  const [owner] = await db.select({ name: domain.name }).from(domain).where(eq(domain.id, run.domainId))
  return owner && { run, claim, name: owner.name }
}

/** Running without renewal. No lease reaches an hour ahead; if one does, a clock was set back since. */
const lapsed = (now: Date) =>
  and(
    eq(scanRun.state, 'running'),
    or(lte(scanRun.leaseUntil, now), gt(scanRun.leaseUntil, new Date(now.getTime() + 3_600_000))),
  )

const free = (now: Date) => or(eq(scanRun.state, 'queued'), lapsed(now))

const held = ({ run, claim }: ClaimedRun) =>
  and(eq(scanRun.id, run.id), eq(scanRun.claim, claim), eq(scanRun.state, 'running'))

/** Renews the lease with the newest progress; false when the run is no longer ours. */
export async function renewLease(
  db: Database,
  claimed: ClaimedRun,
  { until, progress }: { until: Date; progress: ScanProgress | null },
): Promise<boolean> {
  const rows = await db
    .update(scanRun)
    .set({ leaseUntil: until, ...(progress && { progress }) })
    .where(held(claimed))
    .returning({ id: scanRun.id })
  return rows.length === 1
}

/** Releases a run so that another worker resumes it; this attempt does not count. */
export async function releaseRun(db: Database, claimed: ClaimedRun): Promise<void> {
  await db
    .update(scanRun)
    .set({ state: 'queued', claim: null, leaseUntil: null, attempts: claimed.run.attempts - 1 })
    .where(held(claimed))
}

/** Closes a run and returns the counters that it increased; undefined when it is no longer ours. */
export async function closeRun(
  tx: Tx,
  claimed: ClaimedRun,
  end: { state: 'done' | 'failed'; finishedAt: Date },
): Promise<Pick<ScanRun, 'period' | 'threatDay' | 'ownFor' | 'sharesAnswers'> | undefined> {
  const [row] = await tx
    .update(scanRun)
    .set({ ...end, claim: null, leaseUntil: null })
    .where(held(claimed))
    .returning({
      period: scanRun.period,
      threatDay: scanRun.threatDay,
      ownFor: scanRun.ownFor,
      sharesAnswers: scanRun.sharesAnswers,
    })
  return row
}

/** Notes the day whose threat counter a run increases; false when it did so before, or the run is no longer ours. */
export async function noteThreatDay(tx: Tx, claimed: ClaimedRun, day: string): Promise<boolean> {
  const rows = await tx
    .update(scanRun)
    .set({ threatDay: day })
    .where(and(held(claimed), isNull(scanRun.threatDay)))
    .returning({ id: scanRun.id })
  return rows.length === 1
}

/** Removes that note: nothing was counted. */
export async function forgetThreatDay(tx: Tx, claimed: ClaimedRun): Promise<void> {
  await tx.update(scanRun).set({ threatDay: null }).where(held(claimed))
}

/** The day whose threat counter a run increased. */
export async function threatDayOf(db: Database, runId: string): Promise<string | null> {
  const [row] = await db.select({ threatDay: scanRun.threatDay }).from(scanRun).where(eq(scanRun.id, runId))
  return row?.threatDay ?? null
}

/** Runs to send again, oldest first: queued before `queuedBefore`, or running with an expired lease. */
export async function strandedRuns(
  db: Database,
  { now, queuedBefore, limit }: { now: Date; queuedBefore: Date; limit: number },
): Promise<{ id: string }[]> {
  return db
    .select({ id: scanRun.id })
    .from(scanRun)
    .where(or(and(eq(scanRun.state, 'queued'), lte(scanRun.requestedAt, queuedBefore)), lapsed(now)))
    .orderBy(asc(scanRun.requestedAt))
    .limit(limit)
}

/** The number of queued runs, at most `upTo`. */
export async function waitingRuns(db: Database, upTo: number): Promise<number> {
  const rows = await db.select({ id: scanRun.id }).from(scanRun).where(eq(scanRun.state, 'queued')).limit(upTo)
  return rows.length
}

/** Ends every lease: only when no other process can hold one. */
export async function endLeases(db: Database, now: Date): Promise<void> {
  await db.update(scanRun).set({ leaseUntil: now }).where(eq(scanRun.state, 'running'))
}

/** Stores a scan: its summary row and its document. Undefined when this run's scan is stored already. */
export async function insertScan(
  tx: Tx,
  { run }: ClaimedRun,
  result: ScanResult,
  document: StoredDocument,
): Promise<string | undefined> {
  const finishedAt = new Date(result.finishedAt)
  const [stored] = await tx
    .insert(scan)
    .values({
      domainId: run.domainId,
      workspaceId: run.workspaceId,
      runId: run.id,
      startedAt: new Date(result.startedAt),
      finishedAt,
      score: result.score,
      coverage: result.coverage,
      model: result.basis.model,
      catalogue: result.basis.catalogue,
      tier: result.basis.tier,
      unchecked: result.basis.unchecked,
      findings: result.findings.map(identityKey),
      scoreBefore: result.changes?.scoreBefore ?? null,
      fixed: result.changes?.fixed.length ?? 0,
      added: addedIn(result.changes),
    })
    .onConflictDoNothing()
    .returning({ id: scan.id })
  if (stored === undefined) return undefined
  await tx.insert(scanDocument).values({ scanId: stored.id, domainId: run.domainId, finishedAt, ...document })
  return stored.id
}

/** What became worse counts as new: the summary has no place for a third number. */
function addedIn(changes: ScanResult['changes']): number {
  const worse = changes?.changed?.filter(({ degree }) => degree === 'worse') ?? []
  return (changes?.added.length ?? 0) + worse.length
}

/** The newest whole scan of a domain; undefined when there is none. */
export async function newestScan(db: Database | Tx, domainId: string): Promise<ScanResult | undefined> {
  const [row] = await db
    .select({ version: scanDocument.version, body: scanDocument.body })
    .from(scanDocument)
    .where(eq(scanDocument.domainId, domainId))
    .orderBy(desc(scanDocument.finishedAt), desc(scanDocument.scanId))
    .limit(1)
  return row && unpackDocument(row)
}

/** The whole scan of a run; undefined without one. */
export async function scanOfRun(db: Database, runId: string): Promise<ScanResult | undefined> {
  const [row] = await db
    .select({ version: scanDocument.version, body: scanDocument.body })
    .from(scan)
    .innerJoin(scanDocument, eq(scanDocument.scanId, scan.id))
    .where(eq(scan.runId, runId))
  return row && unpackDocument(row)
}

/** Deletes the documents of a domain beyond the newest `keep`. */
export async function pruneDocuments(db: Database, domainId: string, keep: number): Promise<void> {
  const beyond = await db
    .select({ id: scanDocument.scanId })
    .from(scanDocument)
    .where(eq(scanDocument.domainId, domainId))
    .orderBy(desc(scanDocument.finishedAt), desc(scanDocument.scanId))
    .offset(keep)
    .limit(1_000)
  if (beyond.length === 0) return
  await db.delete(scanDocument).where(
    inArray(
      scanDocument.scanId,
      beyond.map(row => row.id),
    ),
  )
}

/** Deletes closed runs and stored scans older than the given times. */
export async function forgetScans(db: Database, before: { runs: Date; scans: Date }): Promise<void> {
  await db.delete(scanRun).where(and(inArray(scanRun.state, ['done', 'failed']), lt(scanRun.finishedAt, before.runs)))
  await db.delete(scan).where(lt(scan.finishedAt, before.scans))
  await forgetFindings(db)
}
