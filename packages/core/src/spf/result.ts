import type { Qualifier } from './record.ts'

/** The results of check_host() (RFC 7208 section 2.6). */
export type SpfResult = 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'temperror' | 'permerror'

/** The result of a matching mechanism, by qualifier (RFC 7208 section 4.6.2). */
export const resultOf: { readonly [Q in Qualifier]: SpfResult } = {
  '+': 'pass',
  '-': 'fail',
  '~': 'softfail',
  '?': 'neutral',
}
