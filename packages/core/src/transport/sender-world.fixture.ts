import { certificate, domain, host, policyUrl, valueOf } from './healthy.fixture.ts'
import {
  type NamedCertificate,
  type OfferFacts,
  type SenderFacts,
  type SenderKind,
  senderKinds,
} from './sender-facts.ts'
import { senderVerdicts } from './sender-verdict.ts'
import type { TlsaRecord } from './tlsa.ts'
import type { DaneFacts, TransportValue } from './value.ts'
import type { Combination } from './verdict-table.fixture.ts'

/*
 * Facts of one address for each combination of the table of verdicts, and for what the table leaves out.
 */

export const askedAt = '2026-11-20T10:00:00.000Z'
const [own] = certificate.chain
if (own === undefined) throw new Error('the certificate has no chain')

export const goodCertificate: NamedCertificate = { ...certificate, namedBy: 'dns-id' }

const certificates: { readonly [C in Combination['certificate']]: NamedCertificate } = {
  good: goodCertificate,
  expired: { ...goodCertificate, notAfter: '2026-11-19T10:00:00.000Z' },
  untrusted: { ...goodCertificate, trusted: false, selfSigned: true, chainProblem: 'it is self-signed' },
  'other-name': { ...goodCertificate, names: ['mail.example.net'] },
}

/** A TLSA record of SHA-256 over a key. */
export function keyRecord(usage: number, data: string): TlsaRecord {
  return { usage, selector: 1, matching: 1, data, digest: null }
}

export const fitting = keyRecord(3, own.spkiSha256)
export const otherKey = keyRecord(3, 'bb'.repeat(32))

/** The signed TLSA records of the host, with some changes. */
export function daneOf(tlsa: readonly TlsaRecord[] | null, changes: Partial<DaneFacts> = {}): DaneFacts {
  return { host, record: `_25._tcp.${host}`, tlsa, authentic: 'yes', hostAuthentic: 'yes', ...changes }
}

const tlsaFacts: { readonly [T in Combination['tlsa']]: DaneFacts } = {
  none: daneOf([]),
  fits: daneOf([fitting]),
  mismatch: daneOf([otherKey]),
  // Usage 1, PKIX-EE, is not for mail (RFC 7672 section 3.1.3).
  unusable: daneOf([keyRecord(1, fitting.data)]),
  unsigned: daneOf([fitting], { authentic: 'no', hostAuthentic: 'no' }),
  bogus: daneOf([fitting], { authentic: 'bogus' }),
}

/** A session with the address, with some changes. */
export function offerFacts(changes: Partial<OfferFacts> = {}): OfferFacts {
  return {
    testedAt: askedAt,
    contacted: true,
    failure: null,
    starttls: 'offered',
    certificate: goodCertificate,
    ehlo: ['SIZE 10485760', 'STARTTLS'],
    offersPass: true,
    ...changes,
  }
}

export const noOffer = offerFacts({ starttls: 'not-offered', certificate: null, ehlo: ['SIZE 10485760'] })
export const failedOffer = offerFacts({ starttls: 'failed', certificate: null })

/** The published policy of a mode, for the host or for another one. */
export function policyOf(mode: string, mx = host): TransportValue['mtaSts'] {
  const text = `version: STSv1\nmode: ${mode}\nmx: ${mx}\nmax_age: 604800\n`
  const policy = {
    url: policyUrl,
    state: 'fetched',
    text,
    whole: true,
    contentType: 'text/plain',
    problem: null,
  } as const
  return { ...valueOf().mtaSts, policy }
}

export const noPolicy: TransportValue['mtaSts'] = { ...valueOf().mtaSts, texts: [], policy: null }

const policies: { readonly [P in Combination['policy']]: TransportValue['mtaSts'] } = {
  none: noPolicy,
  testing: policyOf('testing'),
  enforce: policyOf('enforce'),
  unlisted: policyOf('enforce', 'other.example.com'),
}

/** An address without any fault and with nothing published, with some changes. */
export function senderFacts(changes: Partial<SenderFacts> = {}): SenderFacts {
  return {
    domain,
    host,
    session: offerFacts(),
    dane: daneOf([]),
    nextHop: { by: 'mx', authentic: 'yes', alias: null },
    validating: true,
    mtaSts: noPolicy,
    ...changes,
  }
}

/** The facts of a combination of the table. */
export function factsOf({ starttls, certificate: shown, tlsa, policy }: Combination): SenderFacts {
  const sessions = {
    works: offerFacts({ certificate: certificates[shown] }),
    'not-offered': noOffer,
    failing: failedOffer,
  }
  return senderFacts({ session: sessions[starttls], dane: tlsaFacts[tlsa], mtaSts: policies[policy] })
}

/** What a kind of sender does, and why, as `refused: tlsa-mismatch`. */
export function told(kind: SenderKind, changes: Partial<SenderFacts>): string {
  const { does, reason } = senderVerdicts(senderFacts(changes))[kind]
  return `${does}: ${reason}`
}

/** What all kinds of sender do, each as `dane refused: tlsa-mismatch`. */
export function allTold(changes: Partial<SenderFacts>): readonly string[] {
  return senderKinds.map(kind => `${kind} ${told(kind, changes)}`)
}

/** A policy of mode enforce with some changes. */
export function withPolicy(changes: Partial<NonNullable<SenderFacts['mtaSts']['policy']>>): SenderFacts['mtaSts'] {
  const { policy, ...mtaSts } = policyOf('enforce')
  if (policy === null) throw new Error('the fixture has a policy')
  return { ...mtaSts, policy: { ...policy, ...changes } }
}
