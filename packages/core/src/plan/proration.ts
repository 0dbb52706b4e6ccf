import { type BillingPeriod, centsOf, type Offer } from './subscription.ts'

/** A paid period: from `start`, until just before `end`. */
export interface Paid {
  start: Date
  end: Date
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)

/** The part of an amount that the rest of a period has, in whole cents, half a cent rounded up. By seconds, as Stripe does. */
export function restOf(cents: number, { start, end }: Paid, at: Date): number {
  const total = seconds(end) - seconds(start)
  if (total <= 0) return 0
  const left = Math.min(Math.max(seconds(end) - seconds(at), 0), total)
  return Math.floor((2 * cents * left + total) / (2 * total))
}

/** What an upgrade costs. */
export interface Proration {
  /** For the rest of the period that is paid already, in cents. */
  creditCents: number
  /** For the same time in the new plan, or for a whole new period, in cents. */
  chargeCents: number
  /** The new period starts now. Otherwise the present one goes on. */
  startsPeriod: boolean
}

/**
 * What it costs to change a subscription at this moment. In the same period the rest of it is charged again at the new
 * price; another period starts now and is charged whole.
 */
export function proration(from: Offer, to: Offer, paid: Paid, at: Date): Proration {
  const startsPeriod = from.period !== to.period
  return {
    creditCents: restOf(centsOf(from), paid, at),
    chargeCents: startsPeriod ? centsOf(to) : restOf(centsOf(to), paid, at),
    startsPeriod,
  }
}

const months: Readonly<Record<BillingPeriod, number>> = { monthly: 1, yearly: 12 }

/**
 * The end of the period that starts at `start`: the first later moment that is a whole number of periods after `anchor`. A
 * month that is too short ends on its last day, and the next one again on the day of the anchor. UTC.
 */
export function periodEnd(anchor: Date, period: BillingPeriod, start: Date): Date {
  const passed = (start.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + start.getUTCMonth() - anchor.getUTCMonth()
  let n = Math.max(0, Math.floor(passed / months[period]))
  let end = monthsAfter(anchor, n * months[period])
  while (end <= start) {
    n += 1
    end = monthsAfter(anchor, n * months[period])
  }
  return end
}

function monthsAfter(anchor: Date, count: number): Date {
  const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), anchor.getUTCMonth() + count + 1, 0)).getUTCDate()
  const moved = new Date(anchor)
  moved.setUTCDate(1)
  moved.setUTCMonth(anchor.getUTCMonth() + count, Math.min(anchor.getUTCDate(), lastDay))
  return moved
}
