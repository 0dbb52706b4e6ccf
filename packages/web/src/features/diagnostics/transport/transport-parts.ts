import type { ScanReply } from '../../../lib/queries.ts'
import { couldNotCheck, type Finding, notApplicable, type Status } from '../report.ts'

type Part = NonNullable<ScanReply['results']['transport']>['parts'][number]

/** The findings of the report that belong to one part: the part names them. */
export function findingsOf(part: Pick<Part, 'findings'>, findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ id }) => part.findings.includes(id))
}

/**
 * The card in one word: how much is recommended, else how much is in order. Where nothing could be asked, that is what it
 * says: nothing is in order then.
 */
export function transportStatus(parts: readonly Pick<Part, 'state'>[], recommendations: number): Status {
  if (recommendations > 0) {
    return { word: `${recommendations} ${recommendations === 1 ? 'recommendation' : 'recommendations'}`, tone: 'info' }
  }
  const inOrder = parts.filter(({ state }) => state === 'ok').length
  if (inOrder > 0) return { word: `${inOrder} in order`, tone: 'excellent' }
  return parts.some(({ state }) => state === 'not-applicable') && !isPartlyOpen(parts) ? notApplicable : couldNotCheck
}

/** Some of the parts could not be asked. */
export function isPartlyOpen(parts: readonly Pick<Part, 'state'>[]): boolean {
  return parts.some(({ state }) => state === 'unchecked')
}
