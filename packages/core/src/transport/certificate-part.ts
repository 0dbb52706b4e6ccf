import type { Found } from '../check/index.ts'
import { displayText } from '../dns/index.ts'
import { coversHost, type RelayHost, smtpQuestion } from '../relay/index.ts'
import { daneVerdict } from './dane-part.ts'
import { counted, type Judged, rests, type TransportContext, transportPart } from './part.ts'
import { isLeftOut, namesText, sessionQuestions, withoutSessions } from './sessions.ts'
import type { TransportValue } from './value.ts'

/** The data for the texts of its recommendations. */
export interface CertificateFacts {
  mx_certificate_expired: { host: string; date: string }
  mx_certificate_expiring: { host: string; date: string }
  mx_certificate_name: { host: string; names: string }
  mx_certificate_untrusted: { host: string; problem: string }
}

/** A certificate that expires within this many days is reported in advance. */
const soonDays = 14

/** Whether senders that verify certificates can deliver (RFC 8461 section 4.2). */
export const certificate = transportPart<CertificateFacts>({
  id: 'certificate',
  title: 'Certificates of the mail servers',
  findings: {
    mx_certificate_expired: {
      check: 'transport',
      points: 0,
      title: 'The certificate of a mail server has expired',
      subject: f => f.host,
      meaning: f => `It ended on ${f.date}. Senders that check certificates (MTA-STS) do not deliver to ${f.host}.`,
      advice: f => `Renew the certificate of ${f.host}, and let it be renewed by itself from now on.`,
      clause: 'RFC 8461 section 4.2',
    },
    mx_certificate_expiring: {
      check: 'transport',
      points: 0,
      title: 'The certificate of a mail server ends soon',
      subject: f => f.host,
      meaning: f => `It ends on ${f.date}. After that, senders that check certificates do not deliver to ${f.host}.`,
      advice: f => `Renew the certificate of ${f.host} now, and see why it was not renewed by itself.`,
      clause: 'RFC 8461 section 4.2',
    },
    mx_certificate_name: {
      check: 'transport',
      points: 0,
      title: 'The certificate of a mail server names another host',
      subject: f => f.host,
      meaning: f => `It is for ${f.names}. Senders that check certificates cannot tell ${f.host} from an impostor.`,
      advice: f => `Install a certificate for ${f.host}, the name in the MX record.`,
      clause: 'RFC 8461 section 4.2',
    },
    mx_certificate_untrusted: {
      check: 'transport',
      points: 0,
      title: 'The certificate of a mail server is not trusted',
      subject: f => f.host,
      meaning: f => `Senders that check certificates do not deliver to ${f.host}: ${f.problem}.`,
      advice: f =>
        `Install on ${f.host} a certificate of a public authority, with the whole chain; or publish TLSA records in a signed zone (DANE).`,
      clause: 'RFC 8461 section 4.2',
    },
  },
  judge,
})

function judge(value: TransportValue, context: TransportContext): Judged<CertificateFacts> {
  const questions = sessionQuestions(value)
  const without = withoutSessions(value, context)
  if (without !== null) return { ...without, questions }
  const shown = value.sessions.filter(({ tls }) => tls !== null)
  const findings = shown.flatMap(session => certificateFindings(session, value, context))
  const details = shown.map(certificateLine)
  if (findings.length > 0) {
    const summary = 'Senders that check certificates may not deliver.'
    return { state: 'recommendation', summary, details, findings, questions }
  }
  const open = value.sessions.filter(session => session.tls === null && !isLeftOut(session)).length
  if (open > 0) {
    const summary = `${counted(open, 'mail server')} showed no certificate.`
    return { state: 'unchecked', summary, details, questions }
  }
  const summary = 'Every certificate shown is valid and names its host.'
  return { state: 'ok', summary, details, questions }
}

function certificateLine({ host, address, tls }: RelayHost): string {
  if (tls === null) return `${host} [${address}]: no certificate`
  const { issuer, notAfter, names } = tls.certificate
  return `${host} [${address}]: for ${namesText(names)}, by ${displayText(issuer, 80) || 'nobody named'}, until ${notAfter.slice(0, 10)}`
}

/** The first problem of the certificate of one server. */
function certificateFindings(
  session: RelayHost,
  value: TransportValue,
  context: TransportContext,
): readonly Found<CertificateFacts>[] {
  const { host, address, tls, testedAt } = session
  if (tls === null) return []
  const { certificate } = tls
  const evidence = rests(context, smtpQuestion(host, address))
  // A signed TLSA record replaces the authority: for DANE-EE neither the name nor the dates matter.
  const dane = value.dane.find(facts => facts.host === host)
  const known = { domain: context.domain, validating: value.dnssec.validating }
  if (dane !== undefined && daneVerdict(dane, session, known) === 'fits') return []
  const daysLeft = (Date.parse(certificate.notAfter) - Date.parse(testedAt)) / 86_400_000
  const date = certificate.notAfter.slice(0, 10)
  if (daysLeft < 0) return [{ id: 'mx_certificate_expired', facts: { host, date }, evidence }]
  if (!coversHost(certificate, host)) {
    const facts = { host, names: namesText(certificate.names) }
    return [{ id: 'mx_certificate_name', facts, evidence }]
  }
  if (!certificate.trusted) {
    const problem = certificate.selfSigned
      ? 'it is signed by itself'
      : (certificate.chainProblem ?? certificate.problem)
    const facts = { host, problem: displayText(problem ?? 'its authority is unknown', 200) }
    return [{ id: 'mx_certificate_untrusted', facts, evidence }]
  }
  if (daysLeft >= soonDays) return []
  return [{ id: 'mx_certificate_expiring', facts: { host, date }, evidence }]
}
