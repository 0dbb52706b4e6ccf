import type { FailureReason } from '../dns/index.ts'
import type { UncheckedReason } from './section.ts'

/** Why a query failed, for people. Each continues "could not be checked: ". */
export const failureWords: { readonly [R in FailureReason]: string } = {
  timeout: 'the DNS servers did not answer in time',
  servfail: 'the DNS servers answered with a failure',
  refused: 'the DNS servers refused to answer',
  malformed: 'the DNS servers sent an answer that cannot be read, or an alias that leads in a circle',
  unreachable: 'the DNS servers could not be reached',
  lame: 'the DNS servers asked are not responsible for the name',
  isolated: 'the DNS server here denies every name, so it has no way to the Internet',
  cancelled: 'the scan ended before the answer came',
  'over-budget': 'the scan had reached its limit of questions',
  'rate-limited': 'the daily limit of such questions is reached',
  internal: 'this check broke on our side; it has been logged',
}

/** Why a check has no result, for people. Each continues "could not be checked: ". */
export const uncheckedWords: { readonly [R in UncheckedReason]: string } = {
  ...failureWords,
  'not-asked': 'this check is newer than the scan',
}
