import { type FindingOf, type FindingRows, findingsIn, partsOf, subjectOf } from '../check/index.ts'
import { type BrokenZone, dnssecAdvice, dnssecFaultWords, isSubdomain } from '../dns/index.ts'
import { permerrorAdvice, permerrorLine, type SpfPermerror } from './permerror.ts'

/** What the wording of each finding about SPF needs to know. Every value is short, printable text or a count. */
export interface SpfFacts {
  spf_missing: { domain: string }
  spf_plus_all: { term: string }
  spf_permerror: SpfPermerror
  /** `path`: the terms from the domain's own record to the one that needs the zone, which is the last. */
  spf_include_bogus: { domain: string; path: readonly string[]; broken: BrokenZone }
  spf_neutral: { domain: string }
  spf_no_all: { domain: string }
  spf_too_open: { addresses: string }
  spf_softfail_unenforced: { domain: string }
  spf_near_limit: { lookups: number }
  spf_ptr: { term: string }
}

export type SpfFinding = FindingOf<SpfFacts>

export const spfRows: FindingRows<SpfFacts> = {
  spf_missing: {
    check: 'spf',
    points: -20,
    title: 'SPF record missing',
    subject: null,
    meaning: f => `No receiver can tell which servers may send for ${f.domain}; SPF never passes.`,
    advice: f =>
      `Publish as TXT at ${f.domain} the servers that send for it, for example: v=spf1 mx -all. If it sends no mail: v=spf1 -all`,
    clause: 'RFC 7208 section 3.1',
  },
  spf_plus_all: {
    check: 'spf',
    points: -45,
    title: 'SPF allows everyone',
    subject: null,
    meaning: f => `With ${f.term} every server in the world passes SPF for this domain, forgers included.`,
    advice: f => `Remove ${f.term}, name the servers that really send, and end the record with -all or ~all.`,
    clause: 'RFC 7208 section 5.1',
  },
  spf_permerror: {
    check: 'spf',
    points: -18,
    title: 'SPF record is broken',
    subject: null,
    meaning: f =>
      `Receivers that come to the error answer permerror, as if the domain had no SPF: ${permerrorLine(f)}.`,
    advice: permerrorAdvice,
    clause: 'RFC 7208 section 4.6',
  },
  spf_include_bogus: {
    check: 'spf',
    points: -12,
    title: 'SPF depends on a zone with broken DNSSEC',
    subject: f => subjectOf(...f.path),
    reason: subject => `SPF depends on a zone with broken DNSSEC: ${partsOf(subject).join(' → ')}`,
    meaning: f =>
      `DNSSEC of ${f.broken.zone} is broken: ${dnssecFaultWords(f.broken.fault)}. Receivers that validate answer temperror at ${f.path.at(-1) ?? ''}, and SPF does not pass for servers named by it or after it.`,
    advice: f =>
      `${dnssecAdvice(f.broken, isSubdomain(f.broken.zone, f.domain))} If ${f.path[0] ?? ''} names no server that still sends for you, remove it.`,
    clause: 'RFC 7208 section 5',
  },
  spf_neutral: {
    check: 'spf',
    points: -8,
    title: 'SPF ends in ?all',
    subject: null,
    meaning: f => `?all says nothing about servers that are not named: forged mail from ${f.domain} is not told apart.`,
    advice: () => 'Replace ?all by ~all, or by -all once every sending server is named.',
    clause: 'RFC 7208 section 8.2',
  },
  spf_no_all: {
    check: 'spf',
    points: -8,
    title: 'SPF has no ending',
    subject: null,
    meaning: () =>
      'Neither all nor redirect= closes the record, so servers that are not named get neutral, as with ?all.',
    advice: () => 'Add ~all, or -all once every sending server is named, as the last term of the record.',
    clause: 'RFC 7208 section 4.7',
  },
  spf_too_open: {
    check: 'spf',
    points: -15,
    title: 'SPF allows more than a /8',
    subject: null,
    meaning: f => `The record lets ${f.addresses} addresses send for the domain, far more than anyone's mail servers.`,
    advice: () => 'Narrow the ip4 and ip6 networks and the includes to those that really send.',
    clause: 'RFC 9989 section 7.1',
  },
  spf_softfail_unenforced: {
    check: 'spf',
    points: -2,
    title: 'SPF ends in ~all without DMARC enforcement',
    subject: null,
    meaning: f => `~all only marks foreign servers as doubtful, and no DMARC policy of ${f.domain} makes more of it.`,
    advice: () => 'Raise the DMARC policy to p=quarantine or p=reject; ~all may then stay.',
    clause: 'RFC 7208 section 8.5',
  },
  spf_near_limit: {
    check: 'spf',
    points: -2,
    title: 'SPF uses 9 or 10 lookups',
    subject: null,
    meaning: f => `${f.lookups} of the 10 DNS lookups allowed are used. One more include breaks the record.`,
    advice: () => 'Remove includes of services no longer used, or name their networks with ip4 and ip6.',
    clause: 'RFC 7208 section 4.6.4',
  },
  spf_ptr: {
    check: 'spf',
    points: -2,
    title: 'SPF uses ptr',
    subject: f => f.term,
    meaning: () => 'The mechanism ptr is slow and unreliable; receivers may skip it.',
    advice: f => `Replace ${f.term} by ip4, ip6, a or mx terms that name the same servers.`,
    clause: 'RFC 7208 section 5.5',
  },
}

export const spfFinding = findingsIn(spfRows)
