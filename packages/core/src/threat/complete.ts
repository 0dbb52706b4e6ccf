import type { Evidence, Gap } from '../check/index.ts'
import type { ThreatOpinion } from './source.ts'
import type { ThreatValue } from './value.ts'

/**
 * Fills in what an earlier scan was told where a source could not be asked now: that it kept silent neither clears the
 * domain nor accuses it. Null when there is nothing to fill in. `disbelieved` are the answers that gave no opinion.
 */
export function completeThreat(
  now: ThreatValue,
  gaps: readonly Gap[],
  before: { value: ThreatValue },
): { value: ThreatValue; gaps: readonly Gap[]; disbelieved: (piece: Evidence) => boolean } | null {
  const older = new Map(
    before.value.opinions.filter(({ says }) => says !== 'unknown').map(opinion => [key(opinion), opinion]),
  )
  const filled = new Map(
    now.opinions.flatMap(opinion => {
      const known = opinion.says === 'unknown' ? older.get(key(opinion)) : undefined
      return known === undefined ? [] : [[opinion, known] as const]
    }),
  )
  if (filled.size === 0) return null
  const closed = new Set([...filled.keys()].flatMap(({ evidence }) => evidence))
  const kept = new Set(now.opinions.filter(opinion => !filled.has(opinion)).flatMap(({ evidence }) => evidence))
  return {
    value: { ...now, opinions: now.opinions.map(opinion => filled.get(opinion) ?? opinion) },
    gaps: gaps.filter(({ evidence }) => !closed.has(evidence)),
    disbelieved: ({ id }) => closed.has(id) && !kept.has(id),
  }
}

function key({ vendor, subject }: ThreatOpinion): string {
  return `${vendor} ${subject}`
}
