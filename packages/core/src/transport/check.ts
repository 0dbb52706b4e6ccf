import {
  answeredQuestions,
  appliesAlways,
  type Check,
  type CheckContext,
  checkNames,
  isNonMail,
  type MailNeeds,
  type ReplyContext,
  type Section,
} from '../check/index.ts'
import { transportActions } from './actions.data.ts'
import { assessParts, assessTransport } from './assess.ts'
import { type CheckedBy, checkedByAt } from './certificate-effect.ts'
import { isDaneSettled } from './dane-verdict.ts'
import { fillTransportGaps } from './fill-gaps.ts'
import { isMtaStsSettled } from './mta-sts-part.ts'
import type { AssessedPart } from './part.ts'
import { type TransportFacts, transportParts, transportRows } from './parts.ts'
import { type SenderCertificate, senderCertificates, unseenCertificates } from './sender-certificates.ts'
import { presentSenders, type SendersReply } from './sender-reply.ts'
import type { TransportValue } from './value.ts'

/** The recommendations depend on whether the domain is meant for mail, and on its DMARC policy. */
interface Needs extends MailNeeds {
  mx: MailNeeds['mx'] & { toCorrect: readonly string[] }
  dmarc: { enforced: boolean | null }
}

/**
 * The transport check: the security of mail in transit. Recommendations cost no points; a published policy that makes
 * senders refuse delivery does.
 */
export const transportCheck = {
  id: 'transport',
  ...checkNames.transport,
  cap: 20,
  weight: 0,
  findings: transportRows,
  actions: transportActions,
  needs: { mx: true, spf: true, dmarc: true },
  provides: () => ({}),
  assess: (known, context) => assessTransport(known.value, { ...known, ...assumptions(context) }),
  fillGaps: (now, before) => fillTransportGaps(now.value, now.gaps, before.value),
  applies: appliesAlways,
  answeredShare: answeredQuestions,
  isSettled: known => isTransportSettled(known.value),
  reply: (section, context) => ({ transport: presentTransport(section, context) }),
} satisfies Check<'transport', TransportValue, TransportFacts, Needs>

/**
 * One part of the transport check. A part is a `recommendation` when it has findings, also those of an earlier scan, or
 * when another check's finding is about it. A part that is `unchecked` keeps the findings of an earlier scan.
 */
export type TransportPartReply = Omit<AssessedPart<never>, 'findings'> & {
  /** The ids of its findings. Each of the report's findings with such an id belongs to this part only. */
  findings: readonly string[]
}

/** A certificate with who checks it. Absent: not known, or a certificate of the policy host, for which no mail is lost. */
type CertificateReply = SenderCertificate & { checked_by?: CheckedBy }

/** The transport check on the wire. */
export interface TransportReply {
  parts: readonly TransportPartReply[]
  /** What each kind of sender does with mail for each host; null: not asked, or no mail comes to the domain. */
  senders: SendersReply | null
  certificates: readonly CertificateReply[]
  /** Mail hosts whose certificate could not be seen. What was known of these before is still known. */
  certificates_unseen: readonly string[]
}

/** Each part with its findings of the report. A name that does not exist has no recommendations. */
function presentTransport(section: Section<TransportValue>, context: ReplyContext<Needs>): TransportReply | null {
  if (!section.ran) return null
  const parts = assessParts(section.value, { evidence: section.evidence, ...assumptions(context) })
  const { found } = context
  if (found.has('domain_not_found')) {
    const nothing = { summary: 'The domain does not exist.', summary_of: null, details: [], findings: [], evidence: [] }
    return {
      parts: parts.map(({ id, title }) => ({ id, title, state: 'not-applicable', ...nothing })),
      senders: null,
      certificates: [],
      certificates_unseen: [],
    }
  }
  return {
    senders: presentSenders(section.value, assumptions(context)),
    certificates: certificatesIn(section.value, context.domain),
    certificates_unseen: unseenCertificates(section.value),
    parts: parts.map(part => {
      const rows = transportParts[part.id].findings
      const findings = [...found].filter(id => Object.hasOwn(rows, id))
      const isRecommended = findings.length > 0 && part.state !== 'unchecked'
      return { ...part, state: isRecommended ? 'recommendation' : part.state, findings }
    }),
  }
}

function certificatesIn(value: TransportValue, domain: string): readonly CertificateReply[] {
  return senderCertificates(value, domain).map(certificate => {
    const checkedBy = certificate.role === 'mx' ? checkedByAt(value, certificate.host, domain) : null
    return { ...certificate, ...(checkedBy !== null && { checked_by: checkedBy }) }
  })
}

/**
 * Whether everything that can cost points is known: DANE and MTA-STS, with the certificates they are about. A server that
 * this installation cannot reach matters only to a domain that has published such a policy.
 */
function isTransportSettled(value: TransportValue): boolean {
  if (value.mail === 'none') return true
  const domain = value.mtaSts.name.replace('_mta-sts.', '')
  return value.mail === 'hosts' && isDaneSettled(value, domain) && isMtaStsSettled(value)
}

function assumptions({ domain, others }: CheckContext<Needs>) {
  return {
    domain,
    nonMail: isNonMail(others),
    dmarcEnforced: others.dmarc?.enforced ?? null,
    mxToCorrect: others.mx?.toCorrect ?? [],
  }
}
