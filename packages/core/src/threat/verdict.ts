import type { ThreatOpinion } from './source.ts'
import { type ThreatVerdict, threatVerdicts } from './value.ts'

/** The opinion speaks against its subject, and not only because of neighbours on a shared address. */
function accuses({ says, sharedBy }: ThreatOpinion): boolean {
  return (says === 'hit' || says === 'weak') && sharedBy === null
}

function isStrong({ says, weight }: ThreatOpinion): boolean {
  return says === 'hit' && weight === 'high'
}

/** A domain list that names the threat itself: Spamhaus DBL's and SURBL's codes for phishing, malware and botnets. */
function namesGraveThreat(opinion: ThreatOpinion): boolean {
  const { basis, about, threat } = opinion
  const isGrave = threat === 'phishing' || threat === 'malware' || threat === 'botnet'
  return isStrong(opinion) && basis === 'blocklist' && about === 'domain' && isGrave
}

/**
 * What the opinions come to; null when nobody answered, which is not clean.
 *
 * One report of great weight, or reports of two operators, are suspicious; two of great weight from different
 * operators, or a domain list that names phishing, malware or a botnet beside any other report, malicious. One report of
 * little weight, reports about a shared address and mere policy are low risk. Filtering resolvers alone never come to
 * malicious: they buy the same feeds, so their agreement is no second opinion.
 */
export function threatVerdict(opinions: readonly ThreatOpinion[]): ThreatVerdict | null {
  const answered = opinions.filter(({ says }) => says !== 'unknown')
  if (answered.length === 0) return null
  const reports = answered.filter(accuses)
  if (reports.length === 0) return answered.some(({ says }) => says !== 'clean') ? 'low_risk' : 'clean'
  const operators = new Set(reports.map(({ operator }) => operator))
  const strong = new Set(reports.filter(isStrong).map(({ operator }) => operator))
  const isConfirmed = reports.some(
    report => namesGraveThreat(report) && reports.some(({ vendor }) => vendor !== report.vendor),
  )
  const onlyResolvers = reports.every(({ basis }) => basis === 'resolver')
  if (!onlyResolvers && (strong.size >= 2 || isConfirmed)) return 'malicious'
  return strong.size > 0 || operators.size >= 2 ? 'suspicious' : 'low_risk'
}

/** The verdict of those who do not count under another check already: blocklists cost their points there. */
export function ownVerdict(opinions: readonly ThreatOpinion[]): ThreatVerdict | null {
  return threatVerdict(opinions.filter(({ basis }) => basis !== 'blocklist'))
}

/** Whether one verdict is graver than the other; nothing known is as good as clean here. */
export function isGraver(one: ThreatVerdict | null, other: ThreatVerdict | null): boolean {
  return threatVerdicts.indexOf(one ?? 'clean') > threatVerdicts.indexOf(other ?? 'clean')
}

/** The opinions a verdict rests on: whatever is neither clean nor unknown. */
export function reported(opinions: readonly ThreatOpinion[]): readonly ThreatOpinion[] {
  return opinions.filter(({ says }) => says !== 'clean' && says !== 'unknown')
}
