import type { decideRoute, listDecisionsRoute } from '@waxseal/contract/routes'
import type { Input, Reply } from '../../../lib/api.ts'
import type { Finding } from '../report.ts'

export { countWords, holds, isAbout, sortOut } from '@waxseal/core/health'

export type Decision = Reply<typeof listDecisionsRoute>['decisions'][number]
/** What the owner decides, as it is sent. */
export type Deciding = Input<typeof decideRoute>['body']

/** Which finding a decision is about: through all scans the one with this id and subject. */
export type About = Pick<Decision, 'finding' | 'subject'>

export function isSame(one: About, other: About): boolean {
  return one.finding === other.finding && one.subject === other.subject
}

/** A finding with what was decided about it; `decision` may be one whose time is over. */
export interface DecidedFinding {
  finding: Finding
  decision: Decision | null
}

/** The list with this decision in place of an older one about the same finding, the newest first. */
export function withDecision(decisions: readonly Decision[], decision: Decision): Decision[] {
  return [decision, ...withoutDecision(decisions, decision)]
}

export function withoutDecision(decisions: readonly Decision[], about: About): Decision[] {
  return decisions.filter(decision => !isSame(decision, about))
}

/** The list as it was before a change that failed: only what the change was about goes back. */
export function restored(decisions: readonly Decision[], about: About, before: Decision | null): Decision[] {
  return before === null ? withoutDecision(decisions, about) : withDecision(decisions, before)
}
