import { identityKey } from '@waxseal/core/check'
import type { Finding } from '../report.ts'

/** The target of links to a finding in the list of issues. Subjects hold any character. */
export function issueId(finding: Pick<Finding, 'id' | 'subject'>): string {
  return `issue-${identityKey(finding).replaceAll(/[^\w.-]+/g, '-')}`
}
