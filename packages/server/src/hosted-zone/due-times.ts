import { hostedRecord, hostedZone } from '../db/schema/index.ts'
import { type DueTime, dueTime } from '../jobs/pull-back.ts'

const minute = 60_000
const day = 1_440 * minute

/** The right to publish, and when parts go that a record needs no more. */
export const zoneDueTimes: readonly DueTime[] = [
  dueTime({ table: hostedZone, column: 'publishingUntil', periodMs: minute }),
  dueTime({ table: hostedRecord, column: 'removeAt', periodMs: 2 * day }),
]
