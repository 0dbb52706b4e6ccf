import type { ScanReply } from '../../../lib/queries.ts'
import { couldNotCheck, type Finding, notApplicable, type Status } from '../report.ts'

type Part = NonNullable<ScanReply['results']['transport']>['parts'][number]

/** How the ids of a part's findings begin. */
const beginnings: Readonly<Record<string, readonly string[]>> = {
  starttls: ['starttls_', 'tls_outdated'],
  certificate: ['mx_certificate_'],
  reverse: ['ptr_', 'greeting_'],
  'mta-sts': ['mta_sts_'],
  'tls-rpt': ['tls_rpt_'],
  dane: ['dane_'],
  dnssec: ['dnssec_'],
  bimi: ['bimi_'],
  caa: ['caa_'],
}

/** The recommendations of one part of "Transport". */
export function recommendationsFor({ id }: Pick<Part, 'id'>, findings: readonly Finding[]): readonly Finding[] {
  const own = beginnings[id] ?? []
  return findings.filter(finding => own.some(beginning => finding.id.startsWith(beginning)))
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
