import { scanRun } from '../../db/schema/index.ts'
import { type DueTime, dueTime } from '../../jobs/pull-back.ts'

const minute = 60_000

/** The lease of a run. */
export const scanDueTimes: readonly DueTime[] = [dueTime({ table: scanRun, column: 'leaseUntil', periodMs: minute })]
