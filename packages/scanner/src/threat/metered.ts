import {
  subjectOf,
  type ThreatAnswer,
  type ThreatOpinion,
  type ThreatSource,
  type ThreatTarget,
} from '@waxseal/core/threat'

/**
 * The sources of one scan under a quota. `take` is called once, before the first query, and returns whether the quota
 * allows it. If not, no source is asked, and every opinion is unknown with the reason `rate-limited`.
 */
export function meteredSources(
  sources: readonly ThreatSource[],
  take: () => Promise<boolean>,
): readonly ThreatSource[] {
  let granted: Promise<boolean> | null = null
  return sources.map(source => ({
    ...source,
    async ask(target, signal): Promise<ThreatAnswer> {
      granted ??= take()
      return (await granted) ? source.ask(target, signal) : { opinions: [limited(source, target)], evidence: [] }
    },
  }))
}

function limited({ id, name }: ThreatSource, target: ThreatTarget): ThreatOpinion {
  return {
    source: id,
    vendor: name,
    operator: name,
    basis: 'engine',
    weight: 'low',
    about: target.kind,
    subject: subjectOf(target),
    sharedBy: null,
    says: 'unknown',
    threat: null,
    reason: 'was not queried, because the daily limit is reached',
    failure: 'rate-limited',
    evidence: [],
  }
}
