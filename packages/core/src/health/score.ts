import type { CheckId } from '../check/index.ts'
import { checks, type Finding, type FindingId } from './checks.ts'
import { findingRows } from './findings.ts'
import type { Deduction } from './scan.ts'

/** Increased when a weight, a cap or a rule changes: scores of different models are not compared. */
export const scoreModel = 5

const start = 100

/**
 * The score of a set of findings, and the cost of each, the most expensive first. Applies the caps by check and that of
 * broken DNSSEC, then the floor of 0, and reduces the smallest first, so that 100 and the deductions always add up to the score. Findings
 * without cost have no line. Null: a finding says that there is no score.
 */
export function scoreOf(findings: readonly Finding[]): { score: number | null; deductions: readonly Deduction[] } {
  const lines = findings.map(finding => {
    const { id, subject, check } = finding
    return { finding: id, subject, check, points: findingRows[id].points, limits: limitsOf(finding, findings) }
  })
  if (lines.some(({ points }) => points === null)) return { score: null, deductions: [] }
  const capped = trimmed(lines.map(line => ({ ...line, points: line.points ?? 0 })))
  const costs = trimmed(capped.map(line => ({ ...line, limits: [{ of: 'all', most: start }] })))
  const deductions = costs.map(({ finding, subject, check, points }) => ({ finding, subject, check, points }))
  return { score: start + deductions.reduce((sum, { points }) => sum + points, 0), deductions }
}

/** The points that lines with an equal `of` cost at most together. */
interface Limit {
  of: CheckId | 'dnssec' | 'spf_include_bogus' | 'all'
  most: number
}

function limitsOf(finding: Finding, findings: readonly Finding[]): readonly Limit[] {
  const cap = capOf(finding.check, findings)
  // A broken zone that the domain depends on does no more harm than its own broken zone, which breaks everything.
  const dnssec = isAboutDnssec(finding) ? [{ of: 'dnssec', most: costOf('dnssec_bogus') } as const] : []
  // Several zones do not make an SPF record worse than one that no receiver can use.
  const spf = finding.id === 'spf_include_bogus' ? [{ of: finding.id, most: costOf('spf_permerror') } as const] : []
  return [...dnssec, ...spf, ...(cap === null ? [] : [{ of: finding.check, most: cap }])]
}

/** A DMARC record that validating receivers cannot read costs no more than a missing one, which a non-mail domain loses less for. */
function capOf(check: CheckId, findings: readonly Finding[]): number | null {
  const isParked = findings.some(finding => finding.id === 'dmarc_bogus' && finding.facts.nonMail)
  return check === 'dmarc' && isParked ? costOf('nonmail_dmarc_missing') : checks[check].cap
}

function costOf(id: FindingId): number {
  return -(findingRows[id].points ?? 0)
}

function isAboutDnssec(finding: Finding): boolean {
  switch (finding.id) {
    case 'dnssec_bogus':
    case 'mx_bogus':
    case 'spf_include_bogus':
    case 'dmarc_bogus':
    case 'dkim_bogus':
      return true
    case 'mx_all_unresolvable':
      return (finding.facts.broken ?? []).length > 0
    default:
      return false
  }
}

/** The lines, the most expensive first, within their limits: the last ones are reduced. */
function trimmed<T extends { points: number; limits: readonly Limit[] }>(lines: readonly T[]): readonly T[] {
  const used = new Map<Limit['of'], number>()
  // The sort is stable: of equal points the first finding keeps them longest.
  const costliestFirst = lines.toSorted((one, other) => one.points - other.points)
  const within = costliestFirst.flatMap(line => {
    const left = line.limits.map(({ of, most }) => most - (used.get(of) ?? 0))
    const cost = Math.min(-line.points, ...left)
    for (const { of } of line.limits) used.set(of, (used.get(of) ?? 0) + cost)
    return cost > 0 ? [{ ...line, points: -cost }] : []
  })
  return within.toSorted((one, other) => one.points - other.points)
}
