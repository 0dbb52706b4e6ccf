import type { Found } from '../check/index.ts'
import { displayText } from '../dns/index.ts'
import { smtpQuestion } from '../relay/index.ts'
import {
  counted,
  type Judged,
  onlyProvider,
  type RunBy,
  rests,
  runBy,
  type TransportContext,
  transportPart,
} from './part.ts'
import { isForTls, knownRows, offerFactsOf, refusalsOf, type SenderRow } from './sender-rows.ts'
import { isLeftOut, sessionQuestions, withoutSessions } from './sessions.ts'
import { type Offer, offerOf } from './starttls-offer.ts'
import type { TransportSession, TransportValue } from './value.ts'

/** The data for the texts of its recommendations. */
export interface StarttlsFacts {
  starttls_missing: { host: string } & RunBy
  starttls_failed: { host: string } & RunBy
  /** `masked`: something on the way wrote over the offer. */
  starttls_unseen: { host: string; masked: boolean }
  tls_outdated: { host: string; protocol: string } & RunBy
}

/** Whether the mail servers encrypt (RFC 3207), and with a current protocol (RFC 8996). */
export const starttls = transportPart<StarttlsFacts>({
  id: 'starttls',
  title: 'STARTTLS',
  findings: {
    starttls_missing: {
      check: 'transport',
      points: 0,
      title: 'A mail server offers no STARTTLS',
      subject: f => f.host,
      meaning: f => `Mail to ${f.host} crosses the internet unencrypted. Anyone on its route can read it.`,
      advice: f => onlyProvider(f) ?? `Turn on STARTTLS on port 25 of ${f.host}, with a certificate for ${f.host}.`,
      clause: 'RFC 3207 section 4',
    },
    starttls_failed: {
      check: 'transport',
      points: 0,
      title: 'A mail server offers STARTTLS, but it fails',
      subject: f => f.host,
      meaning: f =>
        `${f.host} offers encryption, but the TLS handshake fails. Senders deliver unencrypted, or not at all.`,
      advice: f =>
        onlyProvider(f) ??
        `Check the mail log of ${f.host}. It needs a certificate with its private key, and TLS 1.2 or 1.3.`,
      clause: 'RFC 3207 section 4.1',
    },
    starttls_unseen: {
      check: 'transport',
      points: 0,
      title: 'We saw no STARTTLS at a mail server',
      subject: f => f.host,
      meaning: f =>
        f.masked
          ? `A firewall on the route to ${f.host} writes over its offer of STARTTLS. Mail on that route crosses the internet unencrypted.`
          : `${f.host} offered us no STARTTLS. A firewall on our side may take the offer away, so this is no proof. If it is so, mail to ${f.host} crosses the internet unencrypted.`,
      advice: f =>
        `Test STARTTLS on port 25 of ${f.host} from another network. If it is missing there too, turn it on, and turn off SMTP inspection in the firewall.`,
      clause: 'RFC 3207 section 6',
    },
    tls_outdated: {
      check: 'transport',
      points: 0,
      title: 'A mail server uses outdated TLS',
      subject: f => f.host,
      meaning: f => `${f.host} negotiates ${f.protocol}, which is deprecated. More and more senders refuse it.`,
      advice: f => onlyProvider(f) ?? `Turn on TLS 1.2 and 1.3 on ${f.host}, and turn off older versions.`,
      clause: 'RFC 8996 section 4',
    },
  },
  judge,
})

function judge(value: TransportValue, context: TransportContext): Judged<StarttlsFacts> {
  const questions = sessionQuestions(value)
  const without = withoutSessions(value, context)
  if (without !== null) return { ...without, questions }
  const hosts = testedHosts(value, context)
  const findings = hosts.flatMap(host => starttlsFindings(host, context))
  const details = value.sessions.map(session => `${session.host} [${session.address}]: ${starttlsWords(session)}`)
  const total = hosts.length
  const failing = hosts.filter(({ offers }) => offers.some(isWithout)).length
  if (failing > 0) {
    const summary = `${counted(failing, 'mail server')} of ${total} ${failing === 1 ? 'has' : 'have'} no working STARTTLS.`
    return { state: 'recommendation', summary, details, findings, questions }
  }
  if (findings.length > 0) {
    const outdated = findings.filter(({ id }) => id === 'tls_outdated').length
    const summary =
      outdated < findings.length
        ? `We saw no STARTTLS at ${counted(findings.length - outdated, 'mail server')} of ${total}.`
        : outdatedSummary(outdated, total)
    return { state: 'recommendation', summary, details, findings, questions }
  }
  const open = hosts.filter(({ offers }) => !offers.some(isOffered)).length
  if (open > 0) {
    const summary = `${counted(open, 'mail server')} of ${total} could not be tested.`
    return { state: 'unchecked', summary, details, questions }
  }
  return { state: 'ok', summary: supported(total), details, questions }
}

/** A mail host with what its tested addresses offer. */
interface TestedHost {
  host: string
  sessions: readonly TransportSession[]
  offers: readonly Offer[]
  /** Absent: the host has no row in the table of senders. */
  row: SenderRow | undefined
}

function testedHosts(value: TransportValue, { domain }: TransportContext): readonly TestedHost[] {
  const rows = knownRows(value, domain)
  const tested = Map.groupBy(
    value.sessions.filter(session => !isLeftOut(session)),
    ({ host }) => host,
  )
  return [...tested].map(([host, sessions]) => ({
    host,
    sessions,
    offers: sessions.map(session => offerOf(offerFactsOf(session))),
    row: rows.find(row => row.host === host),
  }))
}

function isWithout({ state }: Offer): boolean {
  return state === 'not-offered' || state === 'failing'
}

/** STARTTLS was offered, also where the certificate was not asked under this name. */
function isOffered(offer: Offer): boolean {
  return offer.state === 'works' || (offer.state === 'unknown' && offer.reason === 'certificate-unseen')
}

function supported(servers: number): string {
  if (servers === 1) return 'The mail server supports STARTTLS.'
  return `${servers === 2 ? 'Both' : `All ${servers} tested`} mail servers support STARTTLS.`
}

function outdatedSummary(outdated: number, tested: number): string {
  if (tested === 1) return 'The tested mail server uses outdated TLS.'
  return `${counted(outdated, 'mail server')} of ${tested} ${outdated === 1 ? 'uses' : 'use'} outdated TLS.`
}

/** The gravest finding of a host. That senders do not deliver without TLS is the finding of their protocol. */
function starttlsFindings(
  { host, sessions, offers, row }: TestedHost,
  context: TransportContext,
): readonly Found<StarttlsFacts>[] {
  if (row !== undefined && refusalsOf(row).some(({ reason }) => isForTls(reason))) return []
  const by = runBy(host, context)
  const at = (is: (offer: Offer, session: TransportSession) => boolean) => {
    const session = sessions.find((each, index) => is(offers[index] ?? unknownOffer, each))
    return session && { session, evidence: rests(context, smtpQuestion(host, session.address)) }
  }
  const missing = at(({ state }) => state === 'not-offered')
  if (missing) return [{ id: 'starttls_missing', facts: { host, ...by }, evidence: missing.evidence }]
  const failed = at(({ state }) => state === 'failing')
  if (failed) return [{ id: 'starttls_failed', facts: { host, ...by }, evidence: failed.evidence }]
  const unseen = at(offer => offer.state === 'unknown' && isUnseen(offer.reason))
  if (unseen) {
    const masked = offerOf(offerFactsOf(unseen.session))
    const facts = { host, masked: masked.state === 'unknown' && masked.reason === 'starttls-masked' }
    return [{ id: 'starttls_unseen', facts, evidence: unseen.evidence }]
  }
  const outdated = at((_, { tls }) => tls !== null && isOutdated(tls.protocol))
  if (!outdated) return []
  const facts = { host, protocol: displayText(outdated.session.tls?.protocol ?? '', 20), ...by }
  return [{ id: 'tls_outdated', facts, evidence: outdated.evidence }]
}

const unknownOffer: Offer = { state: 'unknown', reason: 'not-asked' }

function isUnseen(reason: string): boolean {
  return reason === 'starttls-unseen' || reason === 'starttls-masked'
}

function isOutdated(protocol: string): boolean {
  return /^(?:SSL|TLSv1(?:\.1)?$)/i.test(protocol)
}

function starttlsWords(session: TransportSession): string {
  if (isLeftOut(session)) return session.reason
  switch (session.starttls) {
    case 'offered':
      return session.tls === null ? 'offers STARTTLS' : `STARTTLS with ${displayText(session.tls.protocol, 20)}`
    case 'not-offered':
      return offerOf(offerFactsOf(session)).state === 'unknown' ? 'no STARTTLS seen' : 'no STARTTLS'
    case 'failed':
      return 'offers STARTTLS, but the handshake fails'
    case 'unknown':
      return 'could not be tested'
    default:
      return session.starttls satisfies never
  }
}
