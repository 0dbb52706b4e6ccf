import type { RecordKind } from '../dns/index.ts'
import { selectSpf } from './record.ts'

/**
 * SPF records at a name. Receivers pass over additional spaces and read terms in any case (RFC 7208 section 4.6.1); the
 * case of a macro letter has a meaning.
 */
export const spfKind: RecordKind = {
  select: selectSpf,
  canonical(text) {
    const spaced = text.split(' ').filter(Boolean).join(' ')
    // Octets beyond ASCII are parts of letters, and have no case of their own.
    return spaced.includes('%') ? spaced : spaced.replace(/[A-Z]+/g, word => word.toLowerCase())
  },
}
