import { expiryStage, mayBeMissed, type SenderCertificate } from './certificate-rules.ts'

const day = 86_400_000
/** What has been expired, or could not be seen, for so long is looked at no more. */
const givenUpAfter = 30 * day

/** A certificate that senders check, as the last scan or look that saw it knew it. JSON. */
export interface KnownCertificate extends SenderCertificate {
  /** ISO 8601: since when it is expired, or since when scans could not see it. */
  expired_since?: string
  missed_since?: string
}

/**
 * The certificates that are known of a domain after a scan or a look: those that it saw, and those of before that it could
 * not look at. What it could look at and did not find is gone: senders check none there any more.
 *
 * @param domain as A-labels
 * @param seen null: it could not look at any
 * @param gaps what it could not look up about transport
 */
export function certificatesAfter(
  known: readonly KnownCertificate[],
  {
    domain,
    seen,
    gaps,
    at,
  }: {
    domain: string
    seen: readonly SenderCertificate[] | null
    gaps: Parameters<typeof mayBeMissed>[1]
    at: Date
  },
): readonly KnownCertificate[] {
  const before = new Map(known.map(each => [keyOf(each), each]))
  const now = (seen ?? []).map((certificate): KnownCertificate => {
    if (expiryStage(certificate, at) < 3) return certificate
    const since = before.get(keyOf(certificate))?.expired_since ?? certificate.not_after ?? at.toISOString()
    return { ...certificate, expired_since: since }
  })
  const found = new Set(now.map(keyOf))
  const missed = known.filter(each => !found.has(keyOf(each)) && (seen === null || mayBeMissed(each, gaps, domain)))
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
 * Whether a scan must follow a look, because it raises or ends an alert: a certificate came nearer to its end since the last
 * scan, or one that was near it then is another one now, or none that senders check.
 *
 * @param known before the look
 * @param after `certificatesAfter` the look
 * @param scannedAt when the last scan ended
 */
export function wantsScan(
  known: readonly KnownCertificate[],
  after: readonly KnownCertificate[],
  { scannedAt, at }: { scannedAt: Date; at: Date },
): boolean {
  const now = new Map(after.map(each => [keyOf(each), each]))
  const was = new Map(known.map(each => [keyOf(each), each]))
  const isNearer = after.some(each => {
    const before = was.get(keyOf(each))
    return expiryStage(each, at) > (before === undefined ? 0 : expiryStage(before, scannedAt))
  })
  return (
    isNearer ||
    known.some(each => expiryStage(each, scannedAt) > 0 && now.get(keyOf(each))?.not_after !== each.not_after)
  )
}

function keyOf({ host, role }: SenderCertificate): string {
  return `${role} ${host}`
}
