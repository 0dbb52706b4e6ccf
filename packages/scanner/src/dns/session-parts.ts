import { type Answer, boundedResolver, isNegative, lacksSoa, type Resolver } from '@waxseal/core/dns'
import type { QuestionMeter } from './budget.ts'
import type { DnsClient } from './client.ts'

/** Sends each query once, and cancels it when the session ends. */
export function once(resolver: Resolver, signal: AbortSignal | undefined): Resolver {
  return boundedResolver({ query: (name, type) => resolver.query(name, type, signal) }, Number.POSITIVE_INFINITY)
}

/**
 * From a referral loop, a resolver makes an empty answer without SOA (TTL 0, RFC 2308 section 5). When the zone's own
 * servers then disclaim the zone, no server has said that the name is missing.
 */
export function rejectDisclaimed(resolver: Resolver): Resolver {
  return {
    async query(name, type, signal) {
      const answer = await resolver.query(name, type, signal)
      const { via } = answer
      if (!isNegative(answer) || via.unconfirmed !== 'lame' || !lacksSoa(via)) return answer
      return { kind: 'failed', reason: 'lame', via }
    },
  }
}

/** Tells of each query, and of its answer. */
export function counting(client: DnsClient, onAsked: () => void, onAnswer: (answer: Answer) => void): Resolver {
  return {
    async query(name, type, signal) {
      onAsked()
      const answer = await client.query(name, type, signal)
      onAnswer(answer)
      return answer
    },
  }
}

/** Counts the queries to single servers, which are a few: none of them is refused. */
export function metered(client: Pick<DnsClient, 'ask'>, meter: QuestionMeter | undefined): Pick<DnsClient, 'ask'> {
  return meter === undefined ? client : countingAsks(client, () => void meter.take())
}

/** Tells of each query to single servers. */
export function countingAsks(client: Pick<DnsClient, 'ask'>, onAsked: () => void): Pick<DnsClient, 'ask'> {
  return {
    ask: (question, servers, signal) => {
      onAsked()
      return client.ask(question, servers, signal)
    },
  }
}
