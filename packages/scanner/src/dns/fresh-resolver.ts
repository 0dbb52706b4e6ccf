import {
  type Answer,
  boundedResolver,
  isSubdomain,
  type RecordType,
  type Resolver,
  type Signal,
} from '@waxseal/core/dns'

/** A question whose answer changed; its name as A-labels without a final dot. */
export interface FreshQuestion {
  name: string
  type: RecordType
}

interface Session {
  resolver: Resolver
  confirming: Resolver
  authoritative: Resolver | null
  /** Asks the servers of a zone that its parent names now; absent where the parent's servers may not be asked. */
  delegated?: (zone: string) => Resolver
}

/**
 * The resolvers of a session that ask the zone's own servers about some questions, because a resolver may keep the answer
 * before a change for its TTL. Where these may not be asked, the session's own. Where the NS records of a zone changed, its
 * own servers are those that its parent names now: the ones of before may still answer as if nothing had changed.
 *
 * @param end ends the questions, as that of the session does
 */
export function freshResolvers(
  { resolver, confirming, authoritative, delegated }: Session,
  questions: readonly FreshQuestion[],
  end?: Signal,
): Pick<Session, 'resolver' | 'confirming'> {
  if (authoritative === null || questions.length === 0) return { resolver, confirming }
  const moved = questions.flatMap(({ name, type }) =>
    type === 'NS' && delegated ? [[name, delegated(name)] as const] : [],
  )
  const current: Resolver = {
    query: (name, type, signal) => {
      const [, servers = authoritative] = moved.find(([zone]) => isSubdomain(name.toLowerCase(), zone)) ?? []
      return servers.query(name, type, signal)
    },
  }
  const asked = freshResolver(resolver, current)
  const own = boundedResolver({ query: (name, type) => asked.query(name, type, end) }, Number.POSITIVE_INFINITY)
  const isFresh = (name: string, type: RecordType) =>
    questions.some(each => each.name === name.toLowerCase() && each.type === type)
  const choosing = (otherwise: Resolver): Resolver => ({
    query: (name, type, signal) => (isFresh(name, type) ? own : otherwise).query(name, type, signal),
  })
  return { resolver: choosing(resolver), confirming: choosing(confirming) }
}

/**
 * Asks the zone's own servers, and the resolver beside them. Where both answer and differ, the zone's records count, with
 * `heldUntil`, the time at which the resolver's answer expires. Where the zone's servers do not answer, the resolver's
 * answer counts. They are asked without validation, so what the resolver found out about DNSSEC stays.
 */
export function freshResolver(resolver: Resolver, authoritative: Resolver): Resolver {
  return {
    async query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>> {
      const [kept, current] = await Promise.all([
        resolver.query(name, type, signal),
        authoritative.query(name, type, signal),
      ])
      if (current.kind === 'failed' || kept.kind === 'failed') return current.kind === 'failed' ? kept : current
      const { authentic, ede, broken } = kept.via
      const via = { ...current.via, authentic, ...(authentic === 'bogus' && { ede, ...(broken && { broken }) }) }
      const heldUntil = kept.via.askedAt + kept.via.ttl * 1000
      return { ...current, via: textOf(kept) === textOf(current) ? via : { ...via, heldUntil } }
    },
  }
}

/** The data of an answer without TTLs, to compare two. */
function textOf(answer: Answer): string {
  if (answer.kind !== 'records') return answer.kind
  return answer.records
    .map(({ ttl: _ttl, ...data }) => JSON.stringify(data))
    .toSorted()
    .join('\n')
}
