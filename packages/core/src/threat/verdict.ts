import type { Gap } from '../check/index.ts'
import type { ThreatOpinion } from './source.ts'
import { type ThreatValue, type ThreatVerdict, threatVerdicts } from './value.ts'

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

/** Whether anybody said anything that can be believed. */
export function isAnswered(opinions: readonly ThreatOpinion[]): boolean {
  return opinions.some(({ says }) => says !== 'unknown')
}

/** Whether half of the vendors asked, or more, gave an opinion. */
function isMostlyAnswered(opinions: readonly ThreatOpinion[]): boolean {
  const asked = new Set(opinions.map(({ vendor }) => vendor))
  const answered = new Set(opinions.flatMap(({ vendor, says }) => (says === 'unknown' ? [] : [vendor])))
  return answered.size * 2 >= asked.size
}

/**
 * The questions that stood before those to the sources: for the mail hosts and addresses of the domain. While they are
 * open nobody knows whom else to ask about. No opinion rests on them.
 */
export function openTargets({ opinions }: ThreatValue, gaps: readonly Gap[]): readonly Gap[] {
  const asked = new Set(opinions.flatMap(({ evidence }) => evidence))
  return gaps.filter(({ evidence }) => !asked.has(evidence))
}

/** Whether its MX or its SPF record went unanswered, so that by what the domain mails was not asked about. */
export function isMailUnknown(value: ThreatValue, gaps: readonly Gap[]): boolean {
  return openTargets(value, gaps).some(({ question: { type } }) => type === 'MX' || type === 'TXT')
}

/** The verdict as it may be told: a domain is not clean while it is not known by what it mails. */
export function toldVerdict(value: ThreatValue, gaps: readonly Gap[]): ThreatVerdict | null {
  const verdict = threatVerdict(value.opinions)
  return verdict === 'clean' && isMailUnknown(value, gaps) ? null : verdict
}

/**
 * What the opinions come to; null when nobody answered, or most kept silent and the others report nothing: that is not
 * clean.
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
