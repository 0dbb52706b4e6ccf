import { type Evidence, type EvidenceIds, originalId, restsOn } from '../check/index.ts'
import { type ThreatFinding, threatFinding } from './findings.data.ts'
import type { ThreatOpinion } from './source.ts'
import type { ThreatValue } from './value.ts'
import { isGraver, ownVerdict, reported, threatVerdict } from './verdict.ts'
import { reporters } from './words.ts'

export interface ThreatContext {
  /** As A-labels. */
  domain: string
  /** The section's evidence. */
  evidence: readonly Evidence[]
}

const findingOf = {
  low_risk: 'threat_low',
  suspicious: 'threat_suspicious',
  malicious: 'threat_malicious',
} as const

/**
 * Judges the opinions of the sources. The points follow the verdict of the sources that no other check counts. If
 * blocklists make it worse, that is shown without points, because they cost theirs in the blocklist check. Failed
 * sources give no finding.
 */
export function assessThreat(value: ThreatValue, { domain, evidence }: ThreatContext): readonly ThreatFinding[] {
  const overall = threatVerdict(value.opinions)
  const own = ownVerdict(value.opinions)
  const reports = reported(value.opinions)
  const findings: ThreatFinding[] = []
  if (own !== null && own !== 'clean') {
    const ownReports = reports.filter(({ basis }) => basis !== 'blocklist')
    const facts = { domain, sources: reporters(ownReports) }
    findings.push(threatFinding(findingOf[own], facts, restsOnThese(ownReports, evidence)))
  }
  if (overall !== null && isGraver(overall, own)) {
    const facts = { domain, verdict: overall, sources: reporters(reports) }
    findings.push(threatFinding('threat_listed', facts, restsOnThese(reports, evidence)))
  }
  return findings
}

/**
 * The evidence of some opinions. That of an earlier scan has its time at the end of its id. Throws on a section without
 * evidence, because it cannot have reports.
 */
function restsOnThese(opinions: readonly ThreatOpinion[], evidence: readonly Evidence[]): EvidenceIds {
  const wanted = new Set(opinions.flatMap(opinion => opinion.evidence))
  const [first, ...others] = evidence.map(({ id }) => id).filter(id => wanted.has(originalId(id)))
  return first === undefined ? restsOn(evidence) : [first, ...others]
}
