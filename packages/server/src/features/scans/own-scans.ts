import { slotAfter } from '@waxseal/core/plan'
import { oldTtl, type UnseenChange } from '@waxseal/core/watch'
import { organizationalDomain } from '@waxseal/scanner'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import type { EventPayload } from '../../jobs/catalog.ts'
import { isReadOnly } from '../domains/read-only.ts'
import { type DomainRow, lockedDomain } from '../domains/store.ts'
import { dueForOwnScan, ownScansOf, updateUnseen } from '../domains/unseen-store.ts'
import { monthOf } from '../usage/period.ts'
import { tierInUse } from '../workspaces/sign-in.ts'
import { storedTiers } from '../workspaces/store.ts'
import { lockedWorkspace } from './finding-store.ts'
import { isOverBudget } from './name-budget.ts'
import { sendRun } from './send-run.ts'
import { insertRun, newestScan, openRun, waitingRuns } from './store.ts'
import { sightOfScan } from './unseen-changes.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A domain is scanned by itself at most this often. */
const atMostEveryMs = hourMs
/** The longest that a scan waits for an old TTL. */
const waitMaxMs = dayMs
/** What is still unseen so long after it was found leads to no more scans. */
const givenUpAfterMs = 48 * hourMs
/** So many domains of a workspace are scanned at once; an event that touches more spreads the rest over an hour. */
const atOnceMax = 20
/** While a scan of the domain is open, its own one waits. */
const againMs = 60_000
const batch = 20
/** While so many runs wait, none is added. */
const waitingMax = 200

/** After a check found changes: the scan that shows their effect is due, and starts when nothing holds it back. */
export async function scanAfterChanges(deps: Deps, { domainId }: EventPayload<'dns.changed'>): Promise<void> {
  const isDue = await deps.store.transaction(async tx => {
    const workspaceId = await lockedWorkspace(tx, domainId)
    const row = workspaceId && (await lockedDomain(tx, workspaceId, domainId))
    if (!row || row.unseenChanges.length === 0) return false
    const now = deps.now()
    const wanted = await firstTime(deps, tx, row, now)
    const dueAt = row.ownScanDueAt === null || wanted < row.ownScanDueAt ? wanted : row.ownScanDueAt
    await updateUnseen(tx, domainId, { ownScanDueAt: dueAt })
    return dueAt <= now
  })
  if (isDue) await startDueOwnScans(deps)
}

/** Where the zone's own servers cannot be asked, resolvers keep the old answer for its TTL. */
async function firstTime(deps: Deps, tx: Tx, row: DomainRow, now: Date): Promise<Date> {
  const times = [now.getTime(), (row.ownScanAt?.getTime() ?? 0) + atMostEveryMs]
  if (!deps.env.dnsDirect) times.push(now.getTime() + (await waitOf(tx, row)))
  // Its place in the crowd is taken.
  const waits = row.ownScanDueAt !== null && row.ownScanDueAt.getTime() <= now.getTime() + hourMs
  const isCrowd = !waits && (await ownScansOf(tx, row.workspaceId, new Date(now.getTime() - hourMs))) >= atOnceMax
  if (isCrowd) times.push(slotAfter(hourMs, row.id, now).getTime())
  return new Date(Math.max(...times))
}

async function waitOf(tx: Tx, row: DomainRow): Promise<number> {
  const scan = await newestScan(tx, row.id).catch(() => undefined)
  return scan === undefined ? hourMs : Math.min(waitMaxMs, oldTtl(row.unseenChanges, sightOfScan(scan)) * 1000)
}

/** After monitoring saw often enough that no name server serves the zone: only now may a scan say so. The row is locked. */
export async function scanOfUnserved(tx: Tx, row: DomainRow, now: Date): Promise<void> {
  if (row.lastScanAt !== null) await updateUnseen(tx, row.id, { ownScanDueAt: ownScanTime(row, now) })
}

/** When a scan of its own that is wanted now may start, or the one that waits already, if that starts sooner. */
export function ownScanTime({ ownScanAt, ownScanDueAt }: DomainRow, now: Date): Date {
  const wanted = new Date(Math.max(now.getTime(), (ownScanAt?.getTime() ?? 0) + atMostEveryMs))
  return ownScanDueAt === null || wanted < ownScanDueAt ? wanted : ownScanDueAt
}

/** When a scan that did not see everything is followed by another one; null: by none. */
export function nextOwnScan(unseen: readonly UnseenChange[], ttlSeconds: number, now: Date): Date | null {
  const newest = Math.max(...unseen.map(({ detected_at }) => Date.parse(detected_at)))
  if (unseen.length === 0 || now.getTime() - newest > givenUpAfterMs) return null
  return new Date(now.getTime() + Math.min(waitMaxMs, Math.max(atMostEveryMs, ttlSeconds * 1000)))
}

/** Starts every own scan that is due. A read-only domain, or one of a workspace that is gone, is not scanned. */
export async function startDueOwnScans(deps: Deps): Promise<void> {
  while ((await waitingRuns(deps.store.db, waitingMax)) < waitingMax) {
    if ((await startBatch(deps)) < batch) return
  }
}

function startBatch(deps: Deps): Promise<number> {
  const now = deps.now()
  return deps.store.transaction(async tx => {
    const due = await dueForOwnScan(tx, now, batch)
    const tiers = await storedTiers(tx, [...new Set(due.map(row => row.workspaceId))])
    for (const row of due) {
      const stored = tiers.get(row.workspaceId)
      if (stored === undefined) await updateUnseen(tx, row.id, { ownScanDueAt: null })
      else await start(deps, tx, row, tierInUse(deps, stored))
    }
    return due.length
  })
}

async function start(deps: Deps, tx: Tx, row: DomainRow, tier: ReturnType<typeof tierInUse>): Promise<void> {
  const now = deps.now()
  const { id, workspaceId, unseenChanges } = row
  if (await isReadOnly(tx, { id: workspaceId, tier }, id)) return updateUnseen(tx, id, { ownScanDueAt: null })
  // What it finds out shows whether another one is needed.
  if ((await openRun(tx, id)) !== undefined) {
    return updateUnseen(tx, id, { ownScanDueAt: new Date(now.getTime() + againMs) })
  }
  const values = {
    domainId: id,
    workspaceId,
    tier,
    period: monthOf(now),
    requestedAt: now,
    site: organizationalDomain(row.name),
    urgent: false,
    ownFor: unseenChanges,
  }
  const run = await insertRun(tx, { ...values, sharesAnswers: await isOverBudget(deps, tx, row.name, workspaceId) })
  await sendRun(deps, tx, run.id)
  await updateUnseen(tx, id, { ownScanDueAt: null, ownScanAt: now })
}
