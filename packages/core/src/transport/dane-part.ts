import type { Found, Question } from '../check/index.ts'
import { couldNotBeChecked } from '../check/index.ts'
import { smtpQuestion } from '../relay/index.ts'
import { isCertificateSettled, type SecuredSession, securedSession } from './certificate-fault.ts'
import {
  type Judged,
  onlyProvider,
  type RunBy,
  rests,
  runBy,
  type TransportContext,
  type TransportState,
  transportPart,
  withoutServers,
} from './part.ts'
import { allows, isUsable, recommendedTlsa } from './tlsa.ts'
import type { DaneFacts, TransportValue } from './value.ts'

/** The data for the texts of its recommendations. */
export interface DaneFindingFacts {
  dane_missing: { host: string; record: string; data: string } & RunBy
  dane_mismatch: { host: string; record: string; data: string } & RunBy
  dane_unusable: { host: string; record: string; data: string } & RunBy
  dane_unsigned: { host: string; record: string } & RunBy
}

/** Whether senders can verify the mail servers with DNSSEC (RFC 7672). */
export const dane = transportPart<DaneFindingFacts>({
  id: 'dane',
  title: 'DANE',
  findings: {
    dane_missing: {
      check: 'transport',
      points: 0,
      title: 'DANE is not used',
      subject: f => f.host,
      meaning: f =>
        `The zone of ${f.host} is signed. A TLSA record would let senders verify the server without a certificate authority.`,
      advice: f =>
        onlyProvider(f) ??
        `Publish at ${f.record}: TLSA ${f.data}. Before each key change, publish the record of the new key beside it.`,
      clause: 'RFC 7672 section 3.1.1',
    },
    dane_mismatch: {
      check: 'transport',
      points: -20,
      title: 'TLSA records match no certificate',
      subject: f => f.host,
      meaning: f =>
        `No TLSA record at ${f.record} matches the certificate of ${f.host}. Senders that use DANE do not deliver to it.`,
      advice: f => onlyProvider(f) ?? `Publish at ${f.record} now: TLSA ${f.data}`,
      clause: 'RFC 7672 section 2.2',
    },
    dane_unusable: {
      check: 'transport',
      points: 0,
      title: 'DANE records cannot be used for mail',
      subject: f => f.host,
      meaning: f => `Senders use only complete TLSA records of usage 2 or 3. They ignore all records at ${f.record}.`,
      advice: f => onlyProvider(f) ?? `Publish at ${f.record}: TLSA ${f.data}`,
      clause: 'RFC 7672 section 3.1.3',
    },
    dane_unsigned: {
      check: 'transport',
      points: 0,
      title: 'DANE records without DNSSEC',
      subject: f => f.host,
      meaning: f => `The records at ${f.record} are not signed with DNSSEC, so senders ignore them.`,
      advice: f => onlyProvider(f) ?? `Sign the zone of ${f.host} and give its DS record to the registrar.`,
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
    return { state: 'unchecked', summary: 'We know no mail server of the domain.', questions: [] }
  }
  const known = { domain: context.domain, validating: value.dnssec.validating }
  const judged = value.dane.map(facts => {
    const session = securedSession(value, facts.host)
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
    return outcome('recommendation', 'No TLSA record matches the certificate. Senders that use DANE do not deliver.')
  if (findings.length > 0) {
    return outcome(
      'recommendation',
      has('possible') ? 'DANE is not used.' : 'Senders ignore the published TLSA records.',
    )
  }
  if (has('unknown') || has('bogus') || has('unproved')) {
    const blind =
      value.dnssec.validating === false ? 'The DNS resolver of this installation does not validate DNSSEC.' : null
    return outcome('unchecked', blind ?? 'The DANE lookups of some mail servers failed.')
  }
  if (judged.every(({ verdict }) => verdict === 'none')) {
    return outcome('not-applicable', 'The zones of the mail servers are not signed, so DANE does not apply.')
  }
  return outcome(
    'ok',
    has('published') ? 'TLSA records are published and signed.' : 'The TLSA records match the certificates.',
  )
}

function daneFindings(
  { host, record }: DaneFacts,
  session: SecuredSession | null,
  verdict: DaneVerdict,
  context: TransportContext,
): readonly Found<DaneFindingFacts>[] {
  const by = runBy(host, context)
  const data = session
    ? recommendedTlsa(session.tls.certificate)
    : "3 1 1 and the SHA-256 of the server's public key, in hex"
  const shown: readonly Question[] = session === null ? [] : [smtpQuestion(host, session.address)]
  const evidence = rests(context, { name: record, type: 'TLSA' }, ...shown)
  switch (verdict) {
    case 'possible':
      return [{ id: 'dane_missing', facts: { host, record, data, ...by }, evidence }]
    case 'mismatch':
      return [{ id: 'dane_mismatch', facts: { host, record, data, ...by }, evidence }]
    case 'unusable':
      return [{ id: 'dane_unusable', facts: { host, record, data, ...by }, evidence }]
    case 'unsigned':
      return [{ id: 'dane_unsigned', facts: { host, record, ...by }, evidence }]
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
 * - `fits`, `mismatch`: compared with the server's certificate; `published`: there was no certificate to compare with,
 *   or only one from before the records changed
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
  session: SecuredSession | null,
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
  if (session === null) return 'published'
  const { certificate } = session.tls
  const at = new Date(session.testedAt)
  const names = [host, record.replace(/^_25\._tcp\./, ''), domain]
  if (tlsa.some(each => allows(each, certificate, names, at))) return 'fits'
  return facts.comparable === false ? 'published' : 'mismatch'
}

/** Whether the DANE state of each host is known, or another scan would learn no more about it. */
export function isDaneSettled(value: TransportValue, domain: string): boolean {
  const { validating } = value.dnssec
  return value.dane.every(facts => {
    const { host, tlsa, hostAuthentic, comparable } = facts
    const verdict = daneVerdict(facts, securedSession(value, host), { domain, validating })
    if (verdict === 'published') return comparable !== false && isCertificateSettled(value, host)
    // Without validation DANE is never judged here, and without a signed host it means nothing.
    const isMoot = validating === false || (tlsa === null && hostAuthentic === 'no' && validating === true)
    return verdict !== 'unknown' || isMoot
  })
}

const words: { readonly [V in DaneVerdict]: string } = {
  none: 'no TLSA records, and its zone is not signed',
  possible: 'no TLSA records, though its zone is signed',
  unproved: 'no TLSA records, and the DNSSEC check of its zone failed',
  unsigned: 'TLSA records that DNSSEC does not authenticate',
  unusable: 'TLSA records that senders do not use',
  fits: 'TLSA records that match its certificate',
  mismatch: 'TLSA records that do not match its certificate',
  published: 'TLSA records, but no certificate to compare them with',
  bogus: 'DNSSEC of its zone is broken',
  unknown: couldNotBeChecked,
}
