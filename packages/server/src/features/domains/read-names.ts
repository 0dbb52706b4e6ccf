import { type GivenName, readNameList } from '@waxseal/core/dns'
import { normalizeDomain } from '@waxseal/scanner'

/**
 * Reads the domains out of a pasted list or a CSV, each once, in their order, as A-labels.
 *
 * @param max nothing is read beyond so many different names
 */
export function readNames(text: string, max: number): GivenName[] {
  return readNameList(text, max, input => {
    const normalized = normalizeDomain(input)
    return normalized.ok ? normalized.ascii : null
  })
}
