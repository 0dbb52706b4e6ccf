import type { ScanReply } from '../health/index.ts'
import { lostWords } from '../transport/index.ts'
import type { AlertSeverity } from './alert.ts'
import type { AlertCandidate, AlertMemory } from './candidate.ts'

const day = 86_400_000

/** A certificate that senders check, as a scan shows it. */
export type SenderCertificate = NonNullable<ScanReply['results']['transport']>['certificates'][number]

/** How near its end a certificate is; 0: not near. */
export type ExpiryStage = 0 | 1 | 2 | 3

/**
 * A certificate is near its end when both few days and a small part of its lifetime are left, because one of 90 days is
 * renewed later than one of a year: 21 days and a fifth, then 7 days and a tenth, then expired.
 */
export function expiryStage({ not_before: from, not_after: to }: SenderCertificate, at: Date): ExpiryStage {
  if (from === null || to === null) return 3
  const left = Date.parse(to) - at.getTime()
  const life = Date.parse(to) - Date.parse(from)
  if (left <= 0) return 3
  if (left < 7 * day && left < life / 10) return 2
  return left < 21 * day && left < life / 5 ? 1 : 0
}

const severities: Readonly<Record<Exclude<ExpiryStage, 0>, AlertSeverity>> = {
  1: 'warning',
  2: 'critical',
  3: 'critical',
}

/** An alert for each certificate that is near its end. What people know of already is not sent again (`mayRaise`). */
export function expiringCertificates(scan: ScanReply): readonly AlertCandidate[] {
  const at = new Date(scan.finished_at)
  return certificatesOf(scan).flatMap((certificate): AlertCandidate[] => {
    const stage = expiryStage(certificate, at)
    if (stage === 0) return []
    return [
      {
        type: 'certificate_expiring',
        key: keyOf(certificate),
        state: 'raised',
        severity: severities[stage],
        description: wordsOf(certificate, stage),
        old_value: null,
        new_value: certificate.not_after,
        cause: { kind: 'certificate', host: certificate.host, role: certificate.role, stage },
        basis: scan.basis,
      },
    ]
  })
}

/** What ends when, and whose mail is lost then: the sentence that the finding has. */
function wordsOf({ host, role, not_after: to, checked_by: checkedBy }: SenderCertificate, stage: ExpiryStage): string {
  const whose = role === 'policy' ? `of the MTA-STS policy host ${host}` : `of mail server ${host}`
  const ends = stage === 3 ? 'has expired' : `expires on ${to?.slice(0, 10)}`
  const after = stage === 3 ? '' : 'After that, '
  // Senders that cannot fetch a policy go by the one they have, or by none (RFC 8461 section 3.3).
  const effect =
    role === 'policy'
      ? `${after}${after === '' ? 'Senders' : 'senders'} cannot fetch the policy. Mail still arrives`
      : lostWords({ host, ...(checkedBy !== undefined && { checkedBy }) }, after).slice(0, -1)
  return `The certificate ${whose} ${ends}. ${effect}`
}

/** Whether a later scan saw another certificate at the host, or that senders check none there any more. */
export function isRenewed(
  { host, role }: { host: string; role: SenderCertificate['role'] },
  after: ScanReply,
): boolean {
  if (after.sections.transport.state !== 'checked' || after.results.transport === null) return false
  const now = certificatesOf(after).find(each => each.host === host && each.role === role)
  if (now !== undefined) return expiryStage(now, new Date(after.finished_at)) === 0
  const { certificates_unseen: unseen } = after.results.transport
  return !mayBeMissed({ host, role }, { gaps: after.sections.transport.gaps, unseen }, after.domain_name)
}

/** Whether a scan itself shows that a certificate is near its end. */
export function isNearItsEnd(
  { host, role }: { host: string; role: SenderCertificate['role'] },
  after: ScanReply,
): boolean {
  const at = new Date(after.finished_at)
  return certificatesOf(after).some(each => each.host === host && each.role === role && expiryStage(each, at) > 0)
}

/** Whether a certificate came nearer to its end than the last alert says. */
export function isNearerItsEnd({ cause }: AlertCandidate, { candidate }: AlertMemory): boolean {
  const known = candidate.cause
  return cause.kind === 'certificate' && known.kind === 'certificate' && cause.stage > known.stage
}

/**
 * Whether a scan that does not show a certificate may only have missed it: it could not reach its host, or could not look up
 * what makes senders check it. Of a mail server that is the policy too, and the MX records.
 *
 * @param unseen mail hosts whose certificate it could not see
 * @param domain as A-labels
 */
export function mayBeMissed(
  { host, role }: Pick<SenderCertificate, 'host' | 'role'>,
  { gaps, unseen }: { gaps: readonly { question: { name: string } }[]; unseen: readonly string[] },
  domain: string,
): boolean {
  if (role === 'mx' && unseen.includes(host)) return true
  const about = role === 'policy' ? [host] : [host, `mta-sts.${domain}`]
  return gaps.some(({ question: { name } }) => name === domain || about.some(each => name.includes(each)))
}

function certificatesOf({ results }: ScanReply): readonly SenderCertificate[] {
  return results.transport?.certificates ?? []
}

function keyOf({ host, role }: SenderCertificate): string {
  return `certificate ${role} ${host}`
}
