import type { ExtendedError, FailureReason, RecordType, ResourceRecord } from '@waxseal/core/dns'
import type { Verdict } from './verdict.ts'

/** What is asked in one exchange. */
export interface Question {
  /** In core's form. */
  name: string
  type: RecordType
  /** CD: the data even where DNSSEC does not hold. */
  checkingDisabled: boolean
  /** The zone whose own servers are asked, without recursion; null when they are resolvers. */
  zone: string | null
}

/** What came of one exchange. */
export interface Reply {
  verdict: Verdict
  /** The server whose word this is, null when none gave any. */
  server: string | null
  rcode: string | null
  ede: readonly ExtendedError[]
  /** AD: the resolver says that DNSSEC holds. */
  authenticated: boolean
  /** RA: the server resolves for us. Quad9 clears it where it blocks a name. */
  recursionAvailable: boolean
  /** The SOA and NS records that came with it. */
  authority: readonly ResourceRecord[]
  /** Only on an answer: what another server, asked before, said of broken DNSSEC instead of answering. */
  accused?: readonly ExtendedError[]
}

/** Extended errors that say DNSSEC is broken (RFC 8914 section 4; 25 and 27 are later registrations). */
const DNSSEC_ERRORS: ReadonlySet<number> = new Set([1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 25, 27])

/** Did the server refuse to answer because DNSSEC does not hold? */
export function saysDnssecIsBroken({ verdict, rcode, ede }: Reply): boolean {
  return verdict.kind === 'failed' && rcode === 'SERVFAIL' && ede.some(({ code }) => DNSSEC_ERRORS.has(code))
}

/** Which failure tells most, when the servers failed in different ways. */
const INFORMATIVE: readonly FailureReason[] = ['servfail', 'lame', 'refused', 'malformed', 'timeout', 'unreachable']

/** A reply that is no answer. */
export function failure(reason: FailureReason, server: string | null = null): Reply {
  return {
    verdict: { kind: 'failed', reason },
    server,
    rcode: null,
    ede: [],
    authenticated: false,
    recursionAvailable: false,
    authority: [],
  }
}

/** Lower is more informative; an answer is below all. That DNSSEC is broken tells more than any other failure. */
export function rank(reply: Reply): number {
  const { verdict } = reply
  if (verdict.kind !== 'failed') return -2
  return saysDnssecIsBroken(reply) ? -1 : INFORMATIVE.indexOf(verdict.reason)
}
