import { type GivenName, readNameList } from '@waxseal/core/dns'
import { normalizeDomain } from '@waxseal/scanner'

/**
 * Extracts the domains from a pasted list or a CSV, each once, in order, as A-labels.
 *
 * @param max stops after this many different names
 */
export function readNames(text: string, max: number): GivenName[] {
  return readNameList(text, max, input => {
    const normalized = normalizeDomain(input)
    return normalized.ok ? normalized.ascii : null
  })
}
