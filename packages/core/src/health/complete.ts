import type { BlacklistRow, BlacklistValue } from '../blacklist/index.ts'
import type { Evidence, Gap } from '../check/index.ts'
import { type DkimValue, completeDkim as fillDkim } from '../dkim/index.ts'
import { completeRelay as fillRelay, type RelayValue } from '../relay/index.ts'

/** A value whose holes are filled in, and the questions that stay open all the same. */
export interface Completed<T> {
  value: T
  gaps: readonly Gap[]
  /** Of the answers of now those that say nothing: a refusal, a rewritten answer. What was known stands in their stead. */
  disbelieved?: (piece: Evidence) => boolean
}

/** Selectors that could not be asked keep what an earlier scan found there, a key or none. Null: nothing to fill in. */
export function completeDkim(now: DkimValue, gaps: readonly Gap[], before: DkimValue): Completed<DkimValue> | null {
  const value = fillDkim(now, gaps, before)
  if (value === null) return null
  const open = new Set(value.unanswered.flatMap(({ hostname, cnames }) => [hostname, ...cnames]))
  const asked = new Set(now.unanswered.flatMap(({ hostname, cnames }) => [hostname, ...cnames]))
  return { value, gaps: gaps.filter(({ question: { name } }) => open.has(name) || !asked.has(name)) }
}

/**
 * A list without a verdict keeps its last one, about what is still asked about; that it listed nothing only where it was
 * asked about all of it then. Null: nothing to fill in.
 */
export function completeBlacklist(
  now: BlacklistValue,
  gaps: readonly Gap[],
  before: BlacklistValue,
): Completed<BlacklistValue> | null {
  const asked = new Set([...now.names, ...now.addresses.map(({ address }) => address)])
  const knew = new Set([...before.names, ...before.addresses.map(({ address }) => address)])
  const isNothingNew = {
    ip: now.addresses.every(({ address }) => knew.has(address)),
    domain: now.names.every(name => knew.has(name)),
  }
  const filled = new Set<string>()
  const rows = now.rows.map((row): BlacklistRow => {
    const older = before.rows.find(({ list }) => list === row.list)
    if (row.status !== 'error' || row.trouble === 'not-applicable' || older === undefined) return row
    const listings = older.listings.filter(({ subject }) => asked.has(subject))
    const isTold =
      (older.status === 'clean' && isNothingNew[row.kind]) ||
      (older.status === 'listed' && listings.some(({ note }) => !note))
    if (!isTold) return row
    filled.add(row.zone)
    return { ...older, listings }
  })
  if (filled.size === 0) return null
  const value: BlacklistValue = {
    ...now,
    rows,
    success: rows.some(({ status }) => status !== 'error'),
    listedCount: rows.filter(({ status }) => status === 'listed').length,
  }
  const isFilled = (name: string) => [...filled].some(zone => name.endsWith(`.${zone}`))
  return {
    value,
    gaps: gaps.filter(({ question }) => !isFilled(question.name)),
    disbelieved: ({ question }) => isFilled(question.name),
  }
}

/** A host that told nothing now keeps what it was known for. Null: nothing to fill in. */
export function completeRelay(now: RelayValue, gaps: readonly Gap[], before: RelayValue): Completed<RelayValue> | null {
  const completed = fillRelay(now, before)
  if (completed === null) return null
  const { value, filled } = completed
  return { value, gaps: gaps.filter(({ question }) => !filled.has(question.name.split(' ')[0] ?? '')) }
}
