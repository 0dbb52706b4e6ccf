import { type DnsEvidence, dnsEvidence, type EvidenceId, isBogus, restsOn } from '../check/index.ts'
import { dnssecErrorWords, isSubdomain } from '../dns/index.ts'
import type { ZoneFinding } from '../zone/index.ts'
import type { KnownSections } from './remember.ts'

/**
 * Findings about the name itself: it does not exist, or DNSSEC is broken there. `isOld` tells evidence of earlier scans:
 * it counts for DNSSEC only at names of which nothing was answered now.
 */
export function assessDns(
  domain: string,
  known: KnownSections,
  isOld: (id: EvidenceId) => boolean,
): readonly ZoneFinding[] {
  if (known.dns !== null && isNotFound(known)) {
    const evidence = known.dns.evidence.filter(({ outcome }) => outcome === 'no-such-name')
    const questions = evidence.map(({ question }) => question)
    return [
      { id: 'domain_not_found', check: 'dns', facts: { domain }, evidence: restsOn(known.dns.evidence, ...questions) },
    ]
  }
  const bogus = bogusEvidence(domain, known, isOld)
  if (bogus.length === 0) return []
  const detail = known.dns?.value.bogus ?? dnssecErrorWords(bogus.flatMap(({ via }) => via.ede))
  const questions = bogus.map(({ question }) => question)
  return [{ id: 'dnssec_bogus', check: 'dns', facts: { domain, detail }, evidence: restsOn(bogus, ...questions) }]
}

/** The name does not exist, and nothing else that is known stands at it. */
export function isNotFound({ dns, mx, spf, dmarc }: KnownSections): boolean {
  if (dns === null || dns.value.exists) return false
  const hasMail = mx !== null && (mx.value.hosts.length > 0 || (mx.value.implicit ?? []).length > 0)
  const hasText = spf !== null && spf.value.records.length > 0
  const hasPolicy = dmarc !== null && dmarc.value.reading.location !== null && !dmarc.value.reading.inherited
  return !hasMail && !hasText && !hasPolicy
}

/** Answers about the domain or names below it that were had with CD=1 only: this scan's, else earlier ones; each once. */
function bogusEvidence(
  domain: string,
  known: KnownSections,
  isOld: (id: EvidenceId) => boolean,
): readonly DnsEvidence[] {
  // Most selectors are aliases into their provider's zone, which is not the domain's to mend.
  const keys = dnsEvidence(known.dkim?.evidence ?? []).filter(({ via }) =>
    via.cnames.every(name => isSubdomain(name, domain)),
  )
  const all = [known.dns, known.mx, known.spf, known.dmarc]
    .flatMap(section => dnsEvidence(section?.evidence ?? []))
    .concat(keys)
    .filter(({ outcome, question }) => outcome !== 'failed' && isSubdomain(question.name, domain))
  const byId = new Map(all.filter(isBogus).map(piece => [piece.id, piece]))
  const now = [...byId.values()].filter(({ id }) => !isOld(id))
  if (now.length > 0) return now
  const answered = new Set(all.filter(({ id }) => !isOld(id)).map(({ question }) => question.name))
  return [...byId.values()].filter(({ question }) => !answered.has(question.name))
}
