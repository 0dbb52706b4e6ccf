import { type Action, ask, type FindingActions } from '../check/index.ts'
import type { ThreatFacts } from './findings.data.ts'

function review({ sources }: { sources: string }): Action {
  return ask('threat-source', sources)
}

/** What resolves each finding about threat intelligence. */
export const threatActions: FindingActions<ThreatFacts> = {
  threat_malicious: review,
  threat_suspicious: review,
  threat_low: review,
  threat_listed: () => ({ kind: 'see', check: 'blacklist' }),
}
