import { type Evidence, listed, restsOn } from '../check/index.ts'
import { severityRank } from './decode.ts'
import { type BlacklistFinding, blacklistFinding } from './findings.data.ts'
import type { Blocklist } from './list.ts'
import { blocklists } from './lists.data.ts'
import type { BlacklistRow, BlacklistValue, Listing } from './value.ts'

export interface BlacklistContext {
  /** The section's evidence. */
  evidence: readonly Evidence[]
}

interface Found {
  row: BlacklistRow
  list: Blocklist
  listing: Listing
}

const byId: ReadonlyMap<string, Blocklist> = new Map(blocklists.map(list => [list.id, list]))

/**
 * Judges the results of the blocklists. Each operator counts once, with its most severe listing, address lists and
 * domain lists separately; listings of shared addresses count once in all. Notes and lists without a verdict give no
 * finding. Each of the user's own lists gives one without points.
 */
export function assessBlacklist(
  { rows, custom }: BlacklistValue,
  { evidence }: BlacklistContext,
): readonly BlacklistFinding[] {
  const found = rows.flatMap(row => {
    const list = byId.get(row.list)
    if (list === undefined || row.status !== 'listed') return []
    return row.listings.flatMap((listing): Found[] => (listing.note ? [] : [{ row, list, listing }]))
  })
  const own = new Map<string, Found[]>()
  for (const each of found) {
    if (each.listing.owner !== null) continue
    const key = `${each.list.kind} ${each.list.operator}`
    own.set(key, [...(own.get(key) ?? []), each])
  }
  const shared = found.filter(({ listing }) => listing.owner !== null)
  return [
    ...[...own.values()].map(group => ownFinding(group, evidence)),
    ...(shared.length === 0 ? [] : [sharedFinding(shared, evidence)]),
    ...custom.flatMap(row => customFinding(row, evidence)),
  ]
}

/** The worst listing of one of the user's own lists. */
function customFinding(
  { status, name, zone, listings }: BlacklistRow,
  evidence: readonly Evidence[],
): BlacklistFinding[] {
  const [worst] = listings.filter(({ note }) => !note)
  if (status !== 'listed' || worst === undefined) return []
  const { subject, labels, meaning, question } = worst
  const code = labels.filter(label => label !== 'LISTED').join(', ')
  const facts = { list: name, zone, subject, meaning: code === '' ? meaning : `${meaning}, ${code}` }
  return [blacklistFinding('bl_own', facts, restsOn(evidence, { name: question, type: 'A' }))]
}

function ownFinding(group: readonly Found[], evidence: readonly Evidence[]): BlacklistFinding {
  const [worst] = group.toSorted(
    (one, other) => severityRank(one.listing.severity) - severityRank(other.listing.severity),
  )
  if (worst === undefined) throw new Error('an operator counts only where it lists something')
  const { list, listing } = worst
  const facts = {
    list: list.name,
    listId: list.id,
    subject: listing.subject,
    meaning: [listing.meaning, ...listing.labels.filter(label => label !== 'LISTED')].join(', '),
    delisting: delistingWords(list),
  }
  const rests = restsOn(evidence, ...group.map(each => ({ name: each.listing.question, type: 'A' as const })))
  const ids = { critical: 'bl_critical', high: 'bl_high', medium: 'bl_medium', low: 'bl_low' } as const
  return blacklistFinding(ids[listing.severity], facts, rests)
}

function sharedFinding(shared: readonly Found[], evidence: readonly Evidence[]): BlacklistFinding {
  const subjects = [...new Set(shared.map(({ listing }) => listing.subject))]
  const owners = [...new Set(shared.flatMap(({ listing }) => listing.owner ?? []))]
  const lists = [...new Set(shared.map(({ list }) => list.name))]
  return blacklistFinding(
    'bl_shared',
    { subject: counted(subjects), owner: owners.join(' and '), lists: counted(lists) },
    restsOn(evidence, ...shared.map(({ listing }) => ({ name: listing.question, type: 'A' as const }))),
  )
}

function counted(items: readonly string[]): string {
  return listed(items, 3)
}

function delistingWords({ delisting: { url, by, expires } }: Blocklist): string {
  const ends = expires === null ? '' : `expires on its own${expires === '' ? '' : ` ${expires}`}`
  if (by === 'automatic') return `the listing ${ends} (${url})`
  return `request removal at ${url}${ends === '' ? '' : `, or wait until the listing ${ends}`}`
}
