import type { RecordType, ResourceRecord } from './record.ts'

/** Why a question could not be answered. None of these says anything about the name that was asked for. */
export type FailureReason =
  | 'timeout' // no answer within the time of one question
  | 'servfail' // every server said SERVFAIL, or an rcode that is no answer
  | 'refused' // every server refused to answer
  | 'malformed' // what came back was no valid DNS message, or a CNAME loop
  | 'unreachable' // no route, connection refused, or no server known
  | 'lame' // the server asked is not responsible for the name: a referral instead of an answer
  | 'isolated' // the server denies everything, the root too: it has no way to the Internet's DNS
  | 'cancelled' // the scan ended, or the caller gave up
  | 'over-budget' // the scan's own limit of questions was reached
  | 'rate-limited' // the day's limit of such questions, ours or the service's, was reached
  | 'internal' // a fault of ours: nothing was wrong with the question or the answer

/** The RFC 8914 extended error of an answer. `text` is the server's own and therefore hostile input. */
export interface ExtendedError {
  code: number
  text: string
}

/** How an answer was had: whom we asked, what it said beside the records, how long it took. */
export interface Via {
  /** `address:port` of the server that gave the answer, null when none was reached. */
  server: string | null
  /** Was that one of the zone's own servers (asked without recursion), or a resolver? */
  authoritative: boolean
  /** NOERROR, NXDOMAIN, SERVFAIL … as the last server wrote it, null when there was no message. */
  rcode: string | null
  ede: readonly ExtendedError[]
  /** `yes`: validated by the resolver (AD). `bogus`: DNSSEC is broken; this is what the zone says with CD=1. */
  authentic: 'yes' | 'no' | 'bogus'
  /** The names the question was led through by CNAME, in order, without the name asked for. */
  cnames: readonly string[]
  /** Seconds this answer may be kept: the least TTL of the chain, or the negative TTL (RFC 2308). */
  ttl: number
  /** How long the question took. 0 when it came out of the cache. */
  ms: number
  /** When it was asked: milliseconds since 1970, UTC. A cached answer keeps the time it was first asked at. */
  askedAt: number
  cached: boolean
  /**
   * Only on an answer of the zone's own servers that differs from what a resolver had said: the time (milliseconds
   * since 1970) until which resolvers may go on giving the older answer.
   */
  heldUntil?: number
  /**
   * Only on a resolver's negative answer that was to be confirmed at the zone's own servers: why they could not be
   * asked. The negative answer stands, and is marked so.
   */
  unconfirmed?: FailureReason
}

/**
 * What came of one question. There is no fifth state, and never a null: "nothing there" and "could not ask" are
 * different facts.
 */
export type Answer<T extends RecordType = RecordType> =
  | { kind: 'records'; records: readonly ResourceRecord<T>[]; via: Via }
  | { kind: 'no-data'; via: Via }
  | { kind: 'no-such-name'; via: Via }
  | { kind: 'failed'; reason: FailureReason; via: Via }

/** `no-data` or `no-such-name`: the name was asked for and the record is not there. */
export function isNegative(answer: Answer): boolean {
  return answer.kind === 'no-data' || answer.kind === 'no-such-name'
}

/** An answer that nobody gave: the question did not get as far as a server. `askedAt` in milliseconds since 1970. */
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
