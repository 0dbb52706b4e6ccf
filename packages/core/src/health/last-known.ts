import { byCheck, type CheckId, carriedId, type Evidence, type Known, type Section } from '../check/index.ts'
import { type CheckValues, checks } from './checks.ts'
import type { Guard } from './guard.ts'
import type { LastKnown, ScanResult, Sections } from './scan.ts'

/** How long an answer replaces a failed lookup. */
const keepMs = 30 * 86_400_000

/** What is known of each check; null: nothing. */
export type KnownSections = { readonly [K in CheckId]: Known<CheckValues[K]> | null }

/** What a scan collected for one check; null: nothing. */
export function collected<T>(section: Section<T>): Known<T> | null {
  if (!section.ran) return null
  const { value, gaps, evidence } = section
  return { value, gaps, evidence }
}

/** What a scan itself collected, without last known answers. */
export function collectedIn(sections: Sections, guard: Guard): KnownSections {
  return byCheck<KnownSections>(<K extends CheckId>(check: K): KnownSections[K] => {
    return guard.run(check, () => collected(sections[check])) as KnownSections[K]
  })
}

/** What is known of one check, and which part of it comes from earlier scans. */
export interface CarriedOver<T> {
  known: Known<T> | null
  lastKnown: LastKnown<T> | null
}

/**
 * Replaces failed lookups by the last known answers, for 30 days: a failed lookup says nothing about the domain, so it
 * must not change the result. A new answer always wins.
 */
export function carryOver<K extends CheckId>(
  check: K,
  sections: Sections,
  previous: ScanResult | null,
  startedAt: string,
): CarriedOver<CheckValues[K]> {
  const section = sections[check]
  const before = lastKnownOf(check, previous, startedAt)
  const now = collected(section)
  if (now === null) return { known: before, lastKnown: before }
  const completed = before === null ? null : checks[check].fillGaps(now, before)
  if (before === null || completed === null) return { known: now, lastKnown: null }
  const { disbelieved = () => false, ...filled } = completed
  const answered = now.evidence.filter(piece => isAnswer(piece) && !disbelieved(piece))
  const older = before.evidence.filter(piece => !answered.some(now => sameQuestion(now, piece)))
  const open = now.evidence.filter(piece => !isAnswer(piece) && !older.some(old => sameQuestion(old, piece)))
  return {
    known: { ...filled, evidence: [...answered, ...open, ...older] },
    lastKnown: { ...filled, evidence: older, answeredAt: before.answeredAt },
  }
}

/** What the previous scan knew of a check, from its own answers or from earlier ones; null when too old. */
function lastKnownOf<K extends CheckId>(
  check: K,
  previous: ScanResult | null,
  startedAt: string,
): LastKnown<CheckValues[K]> | null {
  if (previous === null) return null
  const section = previous.sections[check]
  const older = previous.remembered[check]
  const own = section.ran ? carried(section.evidence, previous.finishedAt) : []
  if (older !== undefined) {
    // Where that scan carried answers over, it had no trusted answer of its own.
    const evidence = [...older.evidence, ...own.filter(piece => !older.evidence.some(old => sameQuestion(old, piece)))]
    return isFresh(older.answeredAt, startedAt) ? { ...older, evidence } : null
  }
  if (!section.ran || !isFresh(previous.finishedAt, startedAt)) return null
  return { value: section.value, gaps: section.gaps, evidence: own, answeredAt: previous.finishedAt }
}

function isFresh(answeredAt: string, now: string): boolean {
  return Date.parse(now) - Date.parse(answeredAt) <= keepMs
}

/** Evidence of an earlier scan, under ids that no later scan gives. Failed lookups are left out. */
function carried(evidence: readonly Evidence[], at: string): readonly Evidence[] {
  return evidence.filter(isAnswer).map(piece => ({ ...piece, id: carriedId(piece.id, at) }))
}

/** Whether it says something about the domain. A name server that refuses, asked itself, says that it has no such zone. */
function isAnswer(piece: Evidence): boolean {
  if (piece.outcome !== 'failed') return true
  const isItself = piece.kind === 'dns' && piece.service !== undefined && piece.via.authoritative
  return isItself && (piece.reason === 'refused' || piece.reason === 'lame')
}

/**
 * Whether both are the same query to the same kind of server: the answer of one filtering service does not replace that
 * of another.
 */
function sameQuestion(one: Evidence, other: Evidence): boolean {
  const { question: asked } = one
  return asked.name === other.question.name && asked.type === other.question.type && serviceOf(one) === serviceOf(other)
}

function serviceOf(piece: Evidence): string | undefined {
  return piece.kind === 'dns' ? piece.service : undefined
}
