import { expiryStage, mayBeMissed, nearEnd, type SenderCertificate } from './certificate-rules.ts'

const day = 86_400_000
/** A certificate that is not near its end may be replaced by one that ends sooner. */
const longestWait = 7 * day
/** What has been expired, or could not be seen, for so long leads to no more scans. */
const givenUpAfter = 30 * day

/** A certificate that senders check, as the last scan that saw it knew it. JSON. */
export interface KnownCertificate extends SenderCertificate {
  /** ISO 8601: since when it is expired, or since when scans could not see it. */
  expired_since?: string
  missed_since?: string
}

/**
 * The certificates that are known of a domain after a scan: those that it saw, and those of before that it could not look
 * at. What it could look at and did not find is gone: senders check none there any more.
 *
 * @param domain as A-labels
 * @param seen null: the scan could not look at any
 * @param gaps what the scan could not look up about transport
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
 * When a scan must look at these certificates again: each day while one is near its end, because it may be renewed; before
 * that when the first one comes near it, and once a week. One that has been expired or out of sight for a month is given
 * up: its owner knows, and a scan that somebody wants sees it. null: none is left to look at.
 */
export function nextCertificateLook(known: readonly KnownCertificate[], at: Date): Date | null {
  const now = at.getTime()
  const times = known.flatMap(certificate => {
    const since = certificate.missed_since ?? certificate.expired_since
    if (since !== undefined && now - Date.parse(since) >= givenUpAfter) return []
    const near = nearEnd(certificate)
    if (near === null || near <= now) return [now + day]
    return [Math.min(now + longestWait, Math.max(now + day, near))]
  })
  return times.length === 0 ? null : new Date(Math.min(...times))
}

function keyOf({ host, role }: SenderCertificate): string {
  return `${role} ${host}`
}
