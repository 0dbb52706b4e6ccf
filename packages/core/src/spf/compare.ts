import { boundedResolver, type Resolver, type Signal } from '../dns/index.ts'
import { type AddressSet, intersection, isEmpty } from './address-set.ts'
import { questionsMax, type SpfVerdict, type SpfVerdicts, spfVerdicts } from './verdicts.ts'

/** Addresses with different results in two records. */
export interface SpfDifference {
  set: AddressSet
  a: SpfVerdict
  b: SpfVerdict
}

export interface SpfComparison {
  /**
   * Whether both records give every address the same result, proved from the sets. Null when unknown: a lookup failed,
   * and nothing else differs.
   */
  equivalent: boolean | null
  /** The certain differences, unordered. */
  differences: readonly SpfDifference[]
  /** The causes of none, temperror and permerror on either side. */
  problems: { readonly a: readonly string[]; readonly b: readonly string[] }
}

/**
 * Compares two records as if each were published at `domain`, with the same DNS for both. Results that depend on the
 * message are equal only when the same terms decide in the same order. Never rejects.
 */
export async function compareSpf(
  resolver: Resolver,
  domain: string,
  recordA: string,
  recordB: string,
  signal?: Signal,
): Promise<SpfComparison> {
  // One answer to each query for both records: a change in between would look like a difference.
  const same = boundedResolver(resolver, 2 * questionsMax)
  const [a, b] = await Promise.all([
    spfVerdicts(same, domain, recordA, signal),
    spfVerdicts(same, domain, recordB, signal),
  ])
  return compareVerdicts(a, b)
}

function compareVerdicts(a: SpfVerdicts, b: SpfVerdicts): SpfComparison {
  const { differences, unknown } = differencesOf(a, b)
  const equivalent = differences.length > 0 ? false : unknown ? null : true
  return { equivalent, differences, problems: { a: a.problems, b: b.problems } }
}

/** The certain differences between two compiled records. `unknown`: a lookup failed, so there may be more. */
export function differencesOf(a: SpfVerdicts, b: SpfVerdicts): { differences: SpfDifference[]; unknown: boolean } {
  const differences: SpfDifference[] = []
  let unknown = false
  for (const one of a.verdicts) {
    for (const other of b.verdicts) {
      if (one.rule === other.rule && !one.unchecked) continue
      const set = intersection(one.set, other.set)
      if (isEmpty(set)) continue
      if (one.unchecked || other.unchecked) unknown = true
      else differences.push({ set, a: one, b: other })
    }
  }
  return { differences, unknown }
}
