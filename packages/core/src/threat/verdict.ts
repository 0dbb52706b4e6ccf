import type { Gap } from '../check/index.ts'
import type { ThreatOpinion } from './source.ts'
import { type ThreatValue, type ThreatVerdict, threatVerdicts } from './value.ts'

/** The opinion is against its subject, and not only because of neighbors on a shared address. */
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

/** Whether any source gave a trusted answer. */
export function isAnswered(opinions: readonly ThreatOpinion[]): boolean {
  return opinions.some(({ says }) => says !== 'unknown')
}

/** Whether at least half of the queried vendors gave an opinion. */
function isMostlyAnswered(opinions: readonly ThreatOpinion[]): boolean {
  const asked = new Set(opinions.map(({ vendor }) => vendor))
  const answered = new Set(opinions.flatMap(({ vendor, says }) => (says === 'unknown' ? [] : [vendor])))
  return answered.size * 2 >= asked.size
}

/**
 * The failed lookups of the domain's mail hosts and addresses, which come before the queries to sources. While there
 * are any, further targets are unknown. No opinion rests on them.
 */
export function openTargets({ opinions }: ThreatValue, gaps: readonly Gap[]): readonly Gap[] {
  const asked = new Set(opinions.flatMap(({ evidence }) => evidence))
  return gaps.filter(({ evidence }) => !asked.has(evidence))
}

/** Whether the lookup of MX or SPF failed, so that the domain's mail hosts and addresses were not queried. */
export function isMailUnknown(value: ThreatValue, gaps: readonly Gap[]): boolean {
  return openTargets(value, gaps).some(({ question: { type } }) => type === 'MX' || type === 'TXT')
}

/** The verdict for the report: a domain is not clean while its mail hosts and addresses are unknown. */
export function reportableVerdict(value: ThreatValue, gaps: readonly Gap[]): ThreatVerdict | null {
  const verdict = threatVerdict(value.opinions)
  return verdict === 'clean' && isMailUnknown(value, gaps) ? null : verdict
}

/**
 * The verdict of all opinions; null when no source answered, or most were silent and the others report nothing, because
 * that is not clean.
 *
 * One report with a high weight, or reports of two operators, are suspicious. Two with a high weight from different
 * operators, or a domain list that names phishing, malware or a botnet beside any other report, are malicious. One
 * report with a low weight, reports about a shared address and mere policy are low risk. Filtering resolvers alone
 * never mean malicious: they buy the same feeds, so their agreement is no second opinion.
 */
export function threatVerdict(opinions: readonly ThreatOpinion[]): ThreatVerdict | null {
  const answered = opinions.filter(({ says }) => says !== 'unknown')
  if (answered.length === 0) return null
  const reports = answered.filter(accuses)
  if (reports.length === 0) {
    if (answered.some(({ says }) => says !== 'clean')) return 'low_risk'
    return isMostlyAnswered(opinions) ? 'clean' : null
  }
  const operators = new Set(reports.map(({ operator }) => operator))
  const strong = new Set(reports.filter(isStrong).map(({ operator }) => operator))
  const isConfirmed = reports.some(
    report => namesGraveThreat(report) && reports.some(({ vendor }) => vendor !== report.vendor),
  )
  const onlyResolvers = reports.every(({ basis }) => basis === 'resolver')
  if (!onlyResolvers && (strong.size >= 2 || isConfirmed)) return 'malicious'
  return strong.size > 0 || operators.size >= 2 ? 'suspicious' : 'low_risk'
}

/** The verdict of the sources that no other check counts: blocklists cost their points in their own check. */
export function ownVerdict(opinions: readonly ThreatOpinion[]): ThreatVerdict | null {
  return threatVerdict(opinions.filter(({ basis }) => basis !== 'blocklist'))
}

/** Whether one verdict is worse than the other; null counts as clean here. */
export function isGraver(one: ThreatVerdict | null, other: ThreatVerdict | null): boolean {
  return threatVerdicts.indexOf(one ?? 'clean') > threatVerdicts.indexOf(other ?? 'clean')
}

/** The opinions behind a verdict: all that are neither clean nor unknown. */
export function reported(opinions: readonly ThreatOpinion[]): readonly ThreatOpinion[] {
  return opinions.filter(({ says }) => says !== 'clean' && says !== 'unknown')
}
