import type { Filled, Gap } from '../check/index.ts'
import type { BlacklistRow, BlacklistValue } from './value.ts'

/**
 * A list without a verdict keeps its last one, for subjects that are still queried. A clean one is kept only if all
 * current subjects were queried then. Null: there is nothing to fill in.
 */
export function fillBlacklistGaps(
  now: BlacklistValue,
  gaps: readonly Gap[],
  before: BlacklistValue,
): Filled<BlacklistValue> | null {
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
