import { and, lt, sql } from 'drizzle-orm'
import { copiesIn, copyDays, forgetCopies } from './db/backup-copies.ts'
import {
  identitySession,
  identityTwoFactor,
  identityVerification,
  rateLimit,
  relayMemory,
  signInMemory,
  signInTry,
  threatCache,
} from './db/schema/index.ts'
import type { Database } from './db/store.ts'
import type { Deps } from './deps.ts'
import { periodicAccountTasks } from './features/account/purge.ts'
import { alertDeliverers } from './features/alerts/deliver.ts'
import { alertDueTimes } from './features/alerts/due-times.ts'
import { alertHandlers, periodicAlertTasks } from './features/alerts/jobs.ts'
import { periodicChatTasks } from './features/assistant/jobs.ts'
import { forgetEvents } from './features/audit/store.ts'
import { mayRemove } from './features/billing/deleted-workspaces.ts'
import { billingDueTimes } from './features/billing/due-times.ts'
import { periodicBillingTasks } from './features/billing/jobs.ts'
import { domainDueTimes } from './features/domains/due-times.ts'
import { flatteningDueTimes } from './features/flattening/due-times.ts'
import { periodicFlatteningTasks } from './features/flattening/upkeep.ts'
import { periodicHeaderTasks } from './features/headers/jobs.ts'
import { periodicMonitoringTasks } from './features/monitoring/jobs.ts'
import { periodicListTasks } from './features/monitoring/list-health.ts'
import { startMonitor } from './features/monitoring/monitor.ts'
import { pullBackChecks } from './features/monitoring/pull-back-checks.ts'
import { scanDueTimes } from './features/scans/due-times.ts'
import { periodicScanTasks, scanHandlers, takeOverRuns } from './features/scans/jobs.ts'
import { fillWhenTold, scanPlaces } from './features/scans/scan-places.ts'
import { periodicSharingTasks } from './features/sharing/jobs.ts'
import { dayOf, monthOf } from './features/usage/period.ts'
import { forgetBefore } from './features/usage/store.ts'
import { visitorDueTimes } from './features/visitor-check/due-times.ts'
import { periodicVisitorTasks } from './features/visitor-check/jobs.ts'
import { periodicAddressTasks } from './features/watched-addresses/check-addresses.ts'
import { addressDueTimes } from './features/watched-addresses/due-times.ts'
import { forgetKeys } from './features/workspaces/key-store.ts'
import { forgetInvitations } from './features/workspaces/member-store.ts'
import { zoneDueTimes } from './hosted-zone/due-times.ts'
import { periodicZoneTasks } from './hosted-zone/jobs.ts'
import { periodicBeats } from './jobs/clock-watch.ts'
import { forgetJobs } from './jobs/dead-letters.ts'
import { deliverersOf } from './jobs/deliverers.ts'
import { lanesOf } from './jobs/lanes.ts'
import { outboxHandlers, periodicOutboxTasks } from './jobs/outbox.ts'
import { type PeriodicTask, startPeriodic } from './jobs/periodic.ts'
import { type DueTime, dueTime, outboxDueTimes, periodicPullBack } from './jobs/pull-back.ts'
import type { JobHandlers } from './jobs/queue.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long the audit log has what was done. */
const auditDays = 365

/**
 * Every stored time at which something is due or ends, with the furthest ahead that it is ever set. Checks of DNS are not
 * here, which have the period of their workspace. Nor is what a person chose (the end of a link or a key) or a provider says (a
 * paid period): it may be any time.
 */
export const dueTimes: readonly DueTime[] = [
  ...alertDueTimes,
  ...billingDueTimes,
  ...domainDueTimes,
  ...flatteningDueTimes,
  ...scanDueTimes,
  ...visitorDueTimes,
  ...addressDueTimes,
  ...zoneDueTimes,
  ...outboxDueTimes,
  dueTime({ table: relayMemory, column: 'claimedUntil', periodMs: 10 * minute }),
  dueTime({ table: identitySession, column: 'expiresAt', periodMs: 7 * day }),
  // The lock after ten wrong codes.
  dueTime({ table: identityTwoFactor, column: 'lockedUntil', periodMs: 15 * minute }),
]

/** Starts everything that works in the background: the jobs of every feature, and what is done again and again. */
export async function startWorkers(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const deliverers = { ...deliverersOf(deps), ...alertDeliverers(deps) }
  const deliveries = lanesOf(deps, deliverers)
  const places = scanPlaces(deps)
  const handlers: JobHandlers = {
    ...outboxHandlers(deps, deliverers, deliveries),
    ...scanHandlers(deps, places),
    ...alertHandlers(deps),
  }
  await deps.clockWatch.begin()
  await takeOverRuns(deps)
  await deps.queue.work(handlers)
  const unlisten = await fillWhenTold(deps, places)
  const periodic = startPeriodic(periodicTasks(deps, deliverers, deliveries), deps)
  const monitor = startMonitor(deps)
  return {
    async stop() {
      await unlisten()
      await Promise.all([periodic.stop(), monitor.stop(), places.stop(), deliveries.stop()])
    },
  }
}

/** Everything that workers do again and again. */
export function periodicTasks(
  deps: Deps,
  deliverers: Parameters<typeof periodicOutboxTasks>[1],
  deliveries = lanesOf(deps, deliverers),
): PeriodicTask[] {
  return [
    ({ clockWatch }: Deps) => periodicBeats(clockWatch),
    (deps: Deps) => periodicPullBack(deps, dueTimes, now => pullBackChecks(deps, now)),
    (deps: Deps) => periodicOutboxTasks(deps, deliverers, deliveries),
    periodicRemovals,
    periodicScanTasks,
    periodicSharingTasks,
    periodicVisitorTasks,
    periodicAddressTasks,
    periodicMonitoringTasks,
    periodicListTasks,
    periodicAlertTasks,
    periodicFlatteningTasks,
    periodicHeaderTasks,
    periodicChatTasks,
    periodicBillingTasks,
    periodicZoneTasks,
    periodicStoreTasks,
    periodicCopyTasks,
    periodicPartTasks,
  ].flatMap(tasksOf => tasksOf(deps))
}

/** Deleted accounts go once nothing more will be charged to them. */
function periodicRemovals(deps: Deps): PeriodicTask[] {
  return periodicAccountTasks(deps, workspaceId => mayRemove(deps, workspaceId))
}

/** The log names a failed resolver or mail server also where no one asks for the state. */
function periodicPartTasks({ parts }: Pick<Deps, 'parts'>): PeriodicTask[] {
  return [{ name: 'check parts', everyMs: 10 * minute, run: async () => void (await parts.read()) }]
}

/** What keeps the database small and, when embedded, sound. */
export function periodicStoreTasks({ store }: Pick<Deps, 'store'>): PeriodicTask[] {
  return [
    { name: 'checkpoint', everyMs: 5 * minute, run: () => store.checkpoint() },
    { name: 'vacuum', everyMs: day, run: () => store.vacuum() },
    {
      name: 'forget what lapsed',
      everyMs: hour,
      deletesByAge: true,
      run: async now => {
        await store.db.delete(rateLimit).where(lt(rateLimit.windowStart, new Date(now.getTime() - day)))
        await store.db.delete(relayMemory).where(lt(relayMemory.changedAt, new Date(now.getTime() - 90 * day)))
        await store.db.delete(identitySession).where(lt(identitySession.expiresAt, now))
        await store.db.delete(signInMemory).where(lt(signInMemory.at, new Date(now.getTime() - 30 * day)))
        await store.db.delete(signInTry).where(lt(signInTry.at, new Date(now.getTime() - day)))
        await store.db.delete(identityVerification).where(lt(identityVerification.expiresAt, now))
        // Until then its link says that it has expired or was used.
        await forgetInvitations(store.db, new Date(now.getTime() - 30 * day))
        await forgetEvents(store.db, new Date(now.getTime() - auditDays * day))
        await forgetJobs(store.db, new Date(now.getTime() - 30 * day))
        await forgetKeys(store.db, new Date(now.getTime() - 30 * day))
        await forgetBefore(store.db, 'threat', dayOf(new Date(now.getTime() - 35 * day)))
        await forgetBefore(store.db, 'chat', dayOf(new Date(now.getTime() - 35 * day)))
        await forgetBefore(store.db, 'scan', monthOf(new Date(now.getTime() - 400 * day)))
        await forgetBefore(store.db, 'alert', monthOf(new Date(now.getTime() - 400 * day)))
      },
    },
    {
      name: 'forget threat answers',
      everyMs: hour,
      deletesByAge: true,
      run: async (now, stopping) => {
        while (!stopping.aborted) {
          if ((await forgetThreatAnswers(store.db, new Date(now.getTime() - day))) < answersAtOnce) return
        }
      },
    },
  ]
}

/** The copies that were made before migrations are backups too, and expire as the privacy policy says. */
function periodicCopyTasks({ env }: Pick<Deps, 'env'>): PeriodicTask[] {
  const folder = copiesIn(env.dataDir)
  const forget = (now: Date): Promise<void> => forgetCopies(folder, new Date(now.getTime() - copyDays * day))
  return [{ name: 'forget old copies', everyMs: day, deletesByAge: true, run: forget }]
}

/** How many answers of VirusTotal one statement deletes: each has up to 256 KB. */
const answersAtOnce = 500

/** Deletes answers from before `at`, a batch of them, and returns their number. */
async function forgetThreatAnswers(db: Database, at: Date): Promise<number> {
  const { source, subjectKind, subjectName, askedAt } = threatCache
  const old = db.select({ source, subjectKind, subjectName }).from(threatCache).where(lt(askedAt, at))
  const removed = await db
    .delete(threatCache)
    // Another process may have stored a new answer since the subquery read the row.
    .where(and(sql`(${source}, ${subjectKind}, ${subjectName}) in ${old.limit(answersAtOnce)}`, lt(askedAt, at)))
    .returning({ subjectName })
  return removed.length
}
