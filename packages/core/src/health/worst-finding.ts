import type { Severity } from '../check/index.ts'
import { doesNotExist, shortName } from './badges.ts'
import type { FindingId } from './checks.ts'
import { decidedOnly } from './decided.ts'
import { isIssue } from './next-steps.ts'
import type { FindingReply, ScanReply } from './reply.ts'

/** The gravest finding of a scan, for a list of domains. */
export interface WorstFinding {
  id: string
  /** A few words that need no heading. */
  text: string
  severity: Severity
}

/** Short names that say nothing where no check is named beside them. */
const alone: { readonly [Id in FindingId]?: string } = {
  mx_missing: 'No MX records',
  mx_all_unresolvable: 'No usable MX address',
  dkim_weak: 'DKIM keys too short',
  bl_critical: 'On a critical blocklist',
  bl_high: 'On a blocklist',
  threat_malicious: 'Listed as malicious',
  threat_suspicious: 'Listed as suspicious',
  relay_suspected: 'Possible open relay',
}

/**
 * The finding that stands first in lists: the costliest. null: none costs points. Of a scan without a score only that
 * nothing is there counts; what else it rests on is too little to call a domain bad.
 */
export function worstFinding(scan: Pick<ScanReply, 'findings' | 'health_score'>): WorstFinding | null {
  const issues = scan.findings.filter(isIssue)
  const worst = scan.health_score === null && !isUnserved(scan) ? undefined : issues[0]
  return worst === undefined ? null : inAList(worst)
}

/** One finding in the words of a list. */
export function inAList(worst: Pick<FindingReply, 'id' | 'title' | 'severity'>): WorstFinding {
  const words: { readonly [id: string]: string } = alone
  const text = Object.hasOwn(words, worst.id) ? (words[worst.id] ?? worst.title) : shortName(worst)
  // A first positive test costs nothing yet, and is no note.
  return { id: worst.id, text, severity: worst.severity === 'info' ? 'high' : worst.severity }
}

/** The same where each finding is accepted or muted: none is named, and the row is as grave as its worst one. */
export function onlyDecided(worst: WorstFinding): WorstFinding {
  return { ...worst, text: decidedOnly }
}

/** The name does not exist, or none of its servers serves it. */
function isUnserved(scan: Pick<ScanReply, 'findings'>): boolean {
  return doesNotExist(scan) || scan.findings.some(({ id }) => id === 'delegation_dead')
}
