import { and, lt, sql } from 'drizzle-orm'
import { copiesIn, copyDays, forgetCopies } from './db/backup-copies.ts'
import { identitySession, identityVerification, rateLimit, relayMemory, threatCache } from './db/schema/index.ts'
import type { Database } from './db/store.ts'
import type { Deps } from './deps.ts'
import { periodicAccountTasks } from './features/account/purge.ts'
import { alertDeliverers } from './features/alerts/deliver.ts'
import { alertHandlers, periodicAlertTasks } from './features/alerts/jobs.ts'
import { periodicChatTasks } from './features/assistant/jobs.ts'
import { forgetEvents } from './features/audit/store.ts'
import { mayRemove } from './features/billing/deleted-workspaces.ts'
import { periodicBillingTasks } from './features/billing/jobs.ts'
import { periodicFlatteningTasks } from './features/flattening/upkeep.ts'
import { periodicHeaderTasks } from './features/headers/jobs.ts'
import { periodicMonitoringTasks } from './features/monitoring/jobs.ts'
import { periodicListTasks } from './features/monitoring/list-health.ts'
import { startMonitor } from './features/monitoring/monitor.ts'
import { periodicScanTasks, scanHandlers, takeOverRuns } from './features/scans/jobs.ts'
import { periodicSharingTasks } from './features/sharing/jobs.ts'
import { dayOf, monthOf } from './features/usage/period.ts'
import { forgetBefore } from './features/usage/store.ts'
import { periodicVisitorTasks } from './features/visitor-check/jobs.ts'
import { periodicAddressTasks } from './features/watched-addresses/check-addresses.ts'
import { forgetKeys } from './features/workspaces/key-store.ts'
import { forgetInvitations } from './features/workspaces/member-store.ts'
import { periodicZoneTasks } from './hosted-zone/jobs.ts'
import { deliverersOf } from './jobs/deliverers.ts'
import { outboxHandlers, periodicOutboxTasks } from './jobs/outbox.ts'
import { type PeriodicTask, startPeriodic } from './jobs/periodic.ts'
import type { JobHandlers } from './jobs/queue.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long the audit log has what was done. */
const auditDays = 365

/** Starts everything that works in the background: the jobs of every feature, and what is done again and again. */
export async function startWorkers(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const deliverers = { ...deliverersOf(deps), ...alertDeliverers(deps) }
  const handlers: JobHandlers = { ...outboxHandlers(deps, deliverers), ...scanHandlers(deps), ...alertHandlers(deps) }
  await takeOverRuns(deps)
  await deps.queue.work(handlers)
  const outboxTasks = (deps: Deps) => periodicOutboxTasks(deps, deliverers)
  const tasks = [
    outboxTasks,
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
  ]
  const periodic = startPeriodic(
    tasks.flatMap(tasksOf => tasksOf(deps)),
    deps,
  )
  const monitor = startMonitor(deps)
  return {
    async stop() {
      await Promise.all([periodic.stop(), monitor.stop()])
    },
  }
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
      run: async now => {
        await store.db.delete(rateLimit).where(lt(rateLimit.windowStart, new Date(now.getTime() - day)))
        await store.db.delete(relayMemory).where(lt(relayMemory.changedAt, new Date(now.getTime() - 90 * day)))
        await store.db.delete(identitySession).where(lt(identitySession.expiresAt, now))
        await store.db.delete(identityVerification).where(lt(identityVerification.expiresAt, now))
        // Until then its link says that it has expired or was used.
        await forgetInvitations(store.db, new Date(now.getTime() - 30 * day))
        await forgetEvents(store.db, new Date(now.getTime() - auditDays * day))
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
  return [{ name: 'forget old copies', everyMs: day, run: forget }]
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
