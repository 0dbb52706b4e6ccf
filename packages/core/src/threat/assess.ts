import { type Evidence, type EvidenceIds, originalId, restsOn } from '../check/index.ts'
import type { ThreatFinding } from './findings.data.ts'
import type { ThreatOpinion } from './source.ts'
import type { ThreatValue, ThreatVerdict } from './value.ts'
import { isGraver, ownVerdict, reported, threatVerdict } from './verdict.ts'
import { joined, vendorsOf } from './words.ts'

export interface ThreatContext {
  /** As A-labels. */
  domain: string
  /** What the section rests on. */
  evidence: readonly Evidence[]
}

const findingOf = {
  low_risk: 'threat_low',
  suspicious: 'threat_suspicious',
  malicious: 'threat_malicious',
} as const

/** The verdicts in a sentence. */
const verdictWords: { readonly [V in ThreatVerdict]: string } = {
  clean: 'clean',
  low_risk: 'low risk',
  suspicious: 'suspicious',
  malicious: 'malicious',
}

/**
 * Judges what the sources said. Points go by the verdict of the sources that count nowhere else; as far as blocklists
 * make it graver that is told without points, since they cost theirs under the blacklist check. Who could not be asked
 * gives no finding.
 */
export function assessThreat(value: ThreatValue, { domain, evidence }: ThreatContext): readonly ThreatFinding[] {
  const overall = threatVerdict(value.opinions)
  const own = ownVerdict(value.opinions)
  const reports = reported(value.opinions)
  const findings: ThreatFinding[] = []
  if (own !== null && own !== 'clean') {
    const ownReports = reports.filter(({ basis }) => basis !== 'blocklist')
    const facts = { domain, sources: joined(vendorsOf(ownReports)) }
    findings.push({ id: findingOf[own], check: 'threat', facts, evidence: restsOnThese(ownReports, evidence) })
  }
  if (overall !== null && isGraver(overall, own)) {
    const facts = { domain, verdict: verdictWords[overall], sources: joined(vendorsOf(reports)) }
    findings.push({ id: 'threat_listed', check: 'threat', facts, evidence: restsOnThese(reports, evidence) })
  }
  return findings
}

/**
 * The evidence of some opinions. That of an earlier scan bears its time at the end of its id. Throws on a section
 * without evidence: nobody can report what was never asked.
 */
function restsOnThese(opinions: readonly ThreatOpinion[], evidence: readonly Evidence[]): EvidenceIds {
  const wanted = new Set(opinions.flatMap(opinion => opinion.evidence))
  const [first, ...others] = evidence.map(({ id }) => id).filter(id => wanted.has(originalId(id)))
  return first === undefined ? restsOn(evidence) : [first, ...others]
}
