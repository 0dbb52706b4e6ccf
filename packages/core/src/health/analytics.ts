import { blocklists } from '../blacklist/index.ts'
import { type CheckId, checkIds, partsOf, type Severity, severityOf } from '../check/index.ts'
import type { FindingId } from './checks.ts'
import { findingRows } from './findings.ts'

/** What is kept of a past scan after its document is gone. */
export interface PastScan {
  finishedAt: Date
  /** The identity of each finding (`identityKey`). */
  findings: readonly string[]
  /** The checks that are not known well enough to compare the score (`uncheckedOf`). */
  unchecked: readonly CheckId[]
}

export type SeverityCounts = { readonly [S in Severity]: number }

/**
 * How many findings of each severity a past scan had, by the points of today's table. An identity of another version,
 * which this one does not know, is left out.
 */
export function severityCounts(findings: readonly string[]): SeverityCounts {
  const counts: Record<Severity, number> = { critical: 0, high: 0, medium: 0, low: 0, info: 0 }
  for (const key of findings) {
    const id = idOf(key)
    if (!isKnown(id)) continue
    const { points } = findingRows[id]
    counts[points === null ? 'critical' : severityOf(points)] += 1
  }
  return counts
}

/** Scans in a row that saw a listing. */
export interface ListingSpan {
  from: Date
  to: Date
}

/** An address or a name on a blacklist, through the scans of a period. */
export interface ListingHistory {
  /** The name of the list; of one of the user's own, its zone. */
  list: string
  isOwn: boolean
  /** The listed address or name. */
  listed: string
  /** The newest last. */
  spans: readonly ListingSpan[]
  /** The newest scan that could check blocklists has it. */
  isListedNow: boolean
}

/**
 * The listings of a domain through its scans. A scan that could not check blacklists neither continues a listing nor
 * ends it. Where a listing is seen no more, the list may have ended it or the scans may no longer ask the list: a past
 * scan does not say which.
 *
 * @param scans the oldest first
 * @returns those that are listed now first, then by the scan that last saw them
 */
export function listingsIn(scans: readonly PastScan[]): ListingHistory[] {
  const histories = new Map<string, ListingHistory & { spans: ListingSpan[] }>()
  for (const { finishedAt, findings, unchecked } of scans) {
    const seen = new Map(findings.flatMap(listingOf).map(listing => [`${listing.listed} ${listing.list}`, listing]))
    for (const [key, listing] of seen) {
      const history = histories.get(key) ?? { ...listing, spans: [], isListedNow: false }
      const last = history.spans.at(-1)
      if (history.isListedNow && last !== undefined) last.to = finishedAt
      else history.spans.push({ from: finishedAt, to: finishedAt })
      history.isListedNow = true
      histories.set(key, history)
    }
    if (unchecked.includes('blacklist')) continue
    for (const [key, history] of histories) if (!seen.has(key)) history.isListedNow = false
  }
  const lastSeen = (history: ListingHistory) => history.spans.at(-1)?.to.getTime() ?? 0
  return [...histories.values()].toSorted(
    (a, b) => Number(b.isListedNow) - Number(a.isListedNow) || lastSeen(b) - lastSeen(a),
  )
}

/** How often a check could be made. */
export interface CheckRate {
  check: CheckId
  /** Scans in which it was made, of all scans. */
  made: number
  /** The newest scan in which it could not be made completely enough for the score. */
  lastMissed: Date | null
}

/** How often each check could be made in these scans, the oldest first. */
export function checkRatesIn(scans: readonly PastScan[]): CheckRate[] {
  return checkIds.map(check => {
    const missed = scans.filter(({ unchecked }) => unchecked.includes(check))
    return { check, made: scans.length - missed.length, lastMissed: missed.at(-1)?.finishedAt ?? null }
  })
}

/** The ids of the findings about a listing: their subject is what is listed, and the list. */
const listingIds: ReadonlySet<string> = new Set<FindingId>(['bl_critical', 'bl_high', 'bl_medium', 'bl_low', 'bl_own'])

function listingOf(key: string): Pick<ListingHistory, 'list' | 'isOwn' | 'listed'>[] {
  const id = idOf(key)
  if (!listingIds.has(id)) return []
  const [listed, list] = partsOf(key.slice(id.length + 1))
  if (listed === undefined || listed === '' || list === undefined) return []
  const isOwn = id === 'bl_own'
  const name = isOwn ? undefined : blocklists.find(each => each.id === list)?.name
  return [{ list: name ?? list, isOwn, listed }]
}

/** The id in an identity (`identityKey`). */
function idOf(key: string): string {
  return key.split(' ', 1)[0] ?? key
}

function isKnown(id: string): id is FindingId {
  return Object.hasOwn(findingRows, id)
}
