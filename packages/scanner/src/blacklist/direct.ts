import { randomInt } from 'node:crypto'
import { type Answer, isPublicAddress, normalName, type RecordType, type Resolver, unasked } from '@waxseal/core/dns'
import type { DnsClient } from '../dns/client.ts'
import type { Reply } from '../dns/reply.ts'
import { findZoneServers, type ZoneServers } from '../dns/zone-servers.ts'
import { unlessEnded } from './ended.ts'
import type { AskZone } from './shared-access.ts'

export interface DirectOptions {
  /** Sends the queries to the lists' own servers. */
  client: Pick<DnsClient, 'ask'>
  /** Finds these servers. Its cache decides how often they are looked up. */
  finder: Resolver
  allow?: (address: string) => boolean
  port?: number
  now: () => Date
}

/** How long the servers of a zone are cached here; after that the finder's cache answers. */
const placeMs = 60_000
/** The maximum number of zones to cache: those of the catalogue, and some of the users' own. */
const placesMax = 500

/**
 * Asks each list at its own servers, one after the other. No list has zone cuts below its zone, so its servers are
 * looked up once and not for each address. If the servers turn out not to be responsible (the NS records do not show
 * the zone cut) or answer with a CNAME, the finder sends the query instead.
 */
export function directLists(options: DirectOptions): AskZone {
  const { client, now, allow = isPublicAddress, port = 53 } = options
  const finder = knowingAbsence(options.finder, now)
  const places = new Map<string, { place: Promise<ZoneServers>; until: number }>()

  function placeOf(zone: string): Promise<ZoneServers> {
    const known = places.get(zone)
    if (known !== undefined && now().getTime() < known.until) return known.place
    if (places.size >= placesMax) places.clear()
    const place = findZoneServers(zone, 'name', finder, allow, port, shuffled)
    const entry = { place, until: Number.POSITIVE_INFINITY }
    places.set(zone, entry)
    void keep(entry)
    return place
  }

  async function keep(entry: { place: Promise<ZoneServers>; until: number }): Promise<void> {
    const { found } = await entry.place
    entry.until = found ? now().getTime() + placeMs : 0
  }

  return async (zone, name, signal) => {
    const startedAt = performance.now()
    const askedAt = now().getTime()
    const asked = normalName(name)
    if (asked === null) return unasked('malformed', askedAt)
    const place = await unlessEnded<ZoneServers>(signal, placeOf(zone), {
      found: false,
      reason: 'cancelled',
      via: null,
    })
    if (!place.found) return { ...unasked(place.reason, askedAt), via: place.via ?? unasked(place.reason, askedAt).via }
    const question = { name: asked, type: 'A', checkingDisabled: false, zone: place.zone } as const
    const reply = await client.ask(question, inTurn(place.servers), signal)
    const { verdict } = reply
    const leadsOn = verdict.kind === 'incomplete' || (verdict.kind === 'failed' && verdict.reason === 'lame')
    return leadsOn
      ? finder.query(asked, 'A', signal)
      : answerOf(reply, askedAt, Math.round(performance.now() - startedAt))
  }
}

function answerOf({ verdict, server, rcode, ede }: Reply, askedAt: number, ms: number): Answer<'A'> {
  const failed = verdict.kind === 'failed' || verdict.kind === 'incomplete'
  const cnames = failed ? [] : verdict.cnames
  const ttl = failed ? 0 : verdict.ttl
  const via = {
    server,
    authoritative: true,
    rcode,
    ede,
    authentic: 'no',
    cnames,
    ttl,
    askedAt,
    ms,
    cached: false,
  } as const
  if (verdict.kind === 'failed') return { kind: 'failed', reason: verdict.reason, via }
  if (verdict.kind === 'incomplete') return { kind: 'failed', reason: 'malformed', via }
  if (verdict.kind !== 'records') return { kind: verdict.kind, via }
  const records = verdict.records.filter(record => record.type === 'A')
  return { kind: 'records', records, via }
}

/**
 * How long the absence of IPv6 addresses of servers is remembered. The cache keeps it for a minute only, so each scan
 * would ask again.
 */
const absenceMs = 3_600_000
const absencesMax = 2000

function knowingAbsence(resolver: Resolver, now: () => Date): Resolver {
  const absent = new Map<string, { answer: Answer<never>; until: number }>()
  return {
    async query<T extends RecordType>(
      name: string,
      type: T,
      signal?: Parameters<Resolver['query']>[2],
    ): Promise<Answer<T>> {
      if (type !== 'AAAA') return resolver.query(name, type, signal)
      const known = absent.get(name)
      if (known !== undefined && now().getTime() < known.until) return known.answer
      const answer = await resolver.query(name, type, signal)
      absent.delete(name)
      if (answer.kind === 'no-data' || answer.kind === 'no-such-name') {
        if (absent.size >= absencesMax) absent.clear()
        absent.set(name, { answer, until: now().getTime() + absenceMs })
      }
      return answer
    },
  }
}

const isIpv6 = (server: string): boolean => server.startsWith('[')

/** IPv4 addresses first, in random order, then IPv6: a machine without IPv6 loses no time. */
function inTurn(servers: readonly string[]): string[] {
  return [...shuffled(servers.filter(server => !isIpv6(server))), ...servers.filter(isIpv6)]
}

function shuffled<E>(items: readonly E[]): E[] {
  const mixed = [...items]
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = randomInt(i + 1)
    const [a, b] = [mixed[i], mixed[j]]
    if (a !== undefined && b !== undefined) [mixed[i], mixed[j]] = [b, a]
  }
  return mixed
}
