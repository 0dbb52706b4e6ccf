import type { Found } from '../check/index.ts'
import { displayText } from '../dns/index.ts'
import { type RelayHost, smtpQuestion } from '../relay/index.ts'
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
import { isLeftOut, sessionQuestions, withoutSessions } from './sessions.ts'
import type { TransportValue } from './value.ts'

/** The data for the texts of its recommendations. */
export interface StarttlsFacts {
  starttls_missing: { host: string } & RunBy
  starttls_failed: { host: string } & RunBy
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
  const findings = value.sessions.flatMap(session => starttlsFindings(session, context))
  const details = value.sessions.map(session => `${session.host} [${session.address}]: ${starttlsWords(session)}`)
  const tested = value.sessions.filter(session => !isLeftOut(session))
  const offering = tested.filter(({ starttls }) => starttls === 'offered').length
  if (findings.length > 0) {
    const outdated = findings.filter(({ id }) => id === 'tls_outdated').length
    const failing = findings.length - outdated
    const summary =
      failing > 0
        ? `${counted(failing, 'mail server')} of ${tested.length} ${failing === 1 ? 'has' : 'have'} no working STARTTLS.`
        : outdatedSummary(outdated, tested.length)
    return { state: 'recommendation', summary, details, findings, questions }
  }
  if (offering < tested.length) {
    const summary = `${counted(tested.length - offering, 'mail server')} of ${tested.length} could not be tested.`
    return { state: 'unchecked', summary, details, questions }
  }
  return { state: 'ok', summary: supported(offering), details, questions }
}

function supported(servers: number): string {
  if (servers === 1) return 'The mail server supports STARTTLS.'
  return `${servers === 2 ? 'Both' : `All ${servers} tested`} mail servers support STARTTLS.`
}

function outdatedSummary(outdated: number, tested: number): string {
  if (tested === 1) return 'The tested mail server uses outdated TLS.'
  return `${counted(outdated, 'mail server')} of ${tested} ${outdated === 1 ? 'uses' : 'use'} outdated TLS.`
}

function starttlsFindings(
  { host, address, starttls, tls }: RelayHost,
  context: TransportContext,
): readonly Found<StarttlsFacts>[] {
  const evidence = rests(context, smtpQuestion(host, address))
  const by = runBy(host, context)
  if (starttls === 'not-offered') return [{ id: 'starttls_missing', facts: { host, ...by }, evidence }]
  if (starttls === 'failed') return [{ id: 'starttls_failed', facts: { host, ...by }, evidence }]
  if (tls === null || !/^(?:SSL|TLSv1(?:\.1)?$)/i.test(tls.protocol)) return []
  const facts = { host, protocol: displayText(tls.protocol, 20), ...by }
  return [{ id: 'tls_outdated', facts, evidence }]
}

function starttlsWords(session: RelayHost): string {
  if (isLeftOut(session)) return session.reason
  switch (session.starttls) {
    case 'offered':
      return session.tls === null ? 'offers STARTTLS' : `STARTTLS with ${displayText(session.tls.protocol, 20)}`
    case 'not-offered':
      return 'no STARTTLS'
    case 'failed':
      return 'offers STARTTLS, but the handshake fails'
    case 'unknown':
      return 'could not be tested'
    default:
      return session.starttls satisfies never
  }
}
