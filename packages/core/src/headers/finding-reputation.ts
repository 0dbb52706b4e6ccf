import type { HeaderLine } from './field.ts'
import type { HeaderFinding } from './finding.ts'
import type { HeaderFindingId } from './header-findings.data.ts'
import { finding } from './write-finding.ts'

/** What sources of threat intelligence say of an address or a domain of the message. */
export interface Reputation {
  /** An IP address or a domain name. */
  subject: string
  /** The verdict of `core/threat`; null: too few sources answered. */
  verdict: 'clean' | 'low_risk' | 'suspicious' | 'malicious' | null
  /** The line that names it. */
  evidence: HeaderLine
}

/** What all addresses together may cost. */
const addressCap = 30
/** What all domains together may cost: the points of the gravest verdict. */
const domainCap = 40

const ids = {
  address: { low_risk: 'address_low', suspicious: 'address_suspicious', malicious: 'address_malicious' },
  domain: { low_risk: 'domain_low', suspicious: 'domain_suspicious', malicious: 'domain_malicious' },
} as const satisfies Record<string, Record<string, HeaderFindingId>>

/**
 * The findings about reported addresses and domains, the gravest first. Each subject counts once; addresses cost at most
 * 30 points together, domains 40. No verdict is no finding.
 */
export function reputationFindings(reputations: readonly Reputation[]): readonly HeaderFinding[] {
  const subjects = [...new Map(reputations.map(each => [each.subject.toLowerCase(), each])).values()]
  const isOfAddress = ({ subject }: Reputation): boolean =>
    subject.includes(':') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(subject)
  const domains = subjects.filter(each => !isOfAddress(each))
  return [
    ...capped(
      domains.flatMap(each => found(each, 'domain')),
      domainCap,
    ),
    ...capped(
      subjects.filter(isOfAddress).flatMap(each => found(each, 'address')),
      addressCap,
    ),
  ]
}

function found({ subject, verdict, evidence }: Reputation, kind: 'address' | 'domain'): readonly HeaderFinding[] {
  if (verdict === null || verdict === 'clean') return []
  return finding(ids[kind][verdict], [evidence], { subject })
}

function capped(findings: readonly HeaderFinding[], cap: number): readonly HeaderFinding[] {
  let left = cap
  return findings
    .toSorted((one, other) => other.points - one.points)
    .map(each => {
      const points = Math.min(left, each.points)
      left -= points
      return { ...each, points }
    })
}
