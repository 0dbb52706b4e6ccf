import type { FindingOf, FindingRows } from '../check/index.ts'

/** What the wording of a finding about threat intelligence needs to know. `sources` names who reported something. */
export interface ThreatFacts {
  threat_malicious: { domain: string; sources: string }
  threat_suspicious: { domain: string; sources: string }
  threat_low: { domain: string; sources: string }
  threat_listed: { domain: string; verdict: string; sources: string }
}

export type ThreatFinding = FindingOf<ThreatFacts>

export const threatRows: FindingRows<ThreatFacts> = {
  threat_malicious: {
    check: 'threat',
    points: -40,
    title: 'Domain judged malicious',
    reason: () => 'Domain judged malicious',
    meaning: f => `Reported by ${f.sources}. Receivers and browsers that ask them refuse ${f.domain}.`,
    advice: () =>
      'Look for hacked pages, stolen accounts and mail you did not send, clean up, then ask each of them to look again.',
    clause: 'RFC 8914 section 4.16',
  },
  threat_suspicious: {
    check: 'threat',
    points: -15,
    title: 'Domain judged suspicious',
    reason: () => 'Domain judged suspicious',
    meaning: f => `Reported by ${f.sources}. Whoever relies on them cannot reach ${f.domain} or distrusts its mail.`,
    advice: () =>
      'Look for hacked pages, stolen accounts and mail you did not send; if there is nothing, ask each of them to look again.',
    clause: 'RFC 8914 section 4.16',
  },
  threat_low: {
    check: 'threat',
    points: -3,
    title: 'Minor threat signals',
    reason: () => 'Minor threat signals',
    meaning: f => `Reported by ${f.sources} alone, about ${f.domain} or one of its servers. It may be a mistake.`,
    advice: () => 'Look at what is reported; if it is wrong, ask for it to be looked at again.',
    clause: 'RFC 8914 section 4.16',
  },
  threat_listed: {
    check: 'threat',
    points: 0,
    title: 'Domain judged by blocklists',
    reason: f => `Domain judged by blocklists: ${f.verdict}`,
    meaning: f =>
      `With what blocklists say, ${f.domain} is judged ${f.verdict} (${f.sources}). They cost their points under Blacklists and are not counted twice.`,
    advice: () => 'End the listings shown under Blacklists; this follows from them.',
    clause: 'RFC 5782 section 2.2',
  },
}
