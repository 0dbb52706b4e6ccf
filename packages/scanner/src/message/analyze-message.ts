import { type HeaderAnalysis, judgeHeader, type MessageHeader, parseHeader } from '@waxseal/core/headers'
import { organizationalDomain, withALabels } from '../domain-name.ts'
import { readHeader } from './read-header.ts'

/**
 * Analyzes the header of a message: what its fields say, and how that is judged. Asks nothing on the network. Never throws.
 *
 * @param raw a header, or a whole message
 */
export function analyzeMessage(raw: Uint8Array): { analysis: HeaderAnalysis; header: MessageHeader } {
  const header = readHeader(raw)
  const parsed = parseHeader(header, organizationalDomain)
  return { analysis: { ...parsed, ...judgeHeader(parsed, organizationalDomain, withALabels) }, header }
}
