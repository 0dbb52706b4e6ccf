import type { ExtendedError, FailureReason, RecordType, ResourceRecord } from '@waxseal/core/dns'
import type { Verdict } from './verdict.ts'

/** The query of one exchange. */
export interface Question {
  /** In core's form. */
  name: string
  type: RecordType
  /** CD: returns the data even when DNSSEC validation fails. */
  checkingDisabled: boolean
  /** The zone whose own servers are asked, without recursion; null when resolvers are asked. */
  zone: string | null
}

/** The result of one exchange. */
export interface Reply {
  verdict: Verdict
  /** The server that replied; null when none did. */
  server: string | null
  rcode: string | null
  ede: readonly ExtendedError[]
  /** AD: the resolver validated the answer with DNSSEC. */
  authenticated: boolean
  /** RA: the server resolves for us. Quad9 clears it where it blocks a name. */
  recursionAvailable: boolean
  /** The SOA and NS records of the authority section; of a referral also the addresses of its servers. */
  authority: readonly ResourceRecord[]
  /** Only on an answer: the DNSSEC errors that an earlier server reported instead of answering. */
  accused?: readonly ExtendedError[]
}

/** Extended errors that say DNSSEC is broken (RFC 8914 section 4; 25 and 27 are later registrations). */
const DNSSEC_ERRORS: ReadonlySet<number> = new Set([1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 25, 27])

/** Extended errors about the name or its zone: policy, and name servers that are lame or out of reach. */
const ERRORS_OF_NAMES: ReadonlySet<number> = new Set([...DNSSEC_ERRORS, 4, 15, 16, 17, 18, 20, 21, 22, 23])

/** Whether a resolver names a reason for its failure that has nothing to do with how busy it is. */
export function statesReason(ede: readonly ExtendedError[]): boolean {
  return ede.some(({ code }) => ERRORS_OF_NAMES.has(code))
}

/** Whether the server refused to answer because DNSSEC validation failed. */
export function saysDnssecIsBroken({ verdict, rcode, ede }: Reply): boolean {
  return verdict.kind === 'failed' && rcode === 'SERVFAIL' && ede.some(({ code }) => DNSSEC_ERRORS.has(code))
}

/** The failures in order of information, for servers that failed in different ways. */
const INFORMATIVE: readonly FailureReason[] = ['servfail', 'lame', 'refused', 'malformed', 'timeout', 'unreachable']

/** A reply without an answer. */
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

/** Lower is more informative; an answer ranks first, and broken DNSSEC before any other failure. */
function rank(reply: Reply): number {
  const { verdict } = reply
  if (verdict.kind !== 'failed') return -2
  return saysDnssecIsBroken(reply) ? -1 : INFORMATIVE.indexOf(verdict.reason)
}

/** The later of two failures only if it is more informative. */
export function moreInformative(earlier: Reply | null, later: Reply): Reply {
  return earlier !== null && rank(earlier) <= rank(later) ? earlier : later
}
