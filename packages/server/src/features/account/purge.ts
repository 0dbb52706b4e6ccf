import type { Deps } from '../../deps.ts'
import { forgetMailTo } from '../../jobs/outbox.ts'
import type { PeriodicTask } from '../../jobs/periodic.ts'
import { forgetPersonIn } from '../audit/store.ts'
import { removeSomeDomains } from '../domains/removal-store.ts'
import { peopleDeletedBy, removePerson, removeWorkspace, workspacesDeletedBy } from '../workspaces/deletion-store.ts'
import { deletedLongAgo } from './deletion-plan.ts'

/** Rows that are read at once. */
const batch = 50
/** Domains that one statement removes, with all their scans. */
const domainsAtOnce = 5

type Needs = Pick<Deps, 'store' | 'auth' | 'log'>

interface Purge {
  now: Date
  /** Whether a workspace may go: its subscription must have ended, or end by itself. Rejects when that is not known. */
  mayGo: (workspaceId: string) => Promise<boolean>
  stopping?: AbortSignal
}

/** Removes accounts that were deleted 30 days ago. */
export function periodicAccountTasks(deps: Needs, mayGo: Purge['mayGo']): PeriodicTask[] {
  return [
    {
      name: 'remove deleted accounts',
      everyMs: 3_600_000,
      deletesByAge: true,
      run: (now, stopping) => purge(deps, { now, mayGo, stopping }),
    },
  ]
}

/**
 * Removes all workspaces and people that were deleted 30 days ago. Each step is small, and what a process that dies has left
 * is still marked as deleted: the next run goes on there. Payments stay without their workspace, hosted SPF records stay
 * without their domain.
 */
export async function purge(deps: Needs, { now, mayGo, stopping }: Purge): Promise<void> {
  const { db } = deps.store
  const longAgo = deletedLongAgo(now)
  const isStopping = () => stopping?.aborted === true
  for await (const id of inBatches(
    after => workspacesDeletedBy(db, longAgo, { after, limit: batch }),
    id => id,
  )) {
    if (isStopping()) return
    try {
      if (!(await mayGo(id))) continue
      while ((await removeSomeDomains(db, id, domainsAtOnce)) === domainsAtOnce) if (isStopping()) return
      await removeWorkspace(db, id, longAgo)
      deps.log.info({ workspaceId: id }, 'a deleted workspace was removed')
    } catch (err) {
      deps.log.error({ err, workspaceId: id }, 'a deleted workspace could not be removed')
    }
  }
  for await (const row of inBatches(
    after => peopleDeletedBy(db, longAgo, { after, limit: batch }),
    row => row.id,
  )) {
    if (isStopping()) return
    try {
      // The sign-in goes first: without it no one can come back and be made a person again.
      await deps.auth.deleteUser(row.subject)
      await forgetMailTo(db, row.email)
      await forgetPersonIn(db, row.id)
      await removePerson(db, row.id, longAgo)
      deps.log.info({ accountId: row.id }, 'a deleted account was removed')
    } catch (err) {
      deps.log.error({ err, accountId: row.id }, 'a deleted account could not be removed')
    }
  }
}

/** What pages give, one after another. A row that stays does not come again. */
async function* inBatches<T>(
  page: (after: string | null) => Promise<T[]>,
  idOf: (row: T) => string,
): AsyncGenerator<T> {
  let after: string | null = null
  for (;;) {
    const rows: T[] = await page(after)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < batch) return
    after = idOf(last)
  }
}
