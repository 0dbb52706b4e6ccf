import type { decideRoute, listDecisionsRoute } from '@waxseal/contract/routes'
import type { Input, Reply } from '../../../lib/api.ts'
import type { Finding } from '../report.ts'

export type Decision = Reply<typeof listDecisionsRoute>['decisions'][number]
/** What the owner decides, as it is sent. */
export type Deciding = Input<typeof decideRoute>['body']

/** Which finding a decision is about: through all scans the one with this id and subject. */
export type About = Pick<Decision, 'finding' | 'subject'>

export function isAbout(about: About, { id, subject }: Pick<Finding, 'id' | 'subject'>): boolean {
  return isSame(about, { finding: id, subject })
}

export function isSame(one: About, other: About): boolean {
  return one.finding === other.finding && one.subject === other.subject
}

/** A finding with what was decided about it; `decision` may be one whose time is over. */
export interface DecidedFinding {
  finding: Finding
  decision: Decision | null
}

/** The findings that stand in the list, those that are muted, and decisions about findings this scan does not have. */
export function sortOut(
  findings: readonly Finding[],
  decisions: readonly Decision[],
): { shown: readonly DecidedFinding[]; muted: readonly DecidedFinding[]; gone: readonly Decision[] } {
  const decided = findings.map(finding => ({
    finding,
    decision: decisions.find(decision => isAbout(decision, finding)) ?? null,
  }))
  return {
    shown: decided.filter(({ decision }) => !isMuted(decision)),
    muted: decided.filter(({ decision }) => isMuted(decision)),
    gone: decisions.filter(decision => !findings.some(finding => isAbout(decision, finding))),
  }
}

/** A decision that holds now. */
export function holds(decision: Decision | null): decision is Decision {
  return decision !== null && !decision.expired
}

function isMuted(decision: Decision | null): boolean {
  return holds(decision) && decision.kind === 'muted'
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

/** How many there are, and how many of them were decided about: "6 in all, 1 accepted, 2 muted". */
export function countWords({ shown, muted }: Pick<ReturnType<typeof sortOut>, 'shown' | 'muted'>): string {
  const accepted = shown.filter(({ decision }) => holds(decision)).length
  return [
    `${shown.length + muted.length} in all`,
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(muted.length > 0 ? [`${muted.length} muted`] : []),
  ].join(', ')
}
