/** Quotas are per calendar month and per day, both UTC. */

/** `2026-11` */
export function monthOf(moment: Date): string {
  return moment.toISOString().slice(0, 7)
}

/** `2026-11-20` */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** The beginning of the next month. */
export function nextMonth(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1))
}

/** The next midnight. */
export function nextDay(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate() + 1))
}
