import type { Found } from '../check/index.ts'
import { displayText } from '../dns/index.ts'
import { smtpQuestion } from '../relay/index.ts'
import { type CheckedBy, checkedByOf, lostWords } from './certificate-effect.ts'
import { certificateFault, type SecuredSession, securedSessions } from './certificate-fault.ts'
import {
  counted,
  type Judged,
  keepsPins,
  onlyProvider,
  type Pinned,
  type RunBy,
  rests,
  runBy,
  type TransportContext,
  transportPart,
} from './part.ts'
import { knownRows, pinsOf, refusalOf, type SenderRow } from './sender-rows.ts'
import { isLeftOut, namesText, sessionQuestions, withoutSessions } from './sessions.ts'
import type { TransportValue } from './value.ts'

/** Who checks the certificate. Absent: not known, as in findings of earlier versions. */
interface Effect {
  checkedBy?: CheckedBy
}

/** The data for the texts of its recommendations. */
export interface CertificateFacts {
  mx_certificate_expired: { host: string; date: string } & Effect & Pinned & RunBy
  mx_certificate_expiring: { host: string; date: string } & Effect & Pinned & RunBy
  mx_certificate_name: { host: string; names: string } & Effect & Pinned & RunBy
  /** `from`: the day it begins to be valid, where it is not valid yet. */
  mx_certificate_untrusted: { host: string; problem: string; from?: string } & Effect & Pinned & RunBy
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
      meaning: f => `It expired on ${f.date}. ${lostWords(f)}`,
      advice: f => onlyProvider(f) ?? `Renew the certificate of ${f.host}, and automate its renewal.${keepsPins(f)}`,
      clause: 'RFC 8461 section 4.2',
    },
    mx_certificate_expiring: {
      check: 'transport',
      points: 0,
      title: 'The certificate of a mail server expires soon',
      subject: f => f.host,
      meaning: f => `It expires on ${f.date}. ${lostWords(f, 'After that, ')}`,
      advice: f =>
        onlyProvider(f) ??
        `Renew the certificate of ${f.host} now, and find out why it was not renewed automatically.${keepsPins(f)}`,
      clause: 'RFC 8461 section 4.2',
    },
    mx_certificate_name: {
      check: 'transport',
      points: 0,
      title: 'The certificate of a mail server names another host',
      subject: f => f.host,
      meaning: f => `It is for ${f.names}. ${lostWords(f)}`,
      advice: f => onlyProvider(f) ?? `Install a certificate for ${f.host}, the name in the MX record.${keepsPins(f)}`,
      clause: 'RFC 8461 section 4.2',
    },
    mx_certificate_untrusted: {
      check: 'transport',
      points: 0,
      title: 'The certificate of a mail server is not trusted',
      subject: f => f.host,
      meaning: f => `Senders do not trust it: ${f.problem}. ${lostWords(f)}`,
      advice: f =>
        onlyProvider(f) ??
        (f.from === undefined
          ? `Install a certificate of a public authority on ${f.host}, with the whole chain. TLSA records in a signed zone (DANE) are the alternative.${keepsPins(f)}`
          : `Install a certificate on ${f.host} that is valid now, or wait until ${f.from}.${keepsPins(f)}`),
      clause: 'RFC 8461 section 4.2',
    },
  },
  judge,
})

function judge(value: TransportValue, context: TransportContext): Judged<CertificateFacts> {
  const questions = sessionQuestions(value)
  const without = withoutSessions(value, context)
  if (without !== null) return { ...without, questions }
  const rows = knownRows(value, context.domain)
  const hosts = [...new Set(value.sessions.map(({ host }) => host))]
  const details = hosts.flatMap(host => securedSessions(value, host)).map(certificateLine)
  const about = hosts.map(host => ({ host, row: rows.find(row => row.host === host) }))
  const findings = about.flatMap(({ host, row }) => certificateFinding(host, row, value, context) ?? [])
  if (findings.length > 0 || about.some(({ row }) => row !== undefined && isRefusedByCertificate(row))) {
    const summary = 'Senders that verify certificates may not deliver.'
    return { state: 'recommendation', summary, details, findings, questions }
  }
  const open = hosts.filter(host => {
    const own = value.sessions.filter(session => session.host === host)
    return own.every(session => session.tls === null && !isLeftOut(session))
  }).length
  if (open > 0) {
    const summary = `The certificate of ${counted(open, 'mail server')} is not known.`
    return { state: 'unchecked', summary, details, questions }
  }
  const summary = 'Every certificate is valid for its host or matches a TLSA record (DANE).'
  return { state: 'ok', summary, details, questions }
}

function certificateLine({ host, address, tls, testedAt }: SecuredSession): string {
  const { issuer, notAfter, names } = tls.certificate
  const days = daysLeft(notAfter, testedAt)
  const left = days < 0 ? 'expired' : counted(Math.floor(days), 'day left', 'days left')
  return `${host} [${address}]: for ${namesText(names)}, by ${displayText(issuer, 80) || 'an unnamed issuer'}, until ${notAfter.slice(0, 10)} (${left})`
}

function daysLeft(notAfter: string, testedAt: string): number {
  return (Date.parse(notAfter) - Date.parse(testedAt)) / 86_400_000
}

/** Whether the finding is that of the policy: senders that follow it do not deliver, for the certificate. */
function isRefusedByCertificate(row: SenderRow): boolean {
  return refusalOf(row, 'mta-sts')?.reason.startsWith('certificate-') === true
}

/** The first problem of the certificates of one host. Where the policy refuses the host for it, that is the finding. */
function certificateFinding(
  host: string,
  row: SenderRow | undefined,
  value: TransportValue,
  context: TransportContext,
): Found<CertificateFacts> | null {
  if (row !== undefined && isRefusedByCertificate(row)) return null
  // A signed TLSA record replaces the authority: for DANE-EE neither the name nor the dates matter.
  const isPinned = ({ address }: SecuredSession): boolean =>
    row?.addresses.some(each => each.address === address && each.verdicts.dane.reason === 'tlsa-fits') === true
  const sessions = securedSessions(value, host).filter(session => !isPinned(session))
  const found = sessions.map(session => certificateFindingAt(session, row, context)).filter(each => each !== null)
  return found.find(({ id }) => id !== 'mx_certificate_expiring') ?? found[0] ?? null
}

function certificateFindingAt(
  { host, address, tls, testedAt }: SecuredSession,
  row: SenderRow | undefined,
  context: TransportContext,
): Found<CertificateFacts> | null {
  const by = { ...(row !== undefined && effectAt(row, address)), ...runBy(host, context) }
  const evidence = rests(context, smtpQuestion(host, address))
  const fault = certificateFault(tls.certificate, host, testedAt)
  switch (fault?.kind) {
    case 'expired':
      return { id: 'mx_certificate_expired', facts: { host, date: fault.detail, ...by }, evidence }
    case 'future': {
      const facts = { host, problem: `it is not valid before ${fault.detail}`, from: fault.detail, ...by }
      return { id: 'mx_certificate_untrusted', facts, evidence }
    }
    case 'name':
      return { id: 'mx_certificate_name', facts: { host, names: fault.detail, ...by }, evidence }
    case 'common-name':
      return {
        id: 'mx_certificate_name',
        facts: { host, names: `${fault.detail} in the common name only`, ...by },
        evidence,
      }
    case 'untrusted':
      return { id: 'mx_certificate_untrusted', facts: { host, problem: fault.detail, ...by }, evidence }
    default:
      break
  }
  if (daysLeft(tls.certificate.notAfter, testedAt) >= soonDays) return null
  const date = tls.certificate.notAfter.slice(0, 10)
  return { id: 'mx_certificate_expiring', facts: { host, date, ...by }, evidence }
}

function effectAt(row: SenderRow, address: string): Effect & Pinned {
  const verdicts = row.addresses.find(each => each.address === address)?.verdicts
  const checkedBy = verdicts === undefined ? null : checkedByOf([verdicts])
  return { ...pinsOf(row), ...(checkedBy !== null && { checkedBy }) }
}
