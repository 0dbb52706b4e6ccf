import type { Answer, FailureReason, RecordType, Resolver, Signal } from '@waxseal/core/dns'

const unheard: ReadonlySet<FailureReason> = new Set(['timeout', 'unreachable', 'cancelled', 'over-budget'])

/**
 * A resolver that does not take the word of a server which denies everything, as those of closed networks and sign-in
 * portals do, nor of one that has an empty answer to all it does not know, as the forwarders of small routers do. Who
 * denies a name or its records shows the SOA record of the zone that would hold them (RFC 2308 sections 2 and 3). Without
 * one, the root is asked for: it exists and has name servers, so a server that denies these as well knows nothing, and its
 * answer is `failed isolated` instead of `no-such-name` or `no-data`. Where nobody answers for the root, the denial is not
 * proved either; a server that refuses or cannot answer for it serves zones of its own, and is believed.
 */
export function connectedResolver(resolver: Resolver): Resolver {
  return {
    async query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>> {
      const answer = await resolver.query(name, type, signal)
      // Without an SOA record there is no time to keep the answer for (RFC 2308 section 5).
      if ((answer.kind !== 'no-such-name' && answer.kind !== 'no-data') || answer.via.ttl > 0) return answer
      const root = await resolver.query('.', 'NS', signal)
      if (root.kind === 'no-such-name' || root.kind === 'no-data')
        return { kind: 'failed', reason: 'isolated', via: answer.via }
      if (root.kind === 'failed' && unheard.has(root.reason))
        return { kind: 'failed', reason: root.reason, via: answer.via }
      return answer
    },
  }
}
