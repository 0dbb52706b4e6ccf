import { isDeepStrictEqual } from 'node:util'
import { flattenProblemText, type HostedCheck, toCidrs } from '@waxseal/core/spf'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { zoneStateOf } from '../../hosted-zone/delegation.ts'
import { makeZone, removeHostedRecords, setHostedRecords } from '../../hosted-zone/records.ts'
import { lockWorkspace } from '../workspaces/store.ts'
import { informOfChanges } from './inform-of-changes.ts'
import { type Look, look } from './look.ts'
import { failuresTold, growthNotice, inform, type Notice, withheldNotice } from './notices.ts'
import { isPaused } from './plan-room.ts'
import { viewOf } from './present.ts'
import { type ClaimedFlattening, type FlatteningRow, insertVersion, storeCheck } from './store.ts'
import { upstreamsOf } from './upstreams.ts'

/** What a check did to a hosted record. `lost`: it was changed or taken over meanwhile, so nothing was stored. */
export type CheckOutcome = { kind: 'changed' | 'unchanged' | 'failed' | 'lost' } & { row: FlatteningRow }

/** The wait after so many failures in a row; later ones come hourly. */
const retryMs = [5 * 60_000, 10 * 60_000, 30 * 60_000]
const hourMs = 3_600_000
/** A retired record stays this long after its domain no longer includes it: receivers have the older SPF record cached. */
const retiredForMs = 2 * 24 * hourMs
/** Look-ups may find an older hosted record for its TTL and this long. */
const graceMs = 5 * 60_000
/** How soon after a change a look-up begins to ask whether it is live. */
const firstLookMs = 10_000
const includeLookMs = 5 * 60_000
const newForMs = 24 * hourMs

/**
 * Checks a hosted record: whether its upstreams changed, whether it is live, and whether its domain includes it. Stores
 * and publishes what follows in one transaction. A failure, a look-up beyond the time limit too, changes nothing that is
 * hosted. When `stopping` fires, nothing is stored.
 */
export async function checkConfiguration(
  deps: Deps,
  claimed: ClaimedFlattening,
  { stopping, limit, byPerson = false }: { stopping: AbortSignal; limit: AbortSignal; byPerson?: boolean },
): Promise<CheckOutcome> {
  const signal = AbortSignal.any([stopping, limit])
  const dns = deps.freshDns(signal, byPerson ? (claimed.workspaceId ?? undefined) : undefined)
  const zone = deps.env.hostedZone?.name ?? null
  const hostedName = zone === null ? claimed.hostedName : `${claimed.label}.${zone}`
  const [{ state }, found, seen] = await Promise.all([
    zoneStateOf(deps),
    upstreamsOf(deps, dns, { claimed, hostedName, zone }),
    look(dns, claimed, signal),
  ])
  if (stopping.aborted) return { kind: 'lost', row: claimed }
  return deps.store.transaction(tx =>
    store(deps, tx, { claimed, zone, isProved: state === 'proved', byPerson, hostedName, found, seen }),
  )
}

interface Checked {
  claimed: ClaimedFlattening
  zone: string | null
  /** The zone is delegated to this installation. */
  isProved: boolean
  byPerson: boolean
  hostedName: string | null
  found: HostedCheck
  seen: Look
}

async function store(
  deps: Deps,
  tx: Tx,
  { claimed, zone, isProved, byPerson, hostedName, found, seen }: Checked,
): Promise<CheckOutcome> {
  const now = deps.now()
  // Before the record, as an edit locks them: mails to the owners lock the workspace too.
  if (claimed.workspaceId !== null) await lockWorkspace(tx, claimed.workspaceId)
  const isPublished = found.kind === 'changed' || claimed.hostedName === hostedName
  const paused = await isPaused(deps, tx, claimed)
  // Without a delegation the whole zone is missing, which is the operator's to mend.
  const problem = problemOf(claimed, found, isProved ? seen.live : null, now)
  // A person may check again and again within a minute.
  const failures = problem === null ? 0 : byPerson ? Math.max(1, claimed.failures) : claimed.failures + 1
  const included = seen.included ?? claimed.included
  const retiredAt = claimed.domainId !== null || included !== false ? null : (claimed.retiredAt ?? now)
  // Only a look-up of this very check may say that no mail depends on it any more.
  const isOver = seen.included === false && retiredAt !== null && now.getTime() - retiredAt.getTime() >= retiredForMs
  const isDifferent = hasOtherRecords(claimed, found)
  const live = isDifferent ? false : (seen.live ?? claimed.live)
  const changedAt = isDifferent ? now : claimed.changedAt
  const { createdAt } = claimed
  const wait =
    failures > 0
      ? (retryMs[failures - 1] ?? hourMs)
      : nextCheck({ hostedName, live, included, createdAt, changedAt }, ttlOf(claimed, found), now)
  const row = await storeCheck(tx, claimed, {
    ...(isPublished && { hostedName }),
    ...(found.memory && { memory: found.memory }),
    ...(found.kind !== 'failed' && { checkedAt: now }),
    ...(found.kind === 'changed' && { view: viewOf(found.flattening), ttl: found.flattening.ttl, changedAt }),
    ...(found.kind === 'unchanged' && { view: { ...claimed.view, includes: found.upstream.includes } }),
    live,
    included,
    ...(seen.included !== null && { lookedAt: now }),
    failures,
    problem,
    pausedTold: paused,
    retiredAt,
    nextCheckAt: isOver || (claimed.domainId === null && hostedName === null) ? null : new Date(now.getTime() + wait),
  })
  if (row === undefined) return { kind: 'lost', row: claimed }
  if (isOver) await removeHostedRecords(tx, row.id, now)
  else if (found.kind === 'changed') await publish(tx, { claimed, row, zone, found, now })
  for (const notice of noticesOf(claimed, row, found)) await inform(deps, tx, row, notice)
  await informOfChanges(deps, tx, row)
  return { kind: found.kind === 'changed' && !isDifferent ? 'unchanged' : found.kind, row }
}

/** Not where only the TTL fell. */
function hasOtherRecords({ view }: ClaimedFlattening, found: HostedCheck): boolean {
  return found.kind === 'changed' && !isDeepStrictEqual(found.flattening.records, view.records)
}

async function publish(
  tx: Tx,
  {
    claimed,
    row,
    zone,
    found,
    now,
  }: Pick<Checked, 'claimed' | 'zone'> & {
    row: FlatteningRow
    found: Extract<HostedCheck, { kind: 'changed' }>
    now: Date
  },
): Promise<void> {
  const { flattening, added, removed } = found
  if (zone !== null) await makeZone(tx, zone, now)
  if (row.hostedName !== null) {
    await setHostedRecords(tx, { flatteningId: row.id, records: flattening.records, ttl: flattening.ttl, now })
  }
  if (!hasOtherRecords(claimed, found)) return
  await insertVersion(tx, {
    flatteningId: row.id,
    at: now,
    reason: claimed.hostedName === row.hostedName ? 'upstream' : 'zone',
    originalRecord: row.originalRecord,
    records: flattening.records,
    added: toCidrs(added),
    removed: toCidrs(removed),
  })
}

/** Seconds, of the upstreams now. */
function ttlOf({ ttl }: ClaimedFlattening, found: HostedCheck): number {
  if (found.kind === 'failed') return ttl
  return found.kind === 'changed' ? found.flattening.ttl : found.upstream.ttl
}

/** In the words of the screen; null: all is well, or could not be checked without harm. */
function problemOf(claimed: ClaimedFlattening, found: HostedCheck, live: boolean | null, now: Date): string | null {
  if (found.kind === 'failed') return found.problems.slice(0, 3).map(flattenProblemText).join(' ')
  const since = now.getTime() - claimed.changedAt.getTime()
  const isOld = found.kind !== 'changed' && since > claimed.ttl * 1000 + graceMs
  return live === false && isOld ? `${claimed.hostedName} does not have the hosted record.` : null
}

/**
 * By the TTL of the upstreams. Sooner while a look-up is awaited: of a new hosted record after about as long as it is there,
 * and of the domain's include every five minutes for a day.
 */
function nextCheck(
  after: Pick<FlatteningRow, 'hostedName' | 'live' | 'included' | 'createdAt' | 'changedAt'>,
  ttl: number,
  now: Date,
): number {
  const regular = ttl * 1000
  if (after.hostedName === null) return regular
  const age = now.getTime() - after.changedAt.getTime()
  if (!after.live) return Math.min(regular, Math.max(firstLookMs, age))
  const isNew = now.getTime() - after.createdAt.getTime() < newForMs
  return after.included !== true && isNew ? Math.min(regular, includeLookMs) : regular
}

function noticesOf(before: ClaimedFlattening, after: FlatteningRow, found: HostedCheck): Notice[] {
  const notices: Notice[] = []
  if (found.kind === 'changed' && found.applies) notices.push({ kind: 'applied', removed: toCidrs(found.removed) })
  if (found.withholds === true) notices.push(withheldNotice(after.memory))
  if (found.asks === true) notices.push(growthNotice(after.memory))
  if (before.failures < failuresTold && after.failures >= failuresTold && after.problem !== null)
    notices.push({ kind: found.kind === 'failed' ? 'failing' : 'unserved', problem: after.problem })
  if (before.failures >= failuresTold && after.failures === 0) notices.push({ kind: 'recovered' })
  if (after.pausedTold && !before.pausedTold) notices.push({ kind: 'paused' })
  return notices
}
