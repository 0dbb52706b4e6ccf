const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Intl is slow to start: on a slow device all of these would hold back the first screen by a sixth of a second. */
function format(options: Intl.DateTimeFormatOptions): (time: Date) => string {
  let made: Intl.DateTimeFormat | null = null
  return time => (made ??= new Intl.DateTimeFormat('en', options)).format(time)
}

const dateFormat = format({ dateStyle: 'medium' })
const shortFormat = format({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
// As the times of DNS evidence are: 24 hours.
const exactFormat = format({ dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23' })
const dayFormat = format({ month: 'short', day: 'numeric', timeZone: 'UTC' })
const localDayFormat = format({ month: 'short', day: 'numeric' })
const monthFormat = format({ month: 'long', year: 'numeric' })

/**
 * The relative time in the words of the specification: under a minute "Just now", then minutes, hours, days up to 6,
 * otherwise the date. A time slightly in the future (clocks differ) is "Just now".
 */
export function relativeTime(time: Date, now: Date): string {
  const ago = now.getTime() - time.getTime()
  if (ago < minute) return 'Just now'
  if (ago < hour) return plural(Math.floor(ago / minute), 'minute')
  if (ago < day) return plural(Math.floor(ago / hour), 'hour')
  if (ago < 7 * day) return plural(Math.floor(ago / day), 'day')
  return dateFormat(time)
}

/** The same, but from seven days on a short date and time: the times of DNS changes (specification 2). */
export function changeTime(time: Date, now: Date): string {
  return now.getTime() - time.getTime() < 7 * day ? relativeTime(time, now) : shortFormat(time)
}

function plural(n: number, unit: string): string {
  return `${n} ${unit}${n === 1 ? '' : 's'} ago`
}

/** Date and time to the second, with the time zone. */
export function exactTime(time: Date): string {
  return exactFormat(time)
}

export function calendarDate(time: Date): string {
  return dateFormat(time)
}

/** `01:21 UTC`, and `Nov 25, 01:21 UTC` where it is not today in UTC. */
export function clockTime(time: Date, now: Date = new Date()): string {
  const clock = `${time.toISOString().slice(11, 16)} UTC`
  return dayFormat(time) === dayFormat(now) ? clock : `${dayFormat(time)}, ${clock}`
}

/** `Nov 25`, in the time zone of the browser. */
export function monthAndDay(time: Date): string {
  return localDayFormat(time)
}

/** `March 2026` */
export function monthAndYear(time: Date): string {
  return monthFormat(time)
}

/** A duration in seconds as text: `45 s`, `5 min`, `1 h`, `2 d`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.round(seconds / 360) / 10} h`
  return `${Math.round(seconds / 8640) / 10} d`
}
