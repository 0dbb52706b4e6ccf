import { type FindingOf, type FindingRows, findingsIn } from '../check/index.ts'
import type { ThreatVerdict } from './value.ts'

/** What the wording of a finding about threat intelligence needs to know. `sources` names who reported something. */
export interface ThreatFacts {
  threat_malicious: { domain: string; sources: string }
  threat_suspicious: { domain: string; sources: string }
  threat_low: { domain: string; sources: string }
  threat_listed: { domain: string; verdict: ThreatVerdict; sources: string }
}

export type ThreatFinding = FindingOf<ThreatFacts>

/** `low_risk` in a sentence. */
function verdictText(verdict: string): string {
  return verdict.replaceAll('_', ' ')
}

export const threatRows: FindingRows<ThreatFacts> = {
  threat_malicious: {
    check: 'threat',
    points: -40,
    title: 'Domain judged malicious',
    subject: null,
    meaning: f => `Reported by ${f.sources}. Receivers and browsers that use them block ${f.domain}.`,
    advice: () =>
      'Look for hacked pages, stolen accounts and mail that you did not send. Clean up, then request a review from each source.',
    clause: 'RFC 8914 section 4.16',
  },
  threat_suspicious: {
    check: 'threat',
    points: -15,
    title: 'Domain judged suspicious',
    subject: null,
    meaning: f => `Reported by ${f.sources}. Their users cannot reach ${f.domain}, or distrust its mail.`,
    advice: () =>
      'Look for hacked pages, stolen accounts and mail that you did not send. If you find nothing, request a review from each source.',
    clause: 'RFC 8914 section 4.16',
  },
  threat_low: {
    check: 'threat',
    points: -3,
    title: 'Minor threat signals',
    subject: null,
    meaning: f =>
      `Reported by ${f.sources} alone, about ${f.domain} or one of its servers. It may be a mistake, but receivers that use the source distrust mail.`,
    advice: () => 'Check the report. If it is wrong, request a review from the source.',
    clause: 'RFC 8914 section 4.16',
  },
  threat_listed: {
    check: 'threat',
    points: 0,
    title: 'Domain judged by blocklists',
    // The verdict is a fact that changes with the lists, not what the finding is about.
    subject: null,
    meaning: f =>
      `Blocklists make ${f.domain} ${verdictText(f.verdict)} (${f.sources}). The section Blacklists counts the points, so this finding costs none.`,
    advice: () => 'Remove the listings shown under Blacklists. This verdict depends on them.',
    clause: 'RFC 5782 section 2.2',
  },
}

export const threatFinding = findingsIn(threatRows)
