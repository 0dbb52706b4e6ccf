import type { FailureReason } from '../dns/index.ts'
import type { UncheckedReason } from './section.ts'

/** Why a query failed, for people. Each continues "could not be checked: ". */
export const failureWords: { readonly [R in FailureReason]: string } = {
  timeout: 'the DNS servers did not answer in time',
  servfail: 'the DNS servers returned an error',
  refused: 'the DNS servers refused the query',
  malformed: 'the DNS servers sent an unreadable answer or a CNAME loop',
  unreachable: 'the DNS servers are unreachable',
  lame: 'the DNS servers are not authoritative for the name',
  isolated: 'our resolver denies every name, so it has no access to the public DNS',
  cancelled: 'the scan ended before the answer arrived',
  'over-budget': 'the scan reached its lookup limit',
  'rate-limited': 'the daily lookup limit is reached',
  internal: 'an internal error stopped this check',
}

/** Why a check has no result, for people. Each continues "could not be checked: ". */
export const uncheckedWords: { readonly [R in UncheckedReason]: string } = {
  ...failureWords,
  'not-asked': 'this check is newer than the scan',
}
