import { watchedAddress } from '../../db/schema/index.ts'
import { type DueTime, dueTime } from '../../jobs/pull-back.ts'

const day = 86_400_000

/** The next check of an address: daily. */
export const addressDueTimes: readonly DueTime[] = [
  dueTime({ table: watchedAddress, column: 'nextCheckAt', periodMs: day }),
]
