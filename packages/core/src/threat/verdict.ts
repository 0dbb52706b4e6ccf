import type { Gap } from '../check/index.ts'
import { isEngine, verdictOfEngines, voiceOf, worse } from './engine-verdict.ts'
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

/** Whether an opinion tells something of its subject, good or bad. */
function isTelling({ says }: ThreatOpinion): boolean {
  return says !== 'unknown' && says !== 'none'
}

/**
 * Whether at least half of the queried sources gave an opinion. VirusTotal is one of them; a source that knows nothing of
 * its subjects is left out.
 */
function isMostlyAnswered(opinions: readonly ThreatOpinion[]): boolean {
  const telling = new Set(opinions.filter(isTelling).map(voiceOf))
  const silent = new Set(opinions.filter(({ says }) => says === 'unknown').map(voiceOf))
  const ignorant = new Set(opinions.filter(({ says }) => says === 'none').map(voiceOf))
  const asked = [...telling, ...[...silent].filter(voice => !telling.has(voice) && !ignorant.has(voice))]
  return telling.size * 2 >= asked.length
}

/**
 * The ids of the sources with a query that failed, or that cannot be trusted. An engine that did not answer VirusTotal is
 * no failure of VirusTotal.
 */
export function silentSources(opinions: readonly ThreatOpinion[]): ReadonlySet<string> {
  const silent = opinions.filter(opinion => opinion.says === 'unknown' && !isEngine(opinion))
  const heard = new Set(opinions.filter(({ says }) => says !== 'unknown').map(({ source }) => source))
  return new Set([
    ...silent.map(({ source }) => source),
    ...opinions.map(({ source }) => source).filter(source => !heard.has(source)),
  ])
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
 * The verdict of all opinions; null when no source knows anything, or most were silent and the others report nothing,
 * because that is not clean.
 *
 * The engines of VirusTotal have their own verdict (`verdictOfEngines`), and the worse of both counts. If it is at least
 * suspicious, a blocklist of high weight and of another operator confirms it, and both together are malicious. Both must
 * be about the same name or address. The other sources are judged so:
 *
 * One report with a high weight, or reports of two operators, are suspicious. Two with a high weight from different
 * operators, or a domain list that names phishing, malware or a botnet beside any other report, are malicious. One
 * report with a low weight, reports about a shared address and mere policy are low risk. Filtering resolvers alone
 * never mean malicious: they buy the same feeds, so their agreement is no second opinion.
 */
export function threatVerdict(opinions: readonly ThreatOpinion[]): ThreatVerdict | null {
  const telling = opinions.filter(isTelling)
  const engines = telling.filter(isEngine)
  const others = telling.filter(opinion => !isEngine(opinion))
  const verdict = worse(verdictOfEngines(engines), verdictOfOthers(others))
  if (verdict === null || verdict === 'clean') return verdict !== null && isMostlyAnswered(opinions) ? 'clean' : null
  return others.some(report => confirms(report, engines)) ? 'malicious' : verdict
}

/**
 * The verdict of a message, whose subjects are independent: the worst of the verdicts about each. Null beside a subject
 * without a verdict, unless another one is worse than clean. A subject that no source knows is left out.
 */
export function worstVerdict(opinions: readonly ThreatOpinion[]): ThreatVerdict | null {
  const bySubject = [...Map.groupBy(opinions, ({ subject }) => subject).values()]
  const verdicts = bySubject.filter(about => about.some(({ says }) => says !== 'none')).map(threatVerdict)
  const worst = verdicts.reduce(worse, null)
  return worst === 'clean' && verdicts.includes(null) ? null : worst
}

/**
 * Whether a blocklist of high weight reports the same subject as VirusTotal's engines, not counting an engine of its
 * operator.
 */
function confirms(report: ThreatOpinion, engines: readonly ThreatOpinion[]): boolean {
  if (report.basis !== 'blocklist' || !accuses(report) || !isStrong(report)) return false
  const [ownName = ''] = report.vendor.toLowerCase().split(' ')
  const independent = verdictOfEngines(
    engines.filter(({ vendor, subject }) => subject === report.subject && !vendor.toLowerCase().startsWith(ownName)),
  )
  return independent === 'suspicious' || independent === 'malicious'
}

/** The verdict of the sources without engines; null without any. */
function verdictOfOthers(telling: readonly ThreatOpinion[]): ThreatVerdict | null {
  const reports = telling.filter(accuses)
  if (reports.length === 0) {
    if (telling.length === 0) return null
    return telling.some(({ says }) => says !== 'clean') ? 'low_risk' : 'clean'
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

/** The opinions behind a verdict: all that report something. */
export function reported(opinions: readonly ThreatOpinion[]): readonly ThreatOpinion[] {
  return opinions.filter(opinion => isTelling(opinion) && opinion.says !== 'clean')
}
