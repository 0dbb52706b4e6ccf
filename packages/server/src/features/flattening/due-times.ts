import { flattening } from '../../db/schema/index.ts'
import { type DueTime, dueTime } from '../../jobs/pull-back.ts'

const hour = 3_600_000

/** The next check of a hosted record: at least hourly. */
export const flatteningDueTimes: readonly DueTime[] = [
  dueTime({ table: flattening, column: 'nextCheckAt', periodMs: hour }),
]
