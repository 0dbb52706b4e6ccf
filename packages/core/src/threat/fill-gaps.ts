import type { Filled, Gap } from '../check/index.ts'
import { isEngine } from './engine-verdict.ts'
import type { ThreatOpinion } from './source.ts'
import type { ThreatValue } from './value.ts'
import { openTargets, reported } from './verdict.ts'

/**
 * A failed source keeps its opinion of an earlier scan: its silence neither clears the domain nor accuses it. The same
 * applies to opinions about hosts and addresses whose lookups failed now. If VirusTotal failed, all its engines keep
 * theirs; an engine that did not answer VirusTotal keeps only a report. Null: there is nothing to fill in.
 */
export function fillThreatGaps(
  now: ThreatValue,
  gaps: readonly Gap[],
  before: { value: ThreatValue; gaps: readonly Gap[] },
): Filled<ThreatValue> | null {
  const heard = before.value.opinions.filter(({ says }) => says !== 'unknown')
  const older = new Map(heard.map(opinion => [key(opinion), opinion]))
  const reports = new Set(reported(heard).map(key))
  const ofSubject = Map.groupBy(heard, placeOf)
  const lastKnown = (opinion: ThreatOpinion): readonly ThreatOpinion[] => {
    if (opinion.says !== 'unknown') return []
    if (opinion.basis === 'engine' && !isEngine(opinion)) return ofSubject.get(placeOf(opinion)) ?? []
    const known = older.get(key(opinion))
    return known === undefined || (isEngine(opinion) && !reports.has(key(opinion))) ? [] : [known]
  }
  const filled = new Map(
    now.opinions.flatMap(opinion => {
      const known = lastKnown(opinion)
      return known.length === 0 ? [] : [[opinion, known] as const]
    }),
  )
  // Only a scan that knew all of them can replace hosts and addresses that are unknown now.
  const targets = openTargets(before.value, before.gaps).length > 0 ? [] : openTargets(now, gaps)
  if (filled.size === 0 && targets.length === 0) return null
  const asked = new Set(now.opinions.map(key))
  const others = heard.filter(opinion => opinion.about !== 'domain' && !asked.has(key(opinion)))
  const closed = new Set([...filled.keys()].flatMap(({ evidence }) => evidence))
  const kept = new Set(now.opinions.filter(opinion => !filled.has(opinion)).flatMap(({ evidence }) => evidence))
  return {
    value: {
      ...now,
      opinions: [
        ...now.opinions.flatMap(opinion => filled.get(opinion) ?? [opinion]),
        ...(targets.length > 0 ? others : []),
      ],
    },
    gaps: gaps.filter(gap => !closed.has(gap.evidence) && !targets.includes(gap)),
    disbelieved: ({ id }) => closed.has(id) && !kept.has(id),
  }
}

function key({ source, vendor, subject }: ThreatOpinion): string {
  return `${source} ${vendor} ${subject}`
}

/** One source about one subject. */
function placeOf({ source, subject }: ThreatOpinion): string {
  return `${source} ${subject}`
}
