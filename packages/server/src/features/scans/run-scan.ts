import { certificatesAfter, nextCertificateLook } from '@waxseal/core/alert'
import { confirmedSelectors } from '@waxseal/core/dkim'
import { type ScanResult, withOutcomes } from '@waxseal/core/health'
import { senderCertificates, unseenCertificates } from '@waxseal/core/transport'
import { oldTtl } from '@waxseal/core/watch'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { whenAborted } from '../../jobs/abort.ts'
import { confirmSelectors, newestFirst, selectorsOf } from '../domains/selector-store.ts'
import { type DomainRow, lockedDomain, summarise } from '../domains/store.ts'
import { unseenOf, updateUnseen } from '../domains/unseen-store.ts'
import { unservedOf } from '../domains/watch-store.ts'
import { giveBack } from '../usage/store.ts'
import { blocklistsInUse } from '../workspaces/blocklists-in-use.ts'
import { withChanges } from './compare-scan.ts'
import { packDocument } from './document.ts'
import { idsOf, keepLease, leaseMs } from './lease.ts'
import { nextOwnScan } from './own-scans.ts'
import { type ClaimedRun, claimRun, closeRun, insertScan, newestScan, releaseRun } from './store.ts'
import { summaryOf } from './summary.ts'
import { settleThreatLookup, takeThreatLookup } from './threat-quota.ts'
import { tellOfRun } from './turn-store.ts'
import { freshQuestions, sightOfScan, unseenAfter } from './unseen-changes.ts'

/** A scan ends after 60 s with what it has; one that does not is abandoned. */
const givenUpAfterMs = 75_000

/** The maximum number of starts of a run: one that never finishes would be resumed forever. */
const attemptsMax = 3

/**
 * Executes a scan run: claims it, scans while renewing the lease, stores the result. Does nothing when another worker
 * has the run or it is closed already. When `stopping` fires, it releases the run and rejects, so that another worker
 * resumes it, or this one after the restart.
 */
export async function runScan(deps: Deps, runId: string, stopping: AbortSignal): Promise<void> {
  stopping.throwIfAborted()
  const claimed = await claimRun(deps.store.db, runId, deps.now(), leaseMs)
  if (claimed !== undefined) await runClaimed(deps, claimed, stopping)
}

/** The same for a run that is claimed already. */
export async function runClaimed(deps: Deps, claimed: ClaimedRun, stopping: AbortSignal): Promise<void> {
  if (claimed.run.attempts > attemptsMax) {
    deps.log.error({ ...idsOf(claimed), name: claimed.name }, 'a scan run was given up: its workers died each time')
    return fail(deps, claimed)
  }
  const lease = keepLease(deps, claimed)
  const scanned = await outcomeOf(() => scan(deps, claimed, lease, stopping))
  await lease.end()
  if (lease.lost.aborted) return
  if ('result' in scanned)
    return save(deps, claimed, withOutcomes(await withChanges(deps, claimed.run.domainId, scanned.result)))
  if (stopping.aborted) {
    await releaseRun(deps.store.db, claimed)
    await deps.queue.send('scan.run', { runId: claimed.run.id }, { key: claimed.run.id })
    await tellOfRun(deps.store.db, claimed.run.id, 'queued')
    throw scanned.cause
  }
  deps.log.error({ err: scanned.cause, ...idsOf(claimed), name: claimed.name }, 'a scan run failed')
  await fail(deps, claimed)
}

async function scan(
  deps: Deps,
  claimed: ClaimedRun,
  lease: ReturnType<typeof keepLease>,
  stopping: AbortSignal,
): Promise<ScanResult> {
  const { run, name } = claimed
  const signal = AbortSignal.any([stopping, lease.lost, AbortSignal.timeout(givenUpAfterMs)])
  const previous = await previousScan(deps, run.domainId)
  // A scan queries a limited number of them, the most recently seen first.
  const selectors = newestFirst(await selectorsOf(deps.store.db, run.domainId))
  const from = (origin: 'user' | 'confirmed'): string[] =>
    selectors.flatMap(({ selector, source }) => (source === origin ? [selector] : []))
  const result = deps.scan({
    name,
    tier: run.tier,
    previous,
    selectors: from('user'),
    confirmedSelectors: from('confirmed'),
    unserved: await unservedOf(deps.store.db, run.domainId, deps.now()),
    lists: await blocklistsInUse(deps.store.db, run.workspaceId, run.tier),
    // Whoever started it: a resolver may keep the answers of before for a person's scan too.
    fresh: freshQuestions(await unseenOf(deps.store.db, run.domainId)),
    ...(run.sharesAnswers && { sharesAnswers: true }),
    // One that is counted nowhere takes no lookup of the day either.
    ...((run.ownFor !== null || run.sharesAnswers) && { keepsThreat: true }),
    takeThreatLookup: run.sharesAnswers ? async () => false : () => takeThreatLookup(deps, claimed),
    signal,
    onProgress: progress => lease.report(progress),
  })
  return Promise.race([result, whenAborted(signal)])
}

/** The previous scan is optional: an unreadable document (written by a newer program) must not fail every scan. */
async function previousScan(deps: Deps, domainId: string): Promise<ScanResult | null> {
  try {
    return (await newestScan(deps.store.db, domainId)) ?? null
  } catch (cause) {
    deps.log.warn({ err: cause, domainId }, 'the last scan cannot be read, and nothing is remembered from it')
    return null
  }
}

/** The scan, the domain's summary and confirmed selectors, the end of the run and the event, in one transaction. */
async function save(deps: Deps, claimed: ClaimedRun, result: ScanResult): Promise<void> {
  const document = await packDocument(result)
  const { run } = claimed
  const saved = await deps.store.transaction(async tx => {
    // The domain is locked first, as everywhere that locks both. If it is gone, it was deleted with its runs.
    const row = await lockedDomain(tx, run.workspaceId, run.domainId)
    if (row === undefined) return false
    const closed = await closeRun(tx, claimed, { state: 'done', finishedAt: deps.now() })
    if (closed === undefined) return false
    await tellOfRun(tx, run.id, 'ended')
    await settleThreatLookup(tx, run.workspaceId, closed, result.sections.threat)
    const scanId = await insertScan(tx, claimed, result, document)
    if (scanId === undefined) return false
    await summarise(tx, run.domainId, summaryOf(result))
    await settleChanges(deps, tx, row, result)
    const { dkim } = result.sections
    if (dkim.ran) {
      const { missing } = dkim.value
      await confirmSelectors(tx, run.domainId, { found: confirmedSelectors(dkim.value), missing }, deps.now())
    }
    await deps.queue.publish(tx, 'scan.completed', { domainId: run.domainId, scanId })
    return true
  })
  const seconds = (Date.parse(result.finishedAt) - Date.parse(result.startedAt)) / 1000
  if (saved) deps.metrics.scanEnded({ end: 'done', seconds, coverage: result.coverage })
}

/**
 * What this scan has seen is no news any more. What it has not seen waits for another one, and so do the certificates that
 * it knows.
 */
async function settleChanges(deps: Deps, tx: Tx, row: DomainRow, result: ScanResult): Promise<void> {
  const at = deps.now()
  const unseenChanges = await unseenAfter(tx, row, result)
  const { transport } = result.sections
  const certificates = certificatesAfter(row.certificates, {
    domain: row.name,
    seen: transport.ran ? senderCertificates(transport.value, row.name) : null,
    gaps: transport.ran ? transport.gaps : [],
    unseen: transport.ran ? unseenCertificates(transport.value) : [],
    tells: row.lastScanAt !== null,
    at,
  })
  const was = [row.unseenChanges, row.certificates].some(each => each.length > 0) || row.ownScanDueAt !== null
  if (unseenChanges.length === 0 && certificates.length === 0 && !was) return
  await updateUnseen(tx, row.id, {
    unseenChanges,
    ownScanDueAt: nextOwnScan(unseenChanges, oldTtl(unseenChanges, sightOfScan(result)), at),
    certificates,
    certificateDueAt: nextCertificateLook(certificates, at),
  })
}

/** A failed run is not counted. One that started by itself is tried again. */
async function fail(deps: Deps, claimed: ClaimedRun): Promise<void> {
  const { workspaceId, domainId } = claimed.run
  const failed = await deps.store.transaction(async tx => {
    const row = await lockedDomain(tx, workspaceId, domainId)
    const closed = await closeRun(tx, claimed, { state: 'failed', finishedAt: deps.now() })
    if (closed === undefined) return false
    await tellOfRun(tx, claimed.run.id, 'ended')
    if (closed.ownFor === null && !closed.sharesAnswers)
      await giveBack(tx, { workspaceId, kind: 'scan', period: closed.period })
    else if (row !== undefined)
      await updateUnseen(tx, domainId, { ownScanDueAt: nextOwnScan(row.unseenChanges, 0, deps.now()) })
    await settleThreatLookup(tx, workspaceId, closed, null)
    return true
  })
  if (failed) deps.metrics.scanEnded({ end: 'failed' })
}

async function outcomeOf<T>(work: () => Promise<T>): Promise<{ result: T } | { cause: unknown }> {
  try {
    return { result: await work() }
  } catch (cause) {
    return { cause }
  }
}
