import type { Found, Question } from '../check/index.ts'
import { type RelayHost, smtpQuestion } from '../relay/index.ts'
import {
  type Judged,
  rests,
  type TransportContext,
  type TransportState,
  transportPart,
  withoutServers,
} from './part.ts'
import { allows, isUsable, recommendedTlsa } from './tlsa.ts'
import type { DaneFacts, TransportValue } from './value.ts'

/** The data for the texts of its recommendations. */
export interface DaneFindingFacts {
  dane_missing: { host: string; record: string; data: string }
  dane_mismatch: { host: string; record: string; data: string }
  dane_unusable: { host: string; record: string; data: string }
  dane_unsigned: { host: string; record: string }
}

/** Whether senders can verify the mail servers with DNSSEC (RFC 7672). */
export const dane = transportPart<DaneFindingFacts>({
  id: 'dane',
  title: 'DANE',
  findings: {
    dane_missing: {
      check: 'transport',
      points: 0,
      title: 'DANE could be used',
      subject: f => f.host,
      meaning: f =>
        `The zone of ${f.host} is signed: a TLSA record would let senders tell the true server from an impostor.`,
      advice: f =>
        `Publish at ${f.record}: TLSA ${f.data}. Publish the new key's record before each change of the key.`,
      clause: 'RFC 7672 section 3.1.1',
    },
    dane_mismatch: {
      check: 'transport',
      points: 0,
      title: 'DANE does not fit the certificate',
      subject: f => f.host,
      meaning: f => `No TLSA record of ${f.host} fits what it shows. Senders that use DANE deliver nothing there.`,
      advice: f => `Publish at ${f.record} now: TLSA ${f.data}`,
      clause: 'RFC 7672 section 2.2',
    },
    dane_unusable: {
      check: 'transport',
      points: 0,
      title: 'DANE records cannot be used for mail',
      subject: f => f.host,
      meaning: () => 'Mail servers use TLSA records of the usages 2 and 3 only, with whole data; none here is one.',
      advice: f => `Publish at ${f.record}: TLSA ${f.data}`,
      clause: 'RFC 7672 section 3.1.3',
    },
    dane_unsigned: {
      check: 'transport',
      points: 0,
      title: 'DANE records without DNSSEC',
      subject: f => f.host,
      meaning: f => `The records at ${f.record} are not signed, so senders take no notice of them.`,
      advice: f => `Sign the zone of ${f.host} and give its DS record to the registrar.`,
      clause: 'RFC 7672 section 2.2',
    },
  },
  judge,
})

function judge(value: TransportValue, context: TransportContext): Judged<DaneFindingFacts> {
  const questions = value.dane.map(({ record }): Question => ({ name: record, type: 'TLSA' }))
  const without = withoutServers(value, context)
  if (without !== null) return { ...without, questions: [] }
  if (value.dane.length === 0) {
    return { state: 'unchecked', summary: 'No mail server is known.', questions: [] }
  }
  const known = { domain: context.domain, validating: value.dnssec.validating }
  const judged = value.dane.map(facts => {
    const session = value.sessions.find(({ host, tls }) => host === facts.host && tls !== null) ?? null
    return { facts, session, verdict: daneVerdict(facts, session, known) }
  })
  const details = judged.map(({ facts, verdict }) => `${facts.host}: ${words[verdict]}`)
  const findings = judged.flatMap(({ facts, session, verdict }) => daneFindings(facts, session, verdict, context))
  const outcome = (state: TransportState, summary: string): Judged<DaneFindingFacts> => ({
    state,
    summary,
    details,
    findings,
    questions,
  })
  const has = (verdict: DaneVerdict): boolean => judged.some(each => each.verdict === verdict)
  if (has('mismatch'))
    return outcome('recommendation', 'DANE records do not fit: senders that use DANE deliver nothing there.')
  if (findings.length > 0) {
    return outcome(
      'recommendation',
      has('possible') ? 'DANE could be used.' : 'The DANE records are of no use as they are.',
    )
  }
  if (has('unknown') || has('bogus') || has('unproved')) {
    const blind =
      value.dnssec.validating === false ? 'The DNS resolver of this installation does not validate DNSSEC.' : null
    return outcome('unchecked', blind ?? 'DANE could not be checked for some mail servers.')
  }
  if (judged.every(({ verdict }) => verdict === 'none')) {
    return outcome('not-applicable', 'The zones of the mail servers are not signed, so DANE cannot be used there.')
  }
  return outcome(
    'ok',
    has('published') ? 'DANE records are published and signed.' : 'The DANE records fit the certificates.',
  )
}

function daneFindings(
  { host, record }: DaneFacts,
  session: RelayHost | null,
  verdict: DaneVerdict,
  context: TransportContext,
): readonly Found<DaneFindingFacts>[] {
  const certificate = session?.tls?.certificate
  const data = certificate ? recommendedTlsa(certificate) : "3 1 1 and the SHA-256 of the server's public key, in hex"
  const shown: readonly Question[] = session === null ? [] : [smtpQuestion(host, session.address)]
  const evidence = rests(context, { name: record, type: 'TLSA' }, ...shown)
  switch (verdict) {
    case 'possible':
      return [{ id: 'dane_missing', facts: { host, record, data }, evidence }]
    case 'mismatch':
      return [{ id: 'dane_mismatch', facts: { host, record, data }, evidence }]
    case 'unusable':
      return [{ id: 'dane_unusable', facts: { host, record, data }, evidence }]
    case 'unsigned':
      return [{ id: 'dane_unsigned', facts: { host, record }, evidence }]
    default:
      return []
  }
}

/**
 * The DANE state of one host (RFC 7672 section 2.2). Records count only if DNSSEC authenticates them and the host's
 * addresses.
 *
 * - `possible`: no records, though the host's zone is signed; `none`: no records, and DANE is impossible;
 *   `unproved`: no records, and no validating resolver has shown whether the zone is signed
 * - `unsigned`: published, but a validating resolver does not authenticate them
 * - `unusable`: signed, but none is of a kind that mail servers use
 * - `fits`, `mismatch`: compared with the server's certificate; `published`: there was no certificate to compare with
 * - `bogus`: DNSSEC is broken; `unknown`: the lookup failed, or the resolver does not validate
 */
export type DaneVerdict =
  | 'none'
  | 'possible'
  | 'unproved'
  | 'unsigned'
  | 'unusable'
  | 'fits'
  | 'mismatch'
  | 'published'
  | 'bogus'
  | 'unknown'

/**
 * `session` is the SMTP session with the host, or null. `validating` is true if the resolver validates. A certificate
 * under a pinned authority may name the host, what it is an alias of, or the `domain` mail is for (RFC 7672 section 3.2.2).
 */
export function daneVerdict(
  facts: DaneFacts,
  session: RelayHost | null,
  { domain, validating }: { domain: string; validating: boolean | null },
): DaneVerdict {
  const { host, record, tlsa, authentic, hostAuthentic } = facts
  if (authentic === 'bogus' || hostAuthentic === 'bogus') return 'bogus'
  if (tlsa === null) return 'unknown'
  if (tlsa.length === 0) {
    if (hostAuthentic === 'yes') return 'possible'
    // Only from a validating resolver does "not authentic" mean "not signed".
    return validating === true ? 'none' : 'unproved'
  }
  if (authentic !== 'yes' || hostAuthentic !== 'yes') return validating === true ? 'unsigned' : 'unknown'
  if (!tlsa.some(isUsable)) return 'unusable'
  if (session === null || session.tls === null) return 'published'
  const { certificate } = session.tls
  const at = new Date(session.testedAt)
  const names = [host, record.replace(/^_25\._tcp\./, ''), domain]
  return tlsa.some(each => allows(each, certificate, names, at)) ? 'fits' : 'mismatch'
}

const words: { readonly [V in DaneVerdict]: string } = {
  none: 'no TLSA records, and its zone is not signed',
  possible: 'no TLSA records, though its zone is signed',
  unproved: 'no TLSA records; whether its zone is signed could not be checked',
  unsigned: 'TLSA records that DNSSEC does not vouch for',
  unusable: 'TLSA records that mail servers do not use',
  fits: 'TLSA records that fit its certificate',
  mismatch: 'TLSA records that do not fit its certificate',
  published: 'TLSA records; there was no certificate to compare them with',
  bogus: 'DNSSEC is broken there',
  unknown: 'could not be checked',
}
