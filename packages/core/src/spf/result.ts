import type { Qualifier } from './record.ts'

/** What check_host can say (RFC 7208 section 2.6). */
export type SpfResult = 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'temperror' | 'permerror'

/** What a mechanism that matches makes of a check (RFC 7208 section 4.6.2). */
export const resultOf: { readonly [Q in Qualifier]: SpfResult } = {
  '+': 'pass',
  '-': 'fail',
  '~': 'softfail',
  '?': 'neutral',
}
