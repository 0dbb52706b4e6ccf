/** When repeated work is due. Each id has a place of its own in every period, so that the work is spread evenly. */

/** How often a domain is scanned without a person. */
export const scanSchedules = ['none', 'daily', 'weekly', 'monthly'] as const

export type ScanSchedule = (typeof scanSchedules)[number]

const dayMs = 86_400_000
/** Every month has these days. */
const daysOfEveryMonth = 28

/**
 * The place of an id within a period, from 0 up to but not including 1.
 *
 * @param id a UUID whose first 32 bits are random, as those of version 4 are
 */
function placeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8), 16) / 2 ** 32
}

/** The first moment after `after` that is the id's place in a period of `periodMs`. Periods are counted from 1970, UTC. */
export function slotAfter(periodMs: number, id: string, after: Date): Date {
  const offset = Math.floor(placeOf(id) * periodMs)
  const whole = Math.floor((after.getTime() - offset) / periodMs) + 1
  return new Date(whole * periodMs + offset)
}

/** When the next scheduled scan of a domain is due after `after`; null: none. Times that passed meanwhile are left out. */
export function nextScanAfter(schedule: ScanSchedule, domainId: string, after: Date): Date | null {
  if (schedule === 'none') return null
  if (schedule === 'daily') return slotAfter(dayMs, domainId, after)
  if (schedule === 'weekly') return slotAfter(7 * dayMs, domainId, after)
  const offset = Math.floor(placeOf(domainId) * daysOfEveryMonth * dayMs)
  const inMonth = (ahead: number) => Date.UTC(after.getUTCFullYear(), after.getUTCMonth() + ahead) + offset
  return new Date(inMonth(0) > after.getTime() ? inMonth(0) : inMonth(1))
}
