import type { activityFeed, ReplyOf } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { unicodeOf } from '../domains/present.ts'
import { type FinishedScan, newestOfWorkspace } from '../scans/change-store.ts'
import type { Actor } from '../workspaces/actor.ts'

type Item = ReplyOf<typeof activityFeed>[number]

/** The scans that one answer looks at: more than the largest bulk scan that a day has time for. */
const scansMax = 1_000

/** A bulk scan runs one domain after the other, so the next one begins soon after the previous one ends. */
const pauseMaxMs = 2 * 60_000

/** The most scans of a group that an item has. */
const sentMax = 100

/** Fewer domains are shown one by one. */
const groupMin = 3

/** What happened in the workspace, the newest first: finished scans, those of a bulk scan as one item. */
export async function activityOf({ store }: Pick<Deps, 'store'>, { workspace }: Actor, limit: number): Promise<Item[]> {
  const scans = await newestOfWorkspace(store.db, workspace.id, scansMax)
  return groupsOf(scans)
    .flatMap(group => (group.length < groupMin ? group.map(itemOf) : [groupItemOf(group)]))
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
    scans: [],
    scans_total: 0,
    scores_up: 0,
    scores_down: 0,
  }
}

function groupItemOf(group: readonly FinishedScan[]): Item {
  const scans = group.map(scannedOf)
  const [newest] = group
  if (newest === undefined) throw new Error('a group without a scan')
  return {
    ...itemOf(newest),
    health_score: null,
    score_before: null,
    fixed: sum(scans.map(({ fixed }) => fixed)),
    added: sum(scans.map(({ added }) => added)),
    message: `${scans.length} domains scanned`,
    scans: scans.slice(0, sentMax),
    scans_total: scans.length,
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
