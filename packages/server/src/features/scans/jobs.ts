import type { Deps } from '../../deps.ts'
import type { PeriodicTask } from '../../jobs/periodic.ts'
import type { JobHandlers } from '../../jobs/queue.ts'
import { lookAgain, sendDueLooks } from './certificate-looks.ts'
import { fillFindings, keepFindings } from './keep-findings.ts'
import { scanAfterChanges, startDueOwnScans } from './own-scans.ts'
import { type ScanPlaces, scanPlaces } from './scan-places.ts'
import { startDueScans } from './scheduled-scans.ts'
import { endLeases, forgetScans, pruneDocuments, strandedRuns } from './store.ts'

/** The number of whole documents kept for each domain. */
const documentsKept = 30
const dayMs = 86_400_000
/** A run that is queued for longer may have lost its job; sending it twice does no harm. */
const queuedForMs = 30_000

/**
 * The handlers of scan jobs, and of what follows from a stored scan in this feature.
 *
 * @param places where the scans run; of its own by default, which nothing stops
 */
export function scanHandlers(deps: Deps, places: ScanPlaces = scanPlaces(deps)) {
  const unreadable = new Set<string>()
  return {
    // Which run starts is decided when it starts.
    'scan.run': () => places.fill(),
    'certificates.look': (payload, signal) => lookAgain(deps, payload, signal),
    'findings.fill': (payload, signal) => fillFindings(deps, payload, signal, unreadable),
    'dns.changed/scan-again': event => scanAfterChanges(deps, event),
    'scan.completed': event => deps.store.transaction(tx => deps.queue.publish(tx, 'scan.completed', event)),
    'scan.completed/keep-findings': ({ domainId }) => keepFindings(deps, domainId),
    'scan.completed/prune-documents': ({ domainId }) => pruneDocuments(deps.store.db, domainId, documentsKept),
  } satisfies Partial<JobHandlers>
}

/**
 * Resumes the runs of the previous process at once. The embedded store has one process, so the holder of every lease is
 * gone, and its runs need not wait for the lease to expire.
 */
export async function takeOverRuns({ store, now }: Pick<Deps, 'store' | 'now'>): Promise<void> {
  if (store.kind === 'pglite') await endLeases(store.db, now())
}

/** Sends runs again whose worker died or whose job was lost, and deletes what is too old. */
export function periodicScanTasks(deps: Deps): PeriodicTask[] {
  return [
    // At the start after an upgrade this fills in the domains that were scanned before.
    { name: 'fill findings', everyMs: 3_600_000, run: () => deps.queue.send('findings.fill', {}, { key: 'first' }) },
    { name: 'start scheduled scans', everyMs: 10_000, run: () => startDueScans(deps) },
    { name: 'start scans after changes', everyMs: 10_000, run: () => startDueOwnScans(deps) },
    { name: 'look at certificates', everyMs: 60_000, run: () => sendDueLooks(deps) },
    { name: 'take up scans', everyMs: 5_000, run: now => takeUpScans(deps, now) },
    {
      name: 'forget scans',
      everyMs: 3_600_000,
      deletesByAge: true,
      run: now =>
        forgetScans(deps.store.db, {
          runs: new Date(now.getTime() - 30 * dayMs),
          scans: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 24, now.getUTCDate())),
        }),
    },
  ]
}

/** Sends the job again for every run without an active worker. */
export async function takeUpScans(deps: Deps, now: Date): Promise<void> {
  const queuedBefore = new Date(now.getTime() - queuedForMs)
  for (const { id } of await strandedRuns(deps.store.db, { now, queuedBefore, limit: 200 })) {
    await deps.queue.send('scan.run', { runId: id }, { key: id })
  }
}
