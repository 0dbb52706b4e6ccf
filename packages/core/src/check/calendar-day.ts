/** "Nov 21": the day of an ISO 8601 time, in UTC. */
export function calendarDay(time: string): string {
  return new Date(time).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
}
