import { CalendarClock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Domain } from '../../lib/queries.ts'
import { exactTime, monthAndDay } from '../../lib/time.ts'

export type Frequency = Domain['scan_schedule']

/** The schedules to choose from. */
export const frequencies: readonly { value: Frequency; label: string; hint: string }[] = [
  { value: 'none', label: 'No schedule', hint: 'Scans run only when you start them.' },
  { value: 'daily', label: 'Daily', hint: 'One scan a day.' },
  { value: 'weekly', label: 'Weekly', hint: 'One scan every 7 days.' },
  { value: 'monthly', label: 'Monthly', hint: 'One scan a month.' },
]

/** "Weekly, Nov 25", "Daily, today"; null without a schedule. A due scan is "today" until it has run. */
export function scheduleWords({ scan_schedule: schedule, next_scan_at: next }: Domain, now: Date): string | null {
  if (schedule === 'none') return null
  const { label } = frequencies.find(({ value }) => value === schedule) ?? { label: schedule }
  if (next === null) return label
  const time = new Date(next)
  const isToday = time < now || monthAndDay(time) === monthAndDay(now)
  return `${label}, ${isToday ? 'today' : monthAndDay(time)}`
}

/** The schedule of a domain and the day of its next scan, quietly. Nothing without a schedule. */
export function ScheduleLine({ domain, short = false }: { domain: Domain; short?: boolean }): ReactNode {
  const [now] = useState(() => new Date())
  const words = scheduleWords(domain, now)
  if (words === null) return null
  const { next_scan_at: next } = domain
  return (
    <span
      className="flex shrink-0 items-center gap-1 text-12 leading-[1.125rem] whitespace-nowrap text-ink3"
      title={next === null ? undefined : `Next scan: ${exactTime(new Date(next))}`}
    >
      {short && <CalendarClock className="size-3" aria-hidden />}
      <span className="sr-only">Scheduled scan: </span>
      {short ? words.split(',')[0] : words}
    </span>
  )
}
