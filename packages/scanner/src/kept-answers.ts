import { type Answer, type RecordType, type Resolver, unasked } from '@waxseal/core/dns'
import { type ServerAsker, type ServerSaid, weightOf } from './dns/index.ts'
import type { DnsSession, OpenedDns } from './scan-dns.ts'

/** What DNS answered to one scan, for other scans of the same name. */
export interface KeptAnswers {
  /** ISO 8601, UTC: when the first question was asked. */
  at: string
  /** By who was asked, and what. */
  answers: Map<string, Answer>
  /** What single servers said, each of the type that its key names. */
  said: Map<string, object>
  /** About the memory that they take. */
  octets: number
}

/** So many questions are new in a scan from kept answers: about selectors that only this workspace has. */
const newQuestionsMax = 60

export function noAnswers(now: Date): KeptAnswers {
  return { at: now.toISOString(), answers: new Map(), said: new Map(), octets: 0 }
}

/** DNS that answers as always, and keeps what zones answered. Blocklists have caches of their own. */
export function keepingAnswers(dns: OpenedDns, kept: KeptAnswers): OpenedDns {
  const keep = (answer: Answer): boolean => {
    if (answer.kind === 'failed' && answer.reason === 'cancelled') return false
    kept.octets += weightOf(answer)
    return true
  }
  return wrapped(dns, {
    async resolve(key, ask) {
      const answer = await ask()
      if (keep(answer)) kept.answers.set(key, answer)
      return answer
    },
    async serve(key, ask) {
      const said = await ask()
      if (keep(said.answer)) kept.said.set(key, said)
      return said
    },
  })
}

/** DNS from kept answers, which say that they are from a cache; a few questions that nobody has asked yet are new. */
export function fromKeptAnswers(dns: OpenedDns, kept: KeptAnswers, now: () => Date): OpenedDns {
  let left = newQuestionsMax
  return wrapped(dns, {
    async resolve(key, ask) {
      const known = kept.answers.get(key)
      if (known !== undefined) return { ...known, via: { ...known.via, cached: true, ms: 0 } }
      return left-- > 0 ? ask() : unasked('over-budget', now().getTime())
    },
    async serve(key, ask) {
      const known = kept.said.get(key)
      if (known !== undefined) return known as Awaited<ReturnType<typeof ask>>
      if (left-- > 0) return ask()
      return { answer: unasked('over-budget', now().getTime()), referral: null, fromResolver: false }
    },
  })
}

interface Between {
  resolve(key: string, ask: () => Promise<Answer>): Promise<Answer>
  serve<T extends RecordType>(key: string, ask: () => Promise<ServerSaid<T>>): Promise<ServerSaid<T>>
}

/** Sessions whose every question goes through `between`. */
function wrapped(dns: OpenedDns, between: Between): OpenedDns {
  const by = (who: string, resolver: Resolver): Resolver => ({
    query: <T extends RecordType>(name: string, type: T, signal?: Parameters<Resolver['query']>[2]) =>
      between.resolve(`${who} ${type} ${name.toLowerCase()}`, () => resolver.query(name, type, signal)) as Promise<
        Answer<T>
      >,
  })
  const servedBy = (asker: ServerAsker): ServerAsker => ({
    allows: address => asker.allows(address),
    ask: (address, question) =>
      between.serve(`${address} ${question.zone} ${question.type} ${question.name.toLowerCase()}`, () =>
        asker.ask(address, question),
      ),
  })
  return {
    session(...options): DnsSession {
      const session = dns.session(...options)
      const { authoritative, inTurn, servers, delegated } = session
      return {
        ...session,
        resolver: by('resolver', session.resolver),
        confirming: by('confirming', session.confirming),
        authoritative: authoritative && by('own', authoritative),
        witnesses: session.witnesses.map((witness, n) => by(`witness ${n}`, witness)),
        ...(inTurn && { inTurn: inTurn.map((turn, n) => by(`turn ${n}`, turn)) }),
        ...(servers && { servers: servedBy(servers) }),
        ...(delegated && {
          delegated: (zone: string, first?: number) => by(`delegated ${zone} ${first ?? ''}`, delegated(zone, first)),
        }),
      }
    },
    get stats() {
      return dns.stats
    },
    close: () => dns.close(),
  }
}
