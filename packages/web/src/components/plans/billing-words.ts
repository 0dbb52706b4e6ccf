import { type BillingPeriod, type Offer, plans, priceOf, type Subscription, type Wish } from '@waxseal/core/plan'

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const wholeFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const centsFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `December 20, 2026`, in UTC as in the texts of the server. */
export const dateInWords = (date: Date): string => dateFormat.format(date)

/** `$49`, `$27.43`. */
export function dollars(amount: number): string {
  return (Number.isInteger(amount) ? wholeFormat : centsFormat).format(amount)
}

/** `$49 a month`, `$492 a year`. */
export function priceInWords(wish: Wish): string {
  return `${dollars(priceOf(wish))} a ${wish.period === 'yearly' ? 'year' : 'month'}`
}

/** What the next payment takes from the card, as `$0`: a credit in dollars pays first. */
export function dueInWords(wish: Wish, credit: number): string {
  return dollars(Math.max(0, Math.round(100 * (priceOf(wish) - credit)) / 100))
}

/** `Pro, billed yearly` */
export function offerInWords({ plan, period }: Offer): string {
  return `${plans[plan].label}, billed ${period}`
}

export const periodLabels: Readonly<Record<BillingPeriod, string>> = { monthly: 'Monthly', yearly: 'Yearly' }

/** What happens at the end of the period: `Your plan changes to Pro ($49 a month) on December 20, 2026.` */
export function scheduledInWords(
  { plan }: Pick<Offer, 'plan'>,
  scheduled: NonNullable<Subscription['scheduled']>,
): string {
  const day = dateInWords(scheduled.at)
  if (scheduled.plan === 'free') return `Your ${plans[plan].label} plan ends on ${day}. Then your plan is Starter.`
  const price = priceInWords(scheduled)
  if (scheduled.plan === plan)
    return `Your ${plans[plan].label} plan is billed ${scheduled.period} (${price}) from ${day}.`
  return `Your plan changes to ${plans[scheduled.plan].label} (${price}) on ${day}.`
}
