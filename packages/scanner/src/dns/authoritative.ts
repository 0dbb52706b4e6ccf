import { randomInt } from 'node:crypto'
import {
  type Answer,
  isPublicAddress,
  labels,
  normalName,
  type RecordType,
  type Resolver,
  type ResourceRecord,
  type Signal,
  unasked,
  type Via,
} from '@waxseal/core/dns'
import { cachingResolver } from './caching-resolver.ts'
import type { DnsClient } from './client.ts'
import type { Reply } from './reply.ts'
import { CHAIN_LIMIT, denialVia } from './verdict.ts'
import { findZoneServers, hostPartOf } from './zone-servers.ts'

export interface AuthoritativeOptions {
  /** Sends the queries. Its `politeness` limits how often we ask one server. */
  client: Pick<DnsClient, 'ask'>
  /** Finds zones and the addresses of their servers. */
  resolver: Resolver
  /** The addresses that may be asked. By default only public ones, because a zone may name any address. */
  allow?: (address: string) => boolean
  /**
   * Asks only this one of a zone's servers, counted from 0 in a stable order, so resolvers of different places ask
   * different servers. A zone without a server at this place gives `failed unreachable`.
   */
  place?: number
  /**
   * Begins with this one of a zone's servers, counted round from 0 in a stable order, and asks the others when it does
   * not answer. So three resolvers with numbers in a row ask every server of a zone of two or three.
   */
  first?: number
  port?: number
  now?: () => Date
}

/** The number of zones one query may follow through CNAMEs. */
const ZONES = 4

/**
 * A resolver that asks the name servers of a name's own zone, without recursion. It caches no answers. It remembers
 * where a zone's servers are for the TTL of their records, and negative results for a minute.
 *
 * It follows a CNAME out of the zone to the name servers of the target, through at most four zones. An answer marked
 * `authoritative` therefore comes from the owner of each name on the way, never from a resolver's cache. If one of
 * these zones cannot be asked, the whole query is `failed`. A server without the AA flag is `lame`.
 *
 * A query costs at most four times 18 lookups of servers and three servers asked, whatever the zones contain.
 */
export function authoritativeResolver(options: AuthoritativeOptions): Resolver {
  const { client, allow = isPublicAddress, place: only, first, port = 53, now = () => new Date() } = options
  const order = only !== undefined ? unchanged : first === undefined ? shuffled : rotatedBy(first)
  const resolver = cachingResolver(options.resolver, { now, entries: 5000 })

  return {
    async query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>> {
      const startedAt = performance.now()
      const askedAt = now().getTime()
      const times = () => ({ askedAt, ms: Math.round(performance.now() - startedAt) })
      const asked = normalName(name)
      const cnames: string[] = []
      let ttl = Number.POSITIVE_INFINITY
      let target = asked
      let last: Reply | null = null
      let at: 'name' | 'attribute-leaves' = 'attribute-leaves'
      for (let zones = 0; target !== null && zones < ZONES; zones++) {
        // The parent's servers have the DS records of a zone (RFC 4035 section 3.1.4.1).
        const sought = type === 'DS' ? labels(target).slice(1).join('.') : target
        const place = await findZoneServers(sought, at, resolver, allow, port, order, signal)
        const servers = !place.found ? [] : only === undefined ? place.servers : place.servers.slice(only, only + 1)
        if (!place.found || servers.length === 0) {
          const reason = place.found ? 'unreachable' : place.reason
          const via = {
            ...((place.found ? null : place.via) ?? unasked(reason, askedAt).via),
            ...times(),
            cnames,
            ttl: 0,
            cached: false,
          }
          return { kind: 'failed', reason, via }
        }
        const question = { name: target, type, checkingDisabled: false, zone: place.zone }
        const reply = await client.ask(question, servers, signal)
        last = reply
        if (isLame(reply) && at === 'attribute-leaves' && hostPartOf(target) !== target) {
          // A referral: one of the underscored labels is a zone cut after all.
          at = 'name'
          continue
        }
        at = 'attribute-leaves'
        const { verdict } = reply
        const via = (least: number): Via => ({
          server: reply.server,
          authoritative: true,
          rcode: reply.rcode,
          ede: reply.ede,
          authentic: 'no',
          cnames,
          ttl: least,
          cached: false,
          ...times(),
        })
        if (verdict.kind === 'failed') return { kind: 'failed', reason: verdict.reason, via: via(0) }
        if (verdict.cnames.some(each => each === asked || cnames.includes(each))) break
        cnames.push(...verdict.cnames)
        if (cnames.length > CHAIN_LIMIT) break
        ttl = Math.min(ttl, verdict.ttl)
        if (verdict.kind === 'records') {
          return { kind: 'records', records: verdict.records as ResourceRecord<T>[], via: via(ttl) }
        }
        if (verdict.kind !== 'incomplete') return { kind: verdict.kind, via: denialVia(via(ttl), verdict.soa) }
        target = verdict.target
      }
      const failed = unasked('malformed', askedAt)
      return {
        ...failed,
        via: { ...failed.via, ...times(), cnames, server: last?.server ?? null, rcode: last?.rcode ?? null },
      }
    },
  }
}

function isLame({ verdict }: Reply): boolean {
  return verdict.kind === 'failed' && verdict.reason === 'lame'
}

function unchanged<E>(items: E[]): E[] {
  return items
}

function rotatedBy(first: number): <E>(items: E[]) => E[] {
  return items => {
    const start = items.length === 0 ? 0 : first % items.length
    return [...items.slice(start), ...items.slice(0, start)]
  }
}

function shuffled<E>(items: E[]): E[] {
  const mixed = [...items]
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = randomInt(i + 1)
    const [a, b] = [mixed[i], mixed[j]]
    if (a !== undefined && b !== undefined) [mixed[i], mixed[j]] = [b, a]
  }
  return mixed
}
