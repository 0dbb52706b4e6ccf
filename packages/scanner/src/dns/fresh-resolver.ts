import {
  type Answer,
  boundedResolver,
  isSubdomain,
  type RecordType,
  type Resolver,
  type Signal,
} from '@waxseal/core/dns'
import { canonicalValues, type PartKind } from '@waxseal/core/watch'

/** A question whose answer changed; its name as A-labels without a final dot. */
export interface FreshQuestion {
  name: string
  type: RecordType
  /** What monitoring saw, to know its value where the zone's servers differ: canonical values of this kind of part. */
  seen?: { kind: PartKind; before: readonly string[]; after: readonly string[] }
}

interface Session {
  resolver: Resolver
  confirming: Resolver
  authoritative: Resolver | null
  /** Each begins with another one of a zone's own servers; absent: only one of them is asked. */
  inTurn?: readonly Resolver[]
  /**
   * Asks the servers of a zone that its parent names now, beginning with the one of this number; absent where the parent's
   * servers may not be asked.
   */
  delegated?: (zone: string, first?: number) => Resolver
}

/** Of a zone of two or three servers each is asked. */
const turns = [0, 1, 2] as const

/**
 * The resolvers of a session that ask the zone's own servers about some questions, because a resolver may keep the answer
 * before a change for its TTL. Where these may not be asked, the session's own. Where the NS records of a zone changed, its
 * own servers are those that its parent names now: the ones of before may still answer as if nothing had changed.
 *
 * @param end ends the questions, as that of the session does
 */
export function freshResolvers(
  { resolver, confirming, authoritative, inTurn = [], delegated }: Session,
  questions: readonly FreshQuestion[],
  end?: Signal,
): Pick<Session, 'resolver' | 'confirming'> {
  if (authoritative === null || questions.length === 0) return { resolver, confirming }
  const askers = inTurn.length > 0 ? inTurn : [authoritative]
  const moved = questions.flatMap(({ name, type }) =>
    type === 'NS' && delegated ? [[name, turns.map(turn => delegated(name, turn))] as const] : [],
  )
  const about = (name: string, type: RecordType) =>
    questions.filter(each => each.name === name.toLowerCase() && each.type === type)
  const asked: Resolver = {
    query: (name, type) => {
      const [, servers = askers] = moved.find(([zone]) => isSubdomain(name.toLowerCase(), zone)) ?? []
      return freshResolver(resolver, servers, about(name, type)).query(name, type, end)
    },
  }
  const own = boundedResolver(asked, Number.POSITIVE_INFINITY)
  const choosing = (otherwise: Resolver): Resolver => ({
    query: (name, type, signal) => (about(name, type).length > 0 ? own : otherwise).query(name, type, signal),
  })
  return { resolver: choosing(resolver), confirming: choosing(confirming) }
}

/**
 * Asks the zone's own servers, and the resolver beside them. Where both answer and differ, the zone's records count, with
 * `heldUntil`, the time at which the resolver's answer expires. Where the zone's servers do not answer, the resolver's
 * answer counts. They are asked without validation, so what the resolver found out about DNSSEC stays.
 *
 * An answer that all own servers give which answer is marked `unanimous`. Where they differ, as with a secondary that is
 * behind, the value counts that monitoring saw; then any other that is not the one before.
 *
 * @param servers each begins with another server
 */
export function freshResolver(
  resolver: Resolver,
  servers: readonly Resolver[],
  questions: readonly FreshQuestion[] = [],
): Resolver {
  return {
    async query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>> {
      const [kept, ...asked] = await Promise.all([
        resolver.query(name, type, signal),
        ...servers.map(server => server.query(name, type, signal)),
      ])
      const answers = asked.filter(({ kind }) => kind !== 'failed')
      const [current] = answers.toSorted((one, other) => ageOf(one, questions) - ageOf(other, questions))
      if (current === undefined) return kept
      const differs = (answer: Answer) => answer.kind !== 'failed' && textOf(answer) !== textOf(current)
      // A resolver that has what monitoring saw knows a server that gave it.
      const isBehind = differs(kept) && ageOf(kept, questions) < ageOf(current, questions)
      const isUnanimous = !answers.some(differs) && !isBehind
      const mark = isUnanimous ? { unanimous: true as const } : {}
      if (kept.kind === 'failed') return { ...current, via: { ...current.via, ...mark } }
      const { authentic, ede, broken } = kept.via
      const dnssec = { authentic, ...(authentic === 'bogus' && { ede, ...(broken && { broken }) }) }
      const held = differs(kept) && { heldUntil: kept.via.askedAt + kept.via.ttl * 1000 }
      return { ...current, via: { ...current.via, ...dnssec, ...mark, ...held } }
    },
  }
}

/** 0: what monitoring saw. 1: neither that nor what was before, or it is not known. 2: what was before. */
function ageOf(answer: Answer, questions: readonly FreshQuestion[]): 0 | 1 | 2 {
  if (answer.kind === 'failed') return 1
  const records = answer.kind === 'records' ? answer.records : []
  const ages = questions.flatMap(({ seen }) => {
    if (seen === undefined || !comparedKinds.has(seen.kind)) return []
    const values = canonicalValues(seen.kind, records).join('\n')
    if (values === seen.after.join('\n')) return [0 as const]
    return [values === seen.before.join('\n') ? (2 as const) : (1 as const)]
  })
  return ages.length === 0 ? 1 : (Math.max(...ages) as 0 | 1 | 2)
}

/** The kinds whose values are records of the question's name and type. */
const comparedKinds: ReadonlySet<PartKind> = new Set(['mx', 'spf', 'dmarc', 'dkim', 'ns', 'mta-sts'])

/** The data of an answer without TTLs, to compare two. */
function textOf(answer: Answer): string {
  if (answer.kind !== 'records') return answer.kind
  return answer.records
    .map(({ ttl: _ttl, ...data }) => JSON.stringify(data))
    .toSorted()
    .join('\n')
}
