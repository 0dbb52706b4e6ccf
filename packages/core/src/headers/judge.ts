import type { HeaderAnalysis } from './analysis.ts'
import { headerFindings } from './finding.ts'
import { judgedMessage } from './judged-message.ts'
import type { ALabels, OrganizationalDomain, ParsedHeader } from './parsed-header.ts'
import { senderRules } from './sender-rules.ts'
import { threatScore } from './threat-score.ts'

/** The judgements about a parsed header. */
export type HeaderJudgement = Pick<HeaderAnalysis, 'alignment' | 'verdicts' | 'rules' | 'findings' | 'threatScore'>

/**
 * Judges a header by what it shows. The score is without reputation: who knows it adds `reputationFindings` to the
 * findings and computes `threatScore` again. Never throws, unless `organizationalDomain` or `aLabels` does.
 *
 * @param aLabels without it, names outside ASCII stay as they are written
 */
export function judgeHeader(
  parsed: ParsedHeader,
  organizationalDomain: OrganizationalDomain,
  aLabels?: ALabels,
): HeaderJudgement {
  const message = judgedMessage(parsed, organizationalDomain, aLabels)
  const findings = headerFindings(message)
  return {
    alignment: message.alignment,
    verdicts: message.verdicts,
    rules: senderRules(message),
    findings,
    threatScore: threatScore(findings),
  }
}
