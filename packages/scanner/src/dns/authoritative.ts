import { randomInt } from 'node:crypto'
import {
  type Answer,
  isPublicAddress,
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
import { CHAIN_LIMIT } from './verdict.ts'
import { findZoneServers, hostPartOf } from './zone-servers.ts'

export interface AuthoritativeOptions {
  /** Carries the questions. Its `politeness` is what keeps us from asking one server too much. */
  client: Pick<DnsClient, 'ask'>
  /** Finds zones and the addresses of their servers. */
  resolver: Resolver
  /** Which addresses may be asked; public ones only when not given, since a zone may name any. */
  allow?: (address: string) => boolean
  /**
   * Ask this one of a zone's servers alone, counted from 0 in an order that stays the same: resolvers of different places
   * ask different servers. Where there is none at this place, a question is `failed unreachable`.
   */
  place?: number
  port?: number
  now?: () => Date
}

/** Zones one question may lead through by CNAME. */
const ZONES = 4

/**
 * A resolver that asks a name's own zone: without recursion, without a cache of answers. Where the zone's servers are
 * is remembered as long as its records allow, negative knowledge a minute.
 *
 * A CNAME out of the zone is followed to the target's own servers, through four zones at most: an answer marked
 * `authoritative` was given by the owner of each name on the way, never by a resolver's memory. Where one of these
 * zones cannot be asked, the whole question is `failed`. A server that does not claim authority is `lame`.
 *
 * One question costs at most four times 18 look-ups of servers and three servers asked, whatever zones say.
 */
export function authoritativeResolver(options: AuthoritativeOptions): Resolver {
  const { client, allow = isPublicAddress, place: only, port = 53, now = () => new Date() } = options
  const order = only === undefined ? shuffled : unchanged
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
        const place = await findZoneServers(target, at, resolver, allow, port, order, signal)
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
          // Referred on: there is a zone cut at one of the underscored labels after all.
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
        if (verdict.kind !== 'incomplete') return { kind: verdict.kind, via: via(ttl) }
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

function shuffled<E>(items: E[]): E[] {
  const mixed = [...items]
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = randomInt(i + 1)
    const [a, b] = [mixed[i], mixed[j]]
    if (a !== undefined && b !== undefined) [mixed[i], mixed[j]] = [b, a]
  }
  return mixed
}
