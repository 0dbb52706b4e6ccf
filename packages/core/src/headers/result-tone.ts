import type { HeaderTone } from './looks.ts'

/** The color of a result of authentication, in the word of the receiver (RFC 8601 section 2.7). */
export function resultTone(result: string): HeaderTone {
  switch (result) {
    case 'pass':
      return 'excellent'
    case 'fail':
    case 'hardfail':
      return 'poor'
    case 'softfail':
    case 'policy':
    // A record that cannot be read is neither pass nor fail.
    case 'permerror':
      return 'fair'
    case 'neutral':
    case 'temperror':
      return 'medium'
    default:
      // `none`, and words that receivers made up: neither good nor bad.
      return 'idle'
  }
}
