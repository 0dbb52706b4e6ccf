import { type Answer, isNegative, type RecordType, type Resolver, type Signal } from '@waxseal/core/dns'

/**
 * A resolver that reports "missing" only after it asked the zone's own servers, because a resolver may still cache the
 * answer from before a record was published.
 *
 * - The zone has records: returns them, with `heldUntil`, the time at which the resolver's negative answer expires.
 * - The zone has none either: returns the zone's answer.
 * - The zone could not be asked: returns the resolver's answer, marked `unconfirmed` with the reason.
 *
 * A DNSSEC failure that the resolver found stays marked, because the zone's servers are asked without validation.
 *
 * @param authoritative asks a zone's own servers; null when they are not to be asked. A negative answer then stays
 * unmarked: no confirmation was tried, and `via.authoritative` shows its source.
 */
export function confirmingResolver(
  resolver: Resolver,
  authoritative: Resolver | null,
  { now = () => new Date() }: { now?: () => Date } = {},
): Resolver {
  return {
    async query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>> {
      const answer = await resolver.query(name, type, signal)
      if (authoritative === null || !isNegative(answer)) return answer
      const heldUntil = now().getTime() + answer.via.ttl * 1000
      const confirmed = await authoritative.query(name, type, signal)
      if (confirmed.kind === 'failed') return { ...answer, via: { ...answer.via, unconfirmed: confirmed.reason } }
      const authentic = answer.via.authentic === 'bogus' ? 'bogus' : confirmed.via.authentic
      const ede = answer.via.authentic === 'bogus' ? answer.via.ede : confirmed.via.ede
      const { broken } = answer.via
      const via = { ...confirmed.via, authentic, ede, ...(broken === undefined ? {} : { broken }) }
      return confirmed.kind === 'records' ? { ...confirmed, via: { ...via, heldUntil } } : { ...confirmed, via }
    },
  }
}
