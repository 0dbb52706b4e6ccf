import type { Found } from '../check/index.ts'
import { displayText } from '../dns/index.ts'
import { type RelayHost, smtpQuestion } from '../relay/index.ts'
import { certificateFault } from './certificate-fault.ts'
import { daneVerdict } from './dane-part.ts'
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
import { isLeftOut, namesText, sessionQuestions, withoutSessions } from './sessions.ts'
import type { TransportValue } from './value.ts'

/** The data for the texts of its recommendations. */
export interface CertificateFacts {
  mx_certificate_expired: { host: string; date: string } & RunBy
  mx_certificate_expiring: { host: string; date: string } & RunBy
  mx_certificate_name: { host: string; names: string } & RunBy
  mx_certificate_untrusted: { host: string; problem: string } & RunBy
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
      meaning: f => `It expired on ${f.date}. Senders that verify certificates (MTA-STS) do not deliver to ${f.host}.`,
      advice: f => onlyProvider(f) ?? `Renew the certificate of ${f.host}, and automate its renewal.`,
      clause: 'RFC 8461 section 4.2',
    },
    mx_certificate_expiring: {
      check: 'transport',
      points: 0,
      title: 'The certificate of a mail server expires soon',
      subject: f => f.host,
      meaning: f =>
        `It expires on ${f.date}. After that, senders that verify certificates do not deliver to ${f.host}.`,
      advice: f =>
        onlyProvider(f) ?? `Renew the certificate of ${f.host} now, and find out why it was not renewed automatically.`,
      clause: 'RFC 8461 section 4.2',
    },
    mx_certificate_name: {
      check: 'transport',
      points: 0,
      title: 'The certificate of a mail server names another host',
      subject: f => f.host,
      meaning: f => `It is for ${f.names}. Senders that verify certificates do not deliver to ${f.host}.`,
      advice: f => onlyProvider(f) ?? `Install a certificate for ${f.host}, the name in the MX record.`,
      clause: 'RFC 8461 section 4.2',
    },
    mx_certificate_untrusted: {
      check: 'transport',
      points: 0,
      title: 'The certificate of a mail server is not trusted',
      subject: f => f.host,
      meaning: f => `Senders that verify certificates do not deliver to ${f.host}: ${f.problem}.`,
      advice: f =>
        onlyProvider(f) ??
        `Install a certificate of a public authority on ${f.host}, with the whole chain. TLSA records in a signed zone (DANE) are the alternative.`,
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
    const summary = 'Senders that verify certificates may not deliver.'
    return { state: 'recommendation', summary, details, findings, questions }
  }
  const open = value.sessions.filter(session => session.tls === null && !isLeftOut(session)).length
  if (open > 0) {
    const summary = `The certificate of ${counted(open, 'mail server')} is not known.`
    return { state: 'unchecked', summary, details, questions }
  }
  const summary = 'Every certificate is valid for its host or matches a TLSA record (DANE).'
  return { state: 'ok', summary, details, questions }
}

function certificateLine({ host, address, tls }: RelayHost): string {
  if (tls === null) return `${host} [${address}]: no certificate`
  const { issuer, notAfter, names } = tls.certificate
  return `${host} [${address}]: for ${namesText(names)}, by ${displayText(issuer, 80) || 'an unnamed issuer'}, until ${notAfter.slice(0, 10)}`
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
  const by = runBy(host, context)
  const evidence = rests(context, smtpQuestion(host, address))
  // A signed TLSA record replaces the authority: for DANE-EE neither the name nor the dates matter.
  const dane = value.dane.find(facts => facts.host === host)
  const known = { domain: context.domain, validating: value.dnssec.validating }
  if (dane !== undefined && daneVerdict(dane, { ...session, tls }, known) === 'fits') return []
  const fault = certificateFault(certificate, host, testedAt)
  switch (fault?.kind) {
    case 'expired':
      return [{ id: 'mx_certificate_expired', facts: { host, date: fault.detail, ...by }, evidence }]
    case 'name':
      return [{ id: 'mx_certificate_name', facts: { host, names: fault.detail, ...by }, evidence }]
    case 'untrusted':
      return [{ id: 'mx_certificate_untrusted', facts: { host, problem: fault.detail, ...by }, evidence }]
    default:
      break
  }
  const daysLeft = (Date.parse(certificate.notAfter) - Date.parse(testedAt)) / 86_400_000
  const date = certificate.notAfter.slice(0, 10)
  if (daysLeft >= soonDays) return []
  return [{ id: 'mx_certificate_expiring', facts: { host, date, ...by }, evidence }]
}
