import { checks } from '../health/index.ts'
import { transportParts } from '../transport/index.ts'
import { type TermId, termSources } from './terms.data.ts'

/** Whether a finding is about a term: the check or the part that judges the term has it in its table. */
export function isFindingOf(id: string, term: TermId): boolean {
  const source = termSources[term]
  if (source === null) return false
  // The DNS check has it, since broken signatures concern every record.
  if (term === 'dnssec' && id === 'dnssec_bogus') return true
  return Object.hasOwn('check' in source ? checks[source.check].findings : transportParts[source.part].findings, id)
}
