import type { activityFeed, ReplyOf } from '@waxseal/contract'
import { displayTyped } from '@waxseal/core/dns'
import type { Deps } from '../../deps.ts'
import { unicodeOf } from '../domains/present.ts'
import { lastScores } from '../domains/score-store.ts'
import { type FinishedScan, newestOfWorkspace } from '../scans/change-store.ts'
import type { Actor } from '../workspaces/actor.ts'
import { type AlertRow, newestAlerts } from './alert-store.ts'

type Item = ReplyOf<typeof activityFeed>[number]

/** The scans that one answer reads. A bulk scan of more domains is one item that says so, and the last one. */
const scansMax = 300

/** A bulk scan runs one domain after the other, so the next one begins soon after the previous one ends. */
const pauseMaxMs = 2 * 60_000

/** The most scans of a group that an item has. */
const sentMax = 100

/** The characters of an alert's sentence, which may name a record of anyone's. */
const descriptionMax = 300

/** Fewer domains are shown one by one. */
const groupMin = 3

/** What happened in the workspace, the newest first: alerts, and finished scans, those of a bulk scan as one item. */
export async function activityOf({ store }: Pick<Deps, 'store'>, { workspace }: Actor, limit: number): Promise<Item[]> {
  const [read, alerts] = await Promise.all([
    newestOfWorkspace(store.db, workspace.id, scansMax + 1),
    newestAlerts(store.db, workspace.id, limit),
  ])
  const scans = read.slice(0, scansMax)
  const isCut = read.length > scansMax
  const groups = groupsOf(scans)
  const ofScans = groups.flatMap((group, at) =>
    group.length < groupMin ? group.map(itemOf) : [groupItemOf(group, isCut && at === groups.length - 1)],
  )
  // Beyond the oldest scan that was read, there are scans and alerts that this answer does not know the order of.
  const since = isCut ? (scans.at(-1)?.finishedAt ?? null) : null
  const shown = alerts.filter(({ at }) => since === null || at >= since)
  const scores = await lastScores(
    store.db,
    workspace.id,
    shown.flatMap(({ domainId }) => domainId ?? []),
  )
  const ofAlerts = shown.map(alert => alertItemOf(alert, scores.get(alert.domainId ?? '') ?? null))
  return [...ofScans, ...ofAlerts]
    .toSorted((one, other) => other.timestamp.localeCompare(one.timestamp))
    .slice(0, limit)
}

/**
 * Puts scans that follow one another into groups, given and answered the newest first. A group has each domain once: the
 * same domain again is another scan by hand.
 */
export function groupsOf<T extends Pick<FinishedScan, 'domainId' | 'startedAt' | 'finishedAt'>>(
  scans: readonly T[],
): readonly (readonly T[])[] {
  const groups: { scans: T[]; domains: Set<string>; begun: number }[] = []
  for (const scan of scans) {
    const last = groups.at(-1)
    const follows = last !== undefined && last.begun - scan.finishedAt.getTime() <= pauseMaxMs
    if (last === undefined || !follows || last.domains.has(scan.domainId)) {
      groups.push({ scans: [scan], domains: new Set([scan.domainId]), begun: scan.startedAt.getTime() })
    } else {
      last.scans.push(scan)
      last.domains.add(scan.domainId)
      last.begun = Math.min(last.begun, scan.startedAt.getTime())
    }
  }
  return groups.map(group => group.scans)
}

function scannedOf(scan: FinishedScan): Item['scans'][number] {
  return {
    domain_id: scan.domainId,
    domain_name: scan.name,
    domain_unicode: unicodeOf(scan.name),
    health_score: scan.score,
    score_before: scan.scoreBefore,
    fixed: scan.fixed,
    added: scan.added,
    timestamp: scan.finishedAt.toISOString(),
  }
}

function itemOf(scan: FinishedScan): Item {
  return {
    ...scannedOf(scan),
    type: 'scan_completed',
    message: `Scan completed for ${scan.name}`,
    alert_type: null,
    alert_severity: null,
    resolved: false,
    scans: [],
    scans_total: 0,
    scans_more: false,
    scores_up: 0,
    scores_down: 0,
  }
}

/** @param score the last known one of its domain */
function alertItemOf({ domainId, name, type, state, severity, description, at }: AlertRow, score: number | null): Item {
  return {
    type: 'alert',
    domain_id: domainId,
    domain_name: name,
    domain_unicode: unicodeOf(name),
    message: displayTyped(description, descriptionMax),
    alert_type: type,
    alert_severity: severity,
    resolved: state === 'resolved',
    timestamp: at.toISOString(),
    health_score: score,
    score_before: null,
    fixed: 0,
    added: 0,
    scans: [],
    scans_total: 0,
    scans_more: false,
    scores_up: 0,
    scores_down: 0,
  }
}

/** @param isMore whether there may be more scans in the group */
function groupItemOf(group: readonly FinishedScan[], isMore: boolean): Item {
  const scans = group.map(scannedOf)
  const [newest] = group
  if (newest === undefined) throw new Error('a group without a scan')
  return {
    ...itemOf(newest),
    score_before: null,
    fixed: sum(scans.map(({ fixed }) => fixed)),
    added: sum(scans.map(({ added }) => added)),
    message: `${isMore ? 'More than ' : ''}${scans.length} domains scanned`,
    scans: scans.slice(0, sentMax),
    scans_total: scans.length,
    scans_more: isMore,
    scores_up: scans.filter(scan => riseOf(scan) > 0).length,
    scores_down: scans.filter(scan => riseOf(scan) < 0).length,
  }
}

/** By how much the score rose; 0 where there is nothing to compare. */
function riseOf({ health_score: score, score_before: before }: Item['scans'][number]): number {
  return score === null || before === null ? 0 : score - before
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
