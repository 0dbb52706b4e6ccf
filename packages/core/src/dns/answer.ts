import type { BrokenZone } from './broken-zone.ts'
import type { RecordType, ResourceRecord } from './record.ts'

/** Why a query failed. None of these says anything about the queried name. */
export type FailureReason =
  | 'timeout' // no answer within the timeout of one query
  | 'servfail' // every server answered SERVFAIL, or an rcode that is no answer
  | 'refused' // every server refused to answer
  | 'malformed' // the reply was no valid DNS message, or a CNAME loop
  | 'unreachable' // no route, connection refused, or no server known
  | 'lame' // the server is not responsible for the name: a referral instead of an answer
  | 'isolated' // the server denies every name, even the root: it has no access to the public DNS
  | 'cancelled' // the scan ended, or the caller gave up
  | 'over-budget' // the scan's own limit of queries was reached
  | 'rate-limited' // the daily limit of such queries, ours or the service's, was reached
  | 'internal' // an error of ours: nothing was wrong with the query or the answer

/** The RFC 8914 extended error of an answer. `text` comes from the server and is hostile input. */
export interface ExtendedError {
  code: number
  text: string
}

/** How an answer was obtained: which server, what it said beside the records, how long it took. */
export interface Via {
  /** `address:port` of the server that answered; null when none was reached. */
  server: string | null
  /** True: one of the zone's own servers, asked without recursion. False: a resolver. */
  authoritative: boolean
  /** NOERROR, NXDOMAIN, SERVFAIL … of the last server; null without a message. */
  rcode: string | null
  ede: readonly ExtendedError[]
  /** `yes`: validated by the resolver (AD). `bogus`: validation failed; the records were obtained with CD=1. */
  authentic: 'yes' | 'no' | 'bogus'
  /** The CNAME targets on the way, in order, without the queried name. */
  cnames: readonly string[]
  /** Seconds for which this answer may be cached: the lowest TTL of the chain, or the negative TTL (RFC 2308). */
  ttl: number
  /**
   * Only on a negative answer with a `ttl` of 0: it carries the SOA record of its zone, so that the zone denies the record
   * and a TTL in it is 0, or has run out. Without it, such an answer has no SOA record.
   */
  soa?: true
  /** The duration of the query; 0 for a cached answer. */
  ms: number
  /** The time of the query, in milliseconds since 1970, UTC. A cached answer keeps its original time. */
  askedAt: number
  cached: boolean
  /**
   * Only on an answer of the zone's own servers that differs from a resolver's answer: until when resolvers may give
   * the older answer, in milliseconds since 1970.
   */
  heldUntil?: number
  /**
   * Only on an answer of the zone's own servers after a change: all of them that answered gave it. Without it others may
   * give another one, as a secondary that is behind does.
   */
  unanimous?: true
  /**
   * Only on a resolver's negative answer that could not be confirmed at the zone's own servers: the reason. The
   * negative answer remains, with this mark.
   */
  unconfirmed?: FailureReason
  /** Only on a `bogus` answer: the zone whose DNSSEC is broken, where that could be found out. */
  broken?: BrokenZone
}

/**
 * The result of one query. There is no fifth state and no null: "no record" and "could not ask" are different facts.
 */
export type Answer<T extends RecordType = RecordType> =
  | { kind: 'records'; records: readonly ResourceRecord<T>[]; via: Via }
  | { kind: 'no-data'; via: Via }
  | { kind: 'no-such-name'; via: Via }
  | { kind: 'failed'; reason: FailureReason; via: Via }

/** `no-data` or `no-such-name`: the name was queried and the record does not exist. */
export function isNegative(answer: Answer): boolean {
  return answer.kind === 'no-data' || answer.kind === 'no-such-name'
}

/**
 * Whether a negative answer lacks the SOA record of its zone, which honest denials carry (RFC 2308 sections 2 and 3): it
 * is then no word of the zone. Its TTL is 0 (section 5), which a denial with an SOA record may have too.
 */
export function lacksSoa({ ttl, soa }: Via): boolean {
  return ttl === 0 && soa !== true
}

/** A failed answer for a query that was not sent. `askedAt` in milliseconds since 1970. */
export function unasked(reason: FailureReason, askedAt: number): Answer<never> {
  return {
    kind: 'failed',
    reason,
    via: {
      server: null,
      authoritative: false,
      rcode: null,
      ede: [],
      authentic: 'no',
      cnames: [],
      ttl: 0,
      ms: 0,
      askedAt,
      cached: false,
    },
  }
}
