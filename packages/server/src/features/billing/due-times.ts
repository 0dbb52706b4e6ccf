import { billingCustomer } from '../../db/schema/index.ts'
import { type DueTime, dueTime } from '../../jobs/pull-back.ts'

const minute = 60_000
const day = 1_440 * minute

/** Readings, turns, and the end of a page to pay on: no provider keeps one open for longer than a day. */
export const billingDueTimes: readonly DueTime[] = [
  dueTime({ table: billingCustomer, column: 'busyUntil', periodMs: minute }),
  dueTime({ table: billingCustomer, column: 'nextSyncAt', periodMs: day }),
  dueTime({ table: billingCustomer, column: 'restoreAt', periodMs: day }),
]
