import { byCheck, type CheckId, type Known, notAsked, type Section } from '../check/index.ts'
import type { Tier } from '../plan/index.ts'
import type { CheckValues, Finding } from './checks.ts'

export type Sections = { readonly [K in CheckId]: Section<CheckValues[K]> }

/** The last-known answers of a check that this scan could not ask, or not wholly. */
export interface LastKnown<T> extends Known<T> {
  /** ISO 8601 of the scan whose answers these are: the oldest, where they come from several. */
  answeredAt: string
}

/** By check: the last-known answers that are judged in place of this scan's. The evidence has carried ids (`carriedId`). */
export type LastKnownSections = { readonly [K in CheckId]?: LastKnown<CheckValues[K]> }

/** What a score rests on. Scores are compared only on equal bases. */
export interface Basis {
  /** Version of the score model: raised when a weight or a rule changes. */
  model: number
  /** Version of the catalogues the scan used (blocklists, selectors). */
  catalogue: string
  tier: Tier
  /** Checks whose part in the score is not known well enough to compare it with that of another scan (`uncheckedOf`). */
  unchecked: readonly CheckId[]
}

/** One line of the score breakdown. `points` is negative and already trimmed by caps and the floor. */
export interface Deduction {
  finding: Finding['id']
  check: CheckId
  reason: string
  points: number
}

/** The whole outcome of one scan. */
export interface ScanResult {
  /** The domain, as A-labels. */
  name: string
  /** ISO 8601, UTC. */
  startedAt: string
  finishedAt: string
  sections: Sections
  /** For the checks that failed or had gaps: what was known before, for 30 days. It is judged in their stead. */
  remembered: LastKnownSections
  findings: readonly Finding[]
  /** 0 to 100, null when MX, SPF and DMARC were not all answered and nothing was known from before. */
  score: number | null
  /** 100 + the sum of the points is the score. */
  deductions: readonly Deduction[]
  /** 0 to 1: how much of what applies could be checked. */
  coverage: number
  basis: Basis
}

/** A result as it was stored. A check that is newer than the document has no section in it. */
export type StoredResult = Omit<ScanResult, 'sections'> & { readonly sections: Partial<Sections> }

/** Reads a stored result: a check it knows nothing of was not asked. */
export function readResult(stored: StoredResult): ScanResult {
  return { ...stored, sections: wholeSections(stored.sections) }
}

function wholeSections(sections: Partial<Sections>): Sections {
  return byCheck<Sections>(<K extends CheckId>(check: K): Sections[K] => sections[check] ?? notAsked)
}
