import { slotAfter } from '@waxseal/core/plan'
import { nextLookAt, unservedSight, type WatchMemory } from '@waxseal/core/watch'
import type { Deps } from '../../deps.ts'
import { whenAborted } from '../../jobs/abort.ts'
import { lockedDomain } from '../domains/store.ts'
import { scanOfUnserved } from '../scans/own-scans.ts'
import { noteChanges } from '../scans/unseen-changes.ts'
import { insertChanges } from './change-store.ts'
import type { DueCheck } from './claim-checks.ts'
import { endCheck } from './watch-store.ts'

const minuteMs = 60_000

/** A check that takes longer is abandoned and counts as failed. */
const checkMs = 90_000
/** After a check that found nothing out; doubled with each further one, up to the period. */
const retryMs = 5 * minuteMs

/**
 * Checks a domain, and stores in one transaction what is remembered, what changed, and the event. Stores nothing when
 * another process has taken the check over. A check that found nothing out leaves the memory as it is and is repeated
 * some minutes later. Leaves the claim alone when `stopping` fires.
 */
export async function checkDomain(deps: Deps, check: DueCheck, stopping: AbortSignal): Promise<void> {
  const { domainId, name, selectors, memory } = check
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(checkMs)])
  const watched = await Promise.race([
    deps.watch({ name, selectors, memory: readable(memory), signal }),
    whenAborted(signal),
  ]).catch((cause: unknown) => {
    if (!signal.aborted)
      deps.log.error({ err: cause, domainId, workspaceId: check.workspaceId, name }, 'a DNS check failed')
    return null
  })
  if (stopping.aborted) return
  if (watched === null || watched.snapshot.parts.every(({ state }) => state === 'failed')) {
    const wait = Math.min(check.periodMs, retryMs * 2 ** check.failures)
    const nextCheckAt = new Date(deps.now().getTime() + wait)
    await endCheck(deps.store.db, check, { nextCheckAt, failures: check.failures + 1 })
    deps.metrics.dnsCheckEnded('failed')
    return
  }
  await save(deps, check, watched)
}

async function save(
  deps: Deps,
  check: DueCheck,
  { memory, changes }: Awaited<ReturnType<Deps['watch']>>,
): Promise<void> {
  const { domainId, workspaceId } = check
  const checkedAt = deps.now()
  const nextCheckAt = nextAfter(check, memory, checkedAt)
  const isCertain = isUnserved(memory, checkedAt) && !isUnserved(readable(check.memory), checkedAt)
  const saved = await deps.store.transaction(async tx => {
    // What writes about a domain's scan locks its row first.
    const row = changes.length === 0 && !isCertain ? undefined : await lockedDomain(tx, workspaceId, domainId)
    if (!(await endCheck(tx, check, { memory, checkedAt, nextCheckAt, failures: 0 }))) return false
    const changeIds = await insertChanges(tx, { domainId, workspaceId, foundAt: checkedAt }, changes)
    if (changeIds.length > 0 && row !== undefined) await noteChanges(deps, tx, row, checkedAt)
    // A change starts its scan by itself. A zone that was unserved at the first sight has none.
    if (isCertain && changeIds.length === 0 && row !== undefined) await scanOfUnserved(tx, row, checkedAt)
    if (changeIds.length > 0) await deps.queue.publish(tx, 'dns.changed', { domainId, changeIds })
    return true
  })
  if (!saved) return
  deps.metrics.dnsCheckEnded('done')
  for (const { severity } of changes) deps.metrics.dnsChangeFound(severity)
}

function isUnserved(memory: WatchMemory | null, at: Date): boolean {
  return unservedSight(memory, at.getTime()) !== null
}

/** The domain's place in the next period, or sooner when a difference waits for another look. */
function nextAfter({ domainId, periodMs }: DueCheck, memory: WatchMemory, at: Date): Date {
  const next = slotAfter(periodMs, domainId, at)
  const wanted = nextLookAt(memory)
  return wanted === null ? next : new Date(Math.min(next.getTime(), Math.max(wanted, at.getTime())))
}

/** A memory of another version is no memory: the check then begins a new one. */
function readable(memory: WatchMemory | null): WatchMemory | null {
  return memory?.version === 1 ? memory : null
}
