import { visitorLink } from '../../db/schema/index.ts'
import { type DueTime, dueTime } from '../../jobs/pull-back.ts'

const day = 86_400_000

/** The end of a visitor's link. */
export const visitorDueTimes: readonly DueTime[] = [
  dueTime({ table: visitorLink, column: 'expiresAt', periodMs: 7 * day }),
]
