import { byCheck, type CheckId, type Known, notAsked, type Section } from '../check/index.ts'
import type { Tier } from '../plan/index.ts'
import type { Changes } from './changes.ts'
import type { CheckValues, Finding } from './checks.ts'
import type { KeptOutcomes } from './kept-outcomes.ts'

export type Sections = { readonly [K in CheckId]: Section<CheckValues[K]> }

/** The last known answers of a check whose lookups failed, at least partly. */
export interface LastKnown<T> extends Known<T> {
  /** ISO 8601 of the scan with these answers: the oldest, if they come from several. */
  answeredAt: string
}

/**
 * By check: the last known answers that are judged instead of this scan's. The evidence has carried ids (`carriedId`).
 */
export type LastKnownSections = { readonly [K in CheckId]?: LastKnown<CheckValues[K]> }

/** The basis of a score. Scores are compared only on equal bases. */
export interface Basis {
  /** Version of the score model: increased when a weight or a rule changes. */
  model: number
  /** Version of the scan's catalogues (blocklists, selectors). */
  catalogue: string
  tier: Tier
  /**
   * Checks whose part of the score is not known well enough to compare it with that of another scan (`uncheckedOf`).
   */
  unchecked: readonly CheckId[]
}

/** One line of the score breakdown. `points` is negative and already reduced by caps and the floor. */
export interface Deduction {
  finding: Finding['id']
  /** The finding's; with its id the finding it belongs to. */
  subject: string | null
  check: CheckId
  points: number
}

/** The whole result of one scan. */
export interface ScanResult {
  /** The domain, as A-labels. */
  name: string
  /** ISO 8601, UTC. */
  startedAt: string
  finishedAt: string
  sections: Sections
  /** For checks with failed lookups: the last known facts, for 30 days. They are judged instead. */
  remembered: LastKnownSections
  findings: readonly Finding[]
  /** 0 to 100; null when MX, SPF and DMARC were not all answered and nothing was last known. */
  score: number | null
  /** 100 + the sum of the points is the score. */
  deductions: readonly Deduction[]
  /** 0 to 1: the share of the applicable checks that could be completed. */
  coverage: number
  basis: Basis
  /** ISO 8601, UTC: when the DNS answers were asked for, if for an earlier scan of this name; absent: for this one. */
  answersFrom?: string
  /** What changed since an earlier scan. Whoever has the earlier scans adds it; absent without one. */
  changes?: Changes
  /** What the actions of the findings lead to (`withOutcomes`); absent: it is judged when the scan is read. */
  outcomes?: KeptOutcomes
}

/** A stored result. A check newer than the document has no section in it. */
export type StoredResult = Omit<ScanResult, 'sections'> & { readonly sections: Partial<Sections> }

/** Reads a stored result: a check without a section was not asked. */
export function readResult(stored: StoredResult): ScanResult {
  return { ...stored, sections: wholeSections(stored.sections) }
}

/** The sections of all checks, each one that is missing as not asked. */
export function wholeSections(sections: Partial<Sections>): Sections {
  return byCheck<Sections>(<K extends CheckId>(check: K): Sections[K] => sections[check] ?? notAsked)
}
