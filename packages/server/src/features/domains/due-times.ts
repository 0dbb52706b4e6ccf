import { eq } from 'drizzle-orm'
import { domain } from '../../db/schema/index.ts'
import { type DueTime, dueTime } from '../../jobs/pull-back.ts'

const minute = 60_000
const day = 1_440 * minute

/** The scans of a domain, by its schedule and after changes, and the looks at its certificates. */
export const domainDueTimes: readonly DueTime[] = [
  dueTime({ table: domain, column: 'nextScanAt', periodMs: day, where: eq(domain.scanSchedule, 'daily') }),
  dueTime({ table: domain, column: 'nextScanAt', periodMs: 7 * day, where: eq(domain.scanSchedule, 'weekly') }),
  dueTime({ table: domain, column: 'nextScanAt', periodMs: 31 * day, where: eq(domain.scanSchedule, 'monthly') }),
  dueTime({ table: domain, column: 'ownScanDueAt', periodMs: day }),
  // The last scan of its own: the next one comes an hour later at the soonest.
  dueTime({ table: domain, column: 'ownScanAt', periodMs: minute }),
  dueTime({ table: domain, column: 'certificateDueAt', periodMs: day }),
]
