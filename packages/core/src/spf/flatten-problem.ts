import { displayText, type FailureReason } from '../dns/index.ts'
import { exchangersMax, lookupsMax, ownerLimits, voidLookupsMax } from './limits.ts'

/** Why a record cannot be flattened. Nothing is published then. */
export type FlattenProblem =
  /** A lookup failed: the record may be flattened later. */
  | { code: 'unanswered'; name: string; type: string; reason: FailureReason }
  /** The record at `name`, or a term of it, makes receivers answer permerror. */
  | { code: 'syntax'; name: string; message: string }
  | { code: 'no_record' | 'several_records' | 'loop'; name: string }
  | { code: 'invalid_target'; name: string; term: string }
  | { code: 'exchanger_limit'; name: string; count: number }
  | { code: 'too_many_lookups' }
  /** The hosted records and the kept terms together need more lookups than receivers make. */
  | { code: 'too_large'; lookups: number | null }
  /** A lookup that only the proof needs failed, below a kept term. */
  | { code: 'not_proved'; problem: string }
  /** A record that may not be hosted: everyone, or a range that no single owner has, would pass by the term. */
  | { code: 'too_wide'; term: string; range: string }

/** The problem in one sentence, safe to print. */
export function flattenProblemText(problem: FlattenProblem): string {
  switch (problem.code) {
    case 'unanswered':
      return `The ${problem.type} lookup of ${displayText(problem.name)} failed (${problem.reason}).`
    case 'syntax':
      return `The SPF record of ${displayText(problem.name)} has an error: ${displayText(problem.message)}.`
    case 'no_record':
      return `${displayText(problem.name)} has no SPF record.`
    case 'several_records':
      return `${displayText(problem.name)} has more than one SPF record.`
    case 'loop':
      return `The SPF record of ${displayText(problem.name)} includes itself.`
    case 'invalid_target':
      return `${displayText(problem.term)} in the SPF record of ${displayText(problem.name)} names no valid domain.`
    case 'exchanger_limit':
      return `${displayText(problem.name)} has ${problem.count} mail exchangers. SPF allows ${exchangersMax}.`
    case 'too_many_lookups':
      return `The record needs more than ${ownerLimits.lookups} DNS lookups.`
    case 'too_large':
      return problem.lookups === null
        ? `The flattened record exceeds the limits of SPF: ${lookupsMax} DNS lookups, ${voidLookupsMax} of them empty.`
        : `The flattened record needs ${problem.lookups} DNS lookups. SPF allows ${lookupsMax}.`
    case 'too_wide':
      return problem.range.endsWith('/0')
        ? `${displayText(problem.term)} lets every server in the world send as this domain (+all).`
        : `${displayText(problem.term)} lets the range ${problem.range} pass. No range wider than /8, or /16 for IPv6, is hosted.`
    case 'not_proved':
      return `The flattened record could not be proved: ${displayText(problem.problem)}.`
    default:
      return problem satisfies never
  }
}
