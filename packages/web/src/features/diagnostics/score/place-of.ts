import { isIssue } from '@waxseal/core/health'
import { type Decision, sortOut } from '../decisions/decisions.ts'
import type { Finding } from '../report.ts'
import { sectionIds } from '../section-ids.ts'
import { issueId } from './issue-id.ts'

/** Shown in the transport section only. A policy that loses mail is an issue. */
export function isRecommendation(finding: Finding): boolean {
  return !isIssue(finding) && finding.check === 'transport'
}

/**
 * The id of the place in the report that shows a finding, the target of links: its entry in the list of issues, or its
 * section where the list does not have it, or has it in the closed part of the muted ones.
 */
export function placeOf(
  wanted: Pick<Finding, 'id' | 'subject' | 'check'>,
  findings: readonly Finding[],
  decisions: readonly Decision[],
): string {
  const { shown } = sortOut(
    findings.filter(finding => !isRecommendation(finding)),
    decisions,
  )
  const isListed = shown.some(({ finding }) => finding.id === wanted.id && finding.subject === wanted.subject)
  return isListed ? issueId(wanted) : sectionIds[wanted.check]
}
