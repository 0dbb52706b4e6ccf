import type { Found } from '../check/index.ts'
import { displayText } from '../dns/index.ts'
import { type RelayHost, smtpQuestion } from '../relay/index.ts'
import { counted, type Judged, rests, type TransportContext, transportPart } from './part.ts'
import { isLeftOut, sessionQuestions, withoutSessions } from './sessions.ts'
import type { TransportValue } from './value.ts'

/** The data for the texts of its recommendations. */
export interface StarttlsFacts {
  starttls_missing: { host: string }
  starttls_failed: { host: string }
  tls_outdated: { host: string; protocol: string }
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
      meaning: f => `Mail to ${f.host} crosses the internet unencrypted, and everyone on the way can read it.`,
      advice: f => `Switch on STARTTLS on port 25 of ${f.host}, with a certificate that names ${f.host}.`,
      clause: 'RFC 3207 section 4',
    },
    starttls_failed: {
      check: 'transport',
      points: 0,
      title: 'A mail server offers STARTTLS, but it fails',
      subject: f => f.host,
      meaning: f =>
        `${f.host} announces encryption and then sets up no session. Senders deliver unencrypted or wait in vain.`,
      advice: f => `Look into the mail log of ${f.host}: give it a certificate with its key, and TLS 1.2 or 1.3.`,
      clause: 'RFC 3207 section 4.1',
    },
    tls_outdated: {
      check: 'transport',
      points: 0,
      title: 'A mail server uses outdated TLS',
      subject: f => f.host,
      meaning: f => `${f.host} set up ${f.protocol}, which must no longer be used; more and more senders refuse it.`,
      advice: f => `Switch on TLS 1.2 and 1.3 on ${f.host}, and switch off what is older.`,
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
        ? `${counted(failing, 'mail server')} of ${tested.length} without working STARTTLS.`
        : outdatedSummary(outdated, tested.length)
    return { state: 'recommendation', summary, details, findings, questions }
  }
  if (offering < tested.length) {
    const summary = `${counted(tested.length - offering, 'mail server')} of ${tested.length} could not be tested.`
    return { state: 'unchecked', summary, details, questions }
  }
  const summary = offering === 1 ? 'The mail server tested encrypts.' : `All ${offering} mail servers tested encrypt.`
  return { state: 'ok', summary, details, questions }
}

function outdatedSummary(outdated: number, tested: number): string {
  if (tested === 1) return 'The mail server tested uses outdated TLS.'
  return `${counted(outdated, 'mail server')} of ${tested} ${outdated === 1 ? 'uses' : 'use'} outdated TLS.`
}

function starttlsFindings(
  { host, address, starttls, tls }: RelayHost,
  context: TransportContext,
): readonly Found<StarttlsFacts>[] {
  const evidence = rests(context, smtpQuestion(host, address))
  if (starttls === 'not-offered') return [{ id: 'starttls_missing', facts: { host }, evidence }]
  if (starttls === 'failed') return [{ id: 'starttls_failed', facts: { host }, evidence }]
  if (tls === null || !/^(?:SSL|TLSv1(?:\.1)?$)/i.test(tls.protocol)) return []
  const facts = { host, protocol: displayText(tls.protocol, 20) }
  return [{ id: 'tls_outdated', facts, evidence }]
}

function starttlsWords(session: RelayHost): string {
  if (isLeftOut(session)) return session.reason
  switch (session.starttls) {
    case 'offered':
      return session.tls === null ? 'STARTTLS is offered' : `STARTTLS with ${displayText(session.tls.protocol, 20)}`
    case 'not-offered':
      return 'no STARTTLS'
    case 'failed':
      return 'STARTTLS is offered, but no session comes about'
    case 'unknown':
      return 'could not be tested'
    default:
      return session.starttls satisfies never
  }
}
