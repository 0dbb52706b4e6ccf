import { type ExpiryStage, expiryStage, mayBeMissed, type SenderCertificate } from './certificate-rules.ts'

const day = 86_400_000
/** What has been expired, or could not be seen, for so long is looked at no more. */
const givenUpAfter = 30 * day

/** A certificate that senders check, as the last scan or look that saw it knew it. JSON. */
export interface KnownCertificate extends SenderCertificate {
  /** ISO 8601: since when it is expired, or since when scans could not see it. */
  expired_since?: string
  missed_since?: string
  /** How near its end it was when a scan last said so: one that was compared with an earlier one raises the alert. */
  told?: ExpiryStage
}

/**
 * The certificates that are known of a domain after a scan or a look: those that it saw, and those of before that it could
 * not look at. What it could look at and did not find is gone: senders check none there any more.
 *
 * @param domain as A-labels
 * @param seen null: it could not look at any
 * @param gaps what it could not look up about transport
 * @param unseen mail hosts whose certificate it could not see
 * @param tells whether it is a scan with an earlier one, which raises alerts
 */
export function certificatesAfter(
  known: readonly KnownCertificate[],
  {
    domain,
    seen,
    gaps,
    unseen,
    tells,
    at,
  }: {
    domain: string
    seen: readonly SenderCertificate[] | null
    gaps: Parameters<typeof mayBeMissed>[1]['gaps']
    unseen: readonly string[]
    tells: boolean
    at: Date
  },
): readonly KnownCertificate[] {
  const before = new Map(known.map(each => [keyOf(each), each]))
  const now = (seen ?? []).map((certificate): KnownCertificate => {
    const was = before.get(keyOf(certificate))
    const stage = expiryStage(certificate, at)
    const told = tells ? stage : (was?.told ?? 0)
    return {
      ...certificate,
      ...(stage === 3 && { expired_since: was?.expired_since ?? certificate.not_after ?? at.toISOString() }),
      ...(told > 0 && { told }),
    }
  })
  const found = new Set(now.map(keyOf))
  const missed = known.filter(
    each => !found.has(keyOf(each)) && (seen === null || mayBeMissed(each, { gaps, unseen }, domain)),
  )
  return [...now, ...missed.map(each => ({ ...each, missed_since: each.missed_since ?? at.toISOString() }))]
}

/**
 * When to look at these certificates again: each day, because each may be renewed, or replaced by one that ends sooner. One
 * that has been expired or out of sight for a month is given up: its owner knows, and a scan that somebody wants sees it.
 * null: none is left to look at.
 */
export function nextCertificateLook(known: readonly KnownCertificate[], at: Date): Date | null {
  const isLeft = known.some(({ missed_since: missed, expired_since: expired }) => {
    const since = missed ?? expired
    return since === undefined || at.getTime() - Date.parse(since) < givenUpAfter
  })
  return isLeft ? new Date(at.getTime() + day) : null
}

/**
 * Whether a scan must follow a look, because it raises or ends an alert: a certificate is nearer its end than the last scan
 * said, or one that it said so of is another one now, or none that senders check. One that could not be seen starts none:
 * the scan could not see it either.
 *
 * @param known before the look
 * @param after `certificatesAfter` the look
 * @returns which certificates are the reason; empty: no scan must follow
 */
export function wantScan(
  known: readonly KnownCertificate[],
  after: readonly KnownCertificate[],
  at: Date,
): readonly SenderCertificate[] {
  const now = new Map(after.map(each => [keyOf(each), each]))
  const nearer = after.filter(each => each.missed_since === undefined && expiryStage(each, at) > (each.told ?? 0))
  const ended = known.filter(each => (each.told ?? 0) > 0 && now.get(keyOf(each))?.not_after !== each.not_after)
  return [...nearer, ...ended]
}

function keyOf({ host, role }: SenderCertificate): string {
  return `${role} ${host}`
}
