import type { Question } from '../check/index.ts'
import { type RelayHost, smtpQuestion } from '../relay/index.ts'
import type { TransportFinding } from './findings.data.ts'
import { part, rests, type TransportContext, type TransportPart, withoutServers } from './part.ts'
import { allows, isUsable, recommendedTlsa } from './tlsa.ts'
import type { DaneFacts, TransportValue } from './value.ts'

/**
 * What DANE comes to for one host (RFC 7672 section 2.2): records count only where DNSSEC vouches for them and for the
 * host's addresses.
 *
 * - `possible`: none are published, though the host's zone is signed; `none`: nor could they be used; `unproved`: none are
 *   published, and no resolver that validates has said whether the zone is signed
 * - `unsigned`: published, but a resolver that validates does not vouch for them
 * - `unusable`: signed, but none is of a kind mail servers use
 * - `fits`, `mismatch`: compared with the certificate shown; `published`: there was none to compare with
 * - `bogus`: DNSSEC is broken there; `unknown`: not asked, or the resolver does not validate
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
 * `session`: the one with the host, null when there was none. `validating`: does the resolver validate? A certificate
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
    // Only from a resolver that validates does "not authentic" mean "not signed".
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

/** Whether senders can tell the true mail servers by DNSSEC (RFC 7672). */
export function danePart(value: TransportValue, context: TransportContext): TransportPart {
  const questions = value.dane.map(({ record }): Question => ({ name: record, type: 'TLSA' }))
  const without = withoutServers(value, context)
  if (without !== null) return part('dane', context, [], without)
  if (value.dane.length === 0) {
    return part('dane', context, [], { state: 'unchecked', summary: 'No mail server is known.' })
  }
  const known = { domain: context.domain, validating: value.dnssec.validating }
  const judged = value.dane.map(facts => {
    const session = value.sessions.find(({ host, tls }) => host === facts.host && tls !== null) ?? null
    return { facts, session, verdict: daneVerdict(facts, session, known) }
  })
  const details = judged.map(({ facts, verdict }) => `${facts.host}: ${words[verdict]}`)
  const findings = judged.flatMap(({ facts, session, verdict }) => daneFindings(facts, session, verdict, context))
  const told = (state: TransportPart['state'], summary: string): TransportPart =>
    part('dane', context, questions, { state, summary, details, findings })
  const has = (verdict: DaneVerdict): boolean => judged.some(each => each.verdict === verdict)
  if (has('mismatch'))
    return told('recommendation', 'DANE records do not fit: senders that use DANE deliver nothing there.')
  if (findings.length > 0) {
    return told(
      'recommendation',
      has('possible') ? 'DANE could be used.' : 'The DANE records are of no use as they are.',
    )
  }
  if (has('unknown') || has('bogus') || has('unproved')) {
    const blind =
      value.dnssec.validating === false ? 'The DNS resolver of this installation does not validate DNSSEC.' : null
    return told('unchecked', blind ?? 'DANE could not be checked for some mail servers.')
  }
  if (judged.every(({ verdict }) => verdict === 'none')) {
    return told('not-applicable', 'The zones of the mail servers are not signed, so DANE cannot be used there.')
  }
  return told(
    'ok',
    has('published') ? 'DANE records are published and signed.' : 'The DANE records fit the certificates.',
  )
}

function daneFindings(
  { host, record }: DaneFacts,
  session: RelayHost | null,
  verdict: DaneVerdict,
  context: TransportContext,
): readonly TransportFinding[] {
  const certificate = session?.tls?.certificate
  const data = certificate ? recommendedTlsa(certificate) : "3 1 1 and the SHA-256 of the server's public key, in hex"
  const shown: readonly Question[] = session === null ? [] : [smtpQuestion(host, session.address)]
  const evidence = rests(context, { name: record, type: 'TLSA' }, ...shown)
  switch (verdict) {
    case 'possible':
      return [{ id: 'dane_missing', check: 'transport', facts: { host, record, data }, evidence }]
    case 'mismatch':
      return [{ id: 'dane_mismatch', check: 'transport', facts: { host, record, data }, evidence }]
    case 'unusable':
      return [{ id: 'dane_unusable', check: 'transport', facts: { host, record, data }, evidence }]
    case 'unsigned':
      return [{ id: 'dane_unsigned', check: 'transport', facts: { host, record }, evidence }]
    default:
      return []
  }
}
