import { wording } from '@waxseal/contract'
import { Refusal } from '../errors.ts'
import { ReportFailed } from '../ports.ts'

/**
 * A PDF report that was not made, as the caller is answered: later again where others are before it.
 *
 * @throws Refusal `unavailable`; an error of another kind as it is
 */
export function refuseReport(error: unknown): never {
  if (!(error instanceof ReportFailed)) throw error
  if (error.reason === 'busy') throw new Refusal('unavailable', wording.reportsBusy, { retryAfterSeconds: 5 })
  throw new Refusal('unavailable', wording.reportFailed)
}
