import type { EvidenceId } from '../check/index.ts'
import type { FailureReason } from '../dns/index.ts'
import type { SubjectReport, ThreatOpinion, ThreatTarget } from './source.ts'
import type { VendorTier } from './vendor.ts'
import type { EngineResult, VirusTotalReport } from './virustotal.ts'

export const virusTotal = { id: 'virustotal', name: 'VirusTotal' } as const

/** The name or address of a target. */
export function subjectOf(target: ThreatTarget): string {
  return target.kind === 'address' ? target.address : target.name
}

/**
 * VirusTotal's report as opinions: one for each engine that has one or did not answer, and `none` of VirusTotal itself
 * when no engine has one. A report with counts and without engines cannot be judged, so it is unknown.
 *
 * @param evidence id of the request
 */
export function opinionsOf(
  report: VirusTotalReport,
  target: ThreatTarget,
  evidence: EvidenceId,
): readonly ThreatOpinion[] {
  const subject = subjectOf(target)
  const { engines, counts, isKnown } = report
  const answered = engines.filter(({ category }) => category !== 'undetected')
  const opinions = answered.map(engine => ({
    ...fromVirusTotal(target, [evidence]),
    vendor: engine.vendor,
    weight: weights[engine.tier],
    ...said(engine, subject),
  }))
  if (answered.some(({ category }) => category !== 'timeout')) return opinions
  if (counts.malicious + counts.suspicious + counts.harmless > 0) {
    return [silence(target, 'sent counts without the names of its engines', 'malformed', [evidence])]
  }
  const reason = isKnown ? `has no engine with an opinion about ${subject}` : `does not know ${subject}`
  return [{ ...fromVirusTotal(target, [evidence]), says: 'none', reason }, ...opinions]
}

/**
 * VirusTotal's silence about a target.
 *
 * @param reason continues "VirusTotal ": "could not be asked: …"
 */
export function silence(
  target: ThreatTarget,
  reason: string,
  failure: FailureReason,
  evidence: readonly EvidenceId[],
): ThreatOpinion {
  return { ...fromVirusTotal(target, evidence), says: 'unknown', reason, failure }
}

/** The facts of a report about its subject; null when VirusTotal does not know it. */
export function subjectReport(
  { isKnown, counts: { malicious, suspicious, harmless }, country, asOwner, categories }: VirusTotalReport,
  target: ThreatTarget,
): SubjectReport | null {
  if (!isKnown) return null
  return { subject: subjectOf(target), counts: { malicious, suspicious, harmless }, country, asOwner, categories }
}

const weights: { readonly [T in VendorTier]: ThreatOpinion['weight'] } = { 1: 'high', 2: 'medium', 3: 'low' }

/** An opinion of VirusTotal itself, to be completed. */
function fromVirusTotal(target: ThreatTarget, evidence: readonly EvidenceId[]) {
  return {
    source: virusTotal.id,
    vendor: virusTotal.name as string,
    operator: virusTotal.name,
    basis: 'engine',
    weight: 'low',
    about: target.kind,
    subject: subjectOf(target),
    sharedBy: target.kind === 'address' ? target.sharedBy : null,
    threat: null,
    failure: null,
    evidence,
  } as const satisfies Partial<ThreatOpinion>
}

function said({ category, detail }: EngineResult, subject: string): Pick<ThreatOpinion, 'says' | 'threat' | 'reason'> {
  // "phishing" tells more than the category, "malicious" and "clean" do not.
  const word = detail === null || plainWords.has(detail.toLowerCase()) ? '' : ` (${detail})`
  switch (category) {
    case 'malicious':
      return { says: 'hit', threat: threatIn(detail), reason: `calls ${subject} malicious${word}` }
    case 'suspicious':
      return { says: 'weak', threat: threatIn(detail), reason: `calls ${subject} suspicious${word}` }
    case 'harmless':
      return { says: 'clean', threat: null, reason: `calls ${subject} harmless${word}` }
    case 'timeout':
      return { says: 'unknown', threat: null, reason: 'did not answer VirusTotal' }
    case 'undetected':
      return { says: 'none', threat: null, reason: `has no opinion about ${subject}` }
    default:
      return category satisfies never
  }
}

const plainWords: ReadonlySet<string> = new Set([
  'malicious',
  'suspicious',
  'harmless',
  'clean',
  'clean site',
  'unrated',
])

function threatIn(detail: string | null): ThreatOpinion['threat'] {
  const word = detail?.toLowerCase() ?? ''
  return (['phishing', 'malware', 'botnet', 'spam'] as const).find(each => word.includes(each)) ?? null
}
