import type { Deps } from '../../deps.ts'
import type { PeriodicTask } from '../../jobs/periodic.ts'
import { CustomerGone } from '../../ports.ts'
import { deletedWorkspaces, setPaidTier } from '../workspaces/store.ts'
import { forgetCheckouts, forgetPayments } from './checkout-store.ts'
import { claimDue, customersAt, forgetCustomer, forgetEvents } from './customer-store.ts'
import { endForDeleted, readDeletedSoon } from './deleted-workspaces.ts'
import { putBack } from './released.ts'
import { dueToRestore, restoreAgainAt } from './released-store.ts'
import { paymentsSince, type SyncDeps, sync } from './sync.ts'
import { inTurn } from './turn.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long a process has for a customer that it took. */
const leaseMs = 15 * minute
/** Customers that are taken at once. */
const batch = 20

/** What billing does again and again. */
export function periodicBillingTasks(deps: Deps): PeriodicTask[] {
  return [
    {
      name: 'read subscriptions',
      everyMs: minute,
      run: async (_now, stopping) => void (await readDue(deps, stopping)),
    },
    {
      name: 'schedule changes of plans again',
      everyMs: minute / 2,
      run: (_now, stopping) => restoreDue(deps, stopping),
    },
    { name: 'leave test mode of billing', everyMs: hour, run: () => leaveTestMode(deps) },
    { name: 'check the setup of billing', everyMs: day, run: () => nameSetupProblems(deps) },
    { name: 'forget billing', everyMs: hour, deletesByAge: true, run: now => forgetOld(deps, now) },
  ]
}

/**
 * Reads every subscription that is due: once a day, and when its period ends. So an event that never arrived costs a day at
 * most. The subscription of a deleted workspace ends. One whose reading fails is due again after the lease. Returns how many
 * were read.
 */
export async function readDue(deps: SyncDeps & Pick<Deps, 'log'>, stopping?: AbortSignal): Promise<number> {
  const { store, billing, log } = deps
  if (billing === null) return 0
  let read = 0
  const began = deps.now()
  await readDeletedSoon(deps, began, new Date(began.getTime() + leaseMs))
  const deleted = new Set(await deletedWorkspaces(store.db))
  const isStopping = () => stopping?.aborted === true
  while (!isStopping()) {
    const now = deps.now()
    const until = new Date(now.getTime() + leaseMs)
    const due = await store.transaction(tx => claimDue(tx, { provider: billing.kind, now, until, limit: batch }))
    for (const customer of due) {
      if (isStopping()) return read
      try {
        await (deleted.has(customer.workspaceId) ? endForDeleted(deps, customer) : sync(deps, customer))
        read += 1
      } catch (err) {
        if (err instanceof CustomerGone) read += 1
        log.warn({ err, workspaceId: customer.workspaceId }, 'a subscription could not be read')
      }
    }
    if (due.length < batch) return read
  }
  return read
}

/**
 * Schedules the changes again that were taken back for a page which is over, or by a process that died. One that fails is
 * tried again in a minute.
 */
export async function restoreDue(deps: SyncDeps & Pick<Deps, 'log'>, stopping?: AbortSignal): Promise<void> {
  const { store, billing, log } = deps
  if (billing === null) return
  const deleted = new Set(await deletedWorkspaces(store.db))
  const now = deps.now()
  const due = await dueToRestore(store.db, { provider: billing.kind, now, limit: batch })
  for (const customer of due) {
    if (stopping?.aborted === true) return
    const { workspaceId } = customer
    try {
      if (deleted.has(workspaceId)) await endForDeleted(deps, customer)
      else await inTurn(deps, customer, present => putBack(deps, customer, present))
    } catch (err) {
      log.warn({ err, workspaceId }, 'a scheduled change of a plan could not be scheduled again')
      await restoreAgainAt(store.db, workspaceId, new Date(now.getTime() + minute), now)
    }
  }
}

/**
 * Where money is real, a plan that was bought in test mode, ours or Stripe's, counts no more: it cost nothing. What was bought with real money
 * stays, so that an installation that is started in test mode by mistake loses no customer.
 */
export async function leaveTestMode({ store, billing }: Pick<Deps, 'store' | 'billing'>): Promise<void> {
  if (billing === null || billing.kind === 'test') return
  const free = billing.kind === 'stripe' ? (['test', 'stripe_test'] as const) : (['test'] as const)
  for (;;) {
    const some = await customersAt(store.db, free, batch)
    for (const workspaceId of some) {
      await store.transaction(async tx => {
        await setPaidTier(tx, workspaceId, 'free')
        await forgetCustomer(tx, workspaceId)
      })
    }
    if (some.length < batch) return
  }
}

/** Names in the log what is set up wrong at the provider, at the start and once a day. */
async function nameSetupProblems({ billing, log }: Pick<Deps, 'billing' | 'log'>): Promise<void> {
  for (const problem of (await billing?.setupProblems?.()) ?? []) log.error(problem)
}

/** Deletes what is kept no longer. */
export async function forgetOld({ store }: Pick<Deps, 'store'>, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await forgetEvents(store.db, before(30 * day))
  await forgetCheckouts(store.db, before(90 * day))
  await forgetPayments(store.db, paymentsSince(now))
}
