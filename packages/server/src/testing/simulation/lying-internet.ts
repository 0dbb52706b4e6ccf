import type { Answer, RecordType, Resolver, ResourceRecord } from '@waxseal/core/dns'
import { unasked } from '@waxseal/core/dns'
import { dice, shuffled } from './dice.ts'
import { ownServers } from './own-servers.ts'
import { plannedChanges, type TrueChange } from './true-changes.ts'
import { partOfPool } from './usual-zone.ts'

/** How often the Internet of the simulation lies. Shares of all queries, but for the last two. */
export interface Lies {
  timeouts: number
  servfail: number
  /** A resolver says "no such record" where there is one. */
  losses: number
  /** A resolver's answer is up to an hour old. */
  stale: number
  /** Of the changes, for each secondary server of the zone: it gives the older records for up to four hours. */
  lagging: number
  /** Of all times of three hours, for each of a zone's own servers: it answers nobody. */
  silent: number
}

/** What the issue asks for, and four lies more. */
export const usualLies: Lies = {
  timeouts: 0.05,
  servfail: 0.01,
  losses: 0.005,
  stale: 0.3,
  lagging: 0.5,
  silent: 0.05,
}

export interface LyingInternet {
  names: readonly string[]
  /** What happens in it, in order. */
  changes: readonly TrueChange[]
  /** A public resolver and the zones' own servers, at this time. */
  at(now: Date): { resolver: Resolver; authoritative: Resolver; inTurn: readonly Resolver[] }
}

const hourMs = 3_600_000

/**
 * Domains with usual records. Some have mail servers or web servers that answer with another part of a pool each time.
 * Every answer has its records in another order and another TTL. The same seed gives the same answers.
 *
 * @param options.changes the number of true changes, spread over the time
 */
export function lyingInternet(options: {
  seed: number
  domains: number
  changes: number
  start: Date
  hours: number
  lies: Lies
}): LyingInternet {
  const { lies } = options
  const names = Array.from({ length: options.domains }, (_, n) => `d${n}.example`)
  const numberOf = new Map(names.map((name, n) => [name, n]))
  const changes = plannedChanges({ ...options, names })
  const chance = dice(options.seed)
  const servers = ownServers({ names, changes, chance, lies })

  /** Asks the zone's own servers, beginning with this one, or a resolver when null. */
  const query = async <T extends RecordType>(
    name: string,
    type: T,
    at: number,
    own: number | null,
  ): Promise<Answer<T>> => {
    const question = `${name} ${type} ${at}`
    const roll = () => chance(question)
    const fate = roll()
    if (fate < lies.timeouts) return unasked('timeout', at)
    if (fate < lies.timeouts + lies.servfail) return unasked('servfail', at)
    const domain = name.split('.').slice(-2).join('.')
    const isResolver = own === null
    const first = own ?? Math.floor(roll() * 3)
    const server = [first, first + 1, first + 2]
      .map(place => place % 3)
      .find(place => isResolver || !servers.isSilent(domain, place, at))
    if (server === undefined) return unasked('timeout', at)
    const age = isResolver && roll() < lies.stale ? roll() * hourMs : 0
    const content = servers.contentOf(domain, server, at - age)
    const answer = (await content?.query(name, type)) ?? unasked('unreachable', at)
    if (answer.kind !== 'records') return answer
    const via = { ...answer.via, authoritative: !isResolver, ttl: Math.floor(roll() * 86_400) }
    if (isResolver && roll() < lies.losses) return { kind: 'no-data', via }
    const records: readonly ResourceRecord<T>[] = shuffled(answer.records, roll)
    const isAddress = type === 'A' || type === 'AAAA'
    const part = isAddress ? partOfPool(name, domain, numberOf.get(domain) ?? 0) : undefined
    return { ...answer, via, records: records.slice(0, part) }
  }
  return {
    names,
    changes,
    at(now) {
      const asking = (own: number | null): Resolver => ({
        query: (name, type) => query(name, type, now.getTime(), own),
      })
      return { resolver: asking(null), authoritative: asking(0), inTurn: [asking(0), asking(1), asking(2)] }
    },
  }
}
