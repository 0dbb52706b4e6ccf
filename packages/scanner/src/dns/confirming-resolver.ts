import { type Answer, isNegative, type RecordType, type Resolver, type Signal } from '@waxseal/core/dns'

/**
 * A resolver that tells "there is nothing" only after the zone's own servers were asked: a resolver may still hold the
 * answer from before a record was published.
 *
 * - The zone has records: they are the answer, with `heldUntil`, the time the resolver's negative answer runs out.
 * - The zone says no as well: its answer.
 * - The zone could not be asked: the resolver's answer, marked `unconfirmed` with the reason.
 *
 * Broken DNSSEC that the resolver found stays marked, since the zone's servers are asked without validation.
 *
 * @param authoritative asks a zone's own servers; null where these are not to be asked at all. A negative answer then
 *   stands as it is, without the mark: no confirmation was tried, and `via.authoritative` says whose word it is.
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
      const via = { ...confirmed.via, authentic, ede }
      return confirmed.kind === 'records' ? { ...confirmed, via: { ...via, heldUntil } } : { ...confirmed, via }
    },
  }
}
