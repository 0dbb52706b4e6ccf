import type { BlacklistRow } from '@waxseal/core/blacklist'
import { mayUse } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import type { PeriodicTask } from '../../jobs/periodic.ts'
import { tierInUse } from '../workspaces/sign-in.ts'
import { storedTiers } from '../workspaces/store.ts'
import { type ClaimedAddress, claimAddresses, storeCheck, type WatchedListing } from './store.ts'

const dayMs = 86_400_000
/** How many addresses a process checks side by side. */
const batch = 8
/** The time limit of one check, which waits for the rates of the lists. */
const checkMs = 15 * 60_000
/** A claim outlives its check, so that no other process begins the same one. */
const claimMs = checkMs + 5 * 60_000

/** Checks the addresses that are due. */
export function periodicAddressTasks(deps: Deps): PeriodicTask[] {
  return [
    { name: 'check watched addresses', everyMs: 30_000, run: (_now, stopping) => checkDueAddresses(deps, stopping) },
  ]
}

/**
 * Checks everything due now, batch after batch. An address is checked once a day, at the same time. When `stopping`
 * fires, the checks end without a result, and the addresses are due again once their claims end.
 */
export async function checkDueAddresses(
  deps: Deps,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  let claimed: ClaimedAddress[]
  do {
    const now = deps.now()
    const until = new Date(now.getTime() + claimMs)
    claimed = await deps.store.transaction(tx => claimAddresses(tx, { now, until, limit: batch }))
    const tiers = await storedTiers(deps.store.db, [...new Set(claimed.map(({ workspaceId }) => workspaceId))])
    const mayCheck = ({ workspaceId }: ClaimedAddress): boolean => {
      const stored = tiers.get(workspaceId)
      return stored !== undefined && mayUse(tierInUse(deps, stored), 'watched_addresses')
    }
    await Promise.all(claimed.map(each => (mayCheck(each) ? check(deps, each, stopping) : skip(deps, each))))
  } while (claimed.length === batch && !stopping.aborted)
}

async function skip(deps: Deps, claimed: ClaimedAddress): Promise<void> {
  const nextCheckAt = nextAfter(claimed.dueAt, deps.now())
  await deps.store.transaction(tx => storeCheck(tx, claimed, { nextCheckAt }))
}

async function check(deps: Deps, claimed: ClaimedAddress, stopping: AbortSignal): Promise<void> {
  const rows = await deps.checkAddress(claimed.address, AbortSignal.any([stopping, AbortSignal.timeout(checkMs)]))
  if (stopping.aborted) return
  const checkedAt = deps.now()
  const nextCheckAt = nextAfter(claimed.dueAt, checkedAt)
  const { listings, unchecked, listed, gone } = compareListings(claimed.listings, rows, checkedAt)
  await deps.store.transaction(async tx => {
    if (!(await storeCheck(tx, claimed, { checkedAt, listings, unchecked, nextCheckAt }))) return
    if (listed.length === 0 && gone.length === 0) return
    const { workspaceId, address } = claimed
    const event = { workspaceId, address, checkedAt: checkedAt.toISOString(), listed, gone }
    await deps.queue.publish(tx, 'address.listings-changed', event)
  })
}

/** The same time on the next day that is not past. */
function nextAfter(dueAt: Date, now: Date): Date {
  const days = Math.floor((now.getTime() - dueAt.getTime()) / dayMs) + 1
  return new Date(dueAt.getTime() + days * dayMs)
}

/**
 * Compares the entries of an address with those of the check before. Only a verdict changes anything: a list that
 * gave none keeps its entry, or stays without one.
 */
export function compareListings(before: readonly WatchedListing[], rows: readonly BlacklistRow[], now: Date) {
  const applicable = rows.filter(({ trouble }) => trouble !== 'not-applicable')
  const known = new Map(before.map(each => [each.list, each]))
  const listings: WatchedListing[] = []
  const listed: { list: string; name: string }[] = []
  const gone: { list: string; name: string }[] = []
  for (const { list, name, status } of applicable) {
    const entry = known.get(list)
    known.delete(list)
    if (status === 'listed' && entry === undefined) listed.push({ list, name })
    if (status === 'clean' && entry !== undefined) gone.push({ list, name })
    if (status === 'listed') listings.push(entry ?? { list, name, since: now.toISOString() })
    if (status === 'error' && entry !== undefined) listings.push(entry)
  }
  // What is left is of lists that the operator has disabled since: nothing is known of them any more.
  const unchecked = applicable.filter(({ status }) => status === 'error').length
  return { listings, unchecked, listed, gone }
}
