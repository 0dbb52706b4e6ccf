import { alertChannel } from '../../db/schema/index.ts'
import { type DueTime, dueTime } from '../../jobs/pull-back.ts'

const minute = 60_000

/** When a channel sends next, and the last message, from which the end of its window is counted. */
export const alertDueTimes: readonly DueTime[] = [
  dueTime({ table: alertChannel, column: 'dueAt', periodMs: 10 * minute }),
  dueTime({ table: alertChannel, column: 'lastMessageAt', periodMs: minute }),
]
