import type { Filled, Gap } from '../check/index.ts'
import type { ThreatOpinion } from './source.ts'
import type { ThreatValue } from './value.ts'
import { openTargets } from './verdict.ts'

/**
 * A failed source keeps its opinion of an earlier scan: its silence neither clears the domain nor accuses it. The same
 * applies to opinions about hosts and addresses whose lookups failed now. Null: there is nothing to fill in.
 */
export function fillThreatGaps(
  now: ThreatValue,
  gaps: readonly Gap[],
  before: { value: ThreatValue; gaps: readonly Gap[] },
): Filled<ThreatValue> | null {
  const older = new Map(
    before.value.opinions.filter(({ says }) => says !== 'unknown').map(opinion => [key(opinion), opinion]),
  )
  const filled = new Map(
    now.opinions.flatMap(opinion => {
      const known = opinion.says === 'unknown' ? older.get(key(opinion)) : undefined
      return known === undefined ? [] : [[opinion, known] as const]
    }),
  )
  // Only a scan that knew all of them can replace hosts and addresses that are unknown now.
  const targets = openTargets(before.value, before.gaps).length > 0 ? [] : openTargets(now, gaps)
  if (filled.size === 0 && targets.length === 0) return null
  const asked = new Set(now.opinions.map(key))
  const others = [...older.values()].filter(opinion => opinion.about !== 'domain' && !asked.has(key(opinion)))
  const closed = new Set([...filled.keys()].flatMap(({ evidence }) => evidence))
  const kept = new Set(now.opinions.filter(opinion => !filled.has(opinion)).flatMap(({ evidence }) => evidence))
  return {
    value: {
      ...now,
      opinions: [...now.opinions.map(opinion => filled.get(opinion) ?? opinion), ...(targets.length > 0 ? others : [])],
    },
    gaps: gaps.filter(gap => !closed.has(gap.evidence) && !targets.includes(gap)),
    disbelieved: ({ id }) => closed.has(id) && !kept.has(id),
  }
}

function key({ vendor, subject }: ThreatOpinion): string {
  return `${vendor} ${subject}`
}
