import {
  type Answer,
  type FailureReason,
  lacksSoa,
  type RecordType,
  type Resolver,
  type Signal,
} from '@waxseal/core/dns'

const unheard: ReadonlySet<FailureReason> = new Set(['timeout', 'unreachable', 'cancelled', 'over-budget'])

/**
 * A resolver that detects servers which deny every name, as in closed networks and sign-in portals, and servers with an
 * empty answer to everything they do not know, as in forwarders of small routers. An honest denial carries the SOA
 * record of the zone that would hold the name (RFC 2308 sections 2 and 3). After a denial without one, the resolver
 * asks for the root: it exists and has name servers, so a server that denies them knows nothing, and its answer becomes
 * `failed isolated` instead of `no-such-name` or `no-data`. When no server answers for the root, the denial is not
 * proved either. A server that refuses or fails the root query serves zones of its own, and is trusted.
 */
export function connectedResolver(resolver: Resolver): Resolver {
  return {
    async query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>> {
      const answer = await resolver.query(name, type, signal)
      if ((answer.kind !== 'no-such-name' && answer.kind !== 'no-data') || !lacksSoa(answer.via)) return answer
      const root = await resolver.query('.', 'NS', signal)
      if (root.kind === 'no-such-name' || root.kind === 'no-data')
        return { kind: 'failed', reason: 'isolated', via: answer.via }
      if (root.kind === 'failed' && unheard.has(root.reason))
        return { kind: 'failed', reason: root.reason, via: answer.via }
      return answer
    },
  }
}
