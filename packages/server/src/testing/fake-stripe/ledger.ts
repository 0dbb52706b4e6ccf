import { periodEnd } from '@waxseal/core/plan'

/** What Stripe keeps, as far as the fake does. Times are seconds since the epoch, amounts cents. */

export interface Price {
  id: string
  cents: number
  interval: 'month' | 'year'
}

export interface Customer {
  id: string
  name: string | null
  email: string | null
  metadata: Record<string, string>
  /** Below zero: what is not used of a plan, and pays later invoices. */
  balance: number
  deleted: boolean
  /** The card declines the next payment. */
  failsNext: boolean
}

export interface Phase {
  start: number
  end: number
  price: Price
}

export interface Schedule {
  id: string
  customer: string
  subscription: string
  status: 'active' | 'released'
  phases: Phase[]
  current: Phase
}

export interface Subscription {
  id: string
  customer: string
  itemId: string
  price: Price
  status: 'active' | 'past_due' | 'canceled' | 'incomplete'
  created: number
  anchor: number
  start: number
  end: number
  cancelAtPeriodEnd: boolean
  /** A date in place of the end of the period, as the portal may set one. */
  cancelAt: number | null
  endedAt: number | null
  schedule: Schedule | null
}

interface Line {
  price: Price
  amount: number
}

export interface Invoice {
  id: string
  customer: string
  subscription: string
  status: 'open' | 'paid' | 'void'
  lines: Line[]
  /** The balance of the customer before it. */
  balance: number
  due: number
  paid: number
  created: number
  paidAt: number | null
}

/** What happened to an object, for an event. */
export type Happened = (type: string, object: Subscription | Invoice | Schedule) => void

interface Ledger {
  customers: Map<string, Customer>
  subscriptions: Map<string, Subscription>
  invoices: Map<string, Invoice>
}

const day = 24 * 3600
/** Stripe tries a card again as the account is set, two weeks as recommended; then the subscription is cancelled. */
const dunningSeconds = 14 * day

/** What follows from time, purchases and changes. Each function leaves the ledger as Stripe would. */
export function ledgerOf(ledger: Ledger, options: { newId: (prefix: string) => string; happened: Happened }) {
  const { newId, happened } = options

  function charge(subscription: Subscription, lines: Line[], at: number): Invoice {
    const customer = required(ledger.customers, subscription.customer)
    const total = lines.reduce((sum, { amount }) => sum + amount, 0)
    const { balance } = customer
    const due = Math.max(0, total + Math.min(0, balance))
    customer.balance = Math.min(0, balance + total)
    const isDeclined = due > 0 && customer.failsNext
    const invoice: Invoice = {
      id: newId('in'),
      customer: customer.id,
      subscription: subscription.id,
      status: isDeclined ? 'open' : 'paid',
      lines,
      balance,
      due,
      paid: isDeclined ? 0 : due,
      created: at,
      paidAt: isDeclined ? null : at,
    }
    if (isDeclined) customer.failsNext = false
    ledger.invoices.set(invoice.id, invoice)
    happened(isDeclined ? 'invoice.payment_failed' : 'invoice.paid', invoice)
    return invoice
  }

  function end(subscription: Subscription, at: number): void {
    subscription.status = 'canceled'
    subscription.endedAt = at
    if (subscription.schedule !== null) subscription.schedule.status = 'released'
    subscription.schedule = null
    happened('customer.subscription.deleted', subscription)
  }

  function renewOnce(subscription: Subscription): void {
    const at = subscription.end
    if (subscription.cancelAtPeriodEnd) return end(subscription, at)
    const phase = subscription.schedule?.phases.find(({ start }) => start === at)
    if (phase !== undefined && subscription.schedule !== null) subscription.schedule.current = phase
    const price = phase?.price ?? subscription.price
    if (price.interval !== subscription.price.interval) subscription.anchor = at
    subscription.price = price
    subscription.start = at
    subscription.end = endOf(subscription.anchor, price, at)
    releaseFinished(subscription, at)
    const invoice = charge(subscription, [{ price, amount: price.cents }], at)
    if (invoice.status === 'open') subscription.status = 'past_due'
    happened('customer.subscription.updated', subscription)
  }

  function releaseFinished(subscription: Subscription, at: number): void {
    const { schedule } = subscription
    if (schedule === null || schedule.phases.some(({ end }) => end > at)) return
    schedule.status = 'released'
    subscription.schedule = null
    happened('subscription_schedule.released', schedule)
  }

  const openInvoices = ({ id }: Subscription): Invoice[] =>
    [...ledger.invoices.values()].filter(({ subscription, status }) => subscription === id && status === 'open')

  return {
    /** Everything that was due up to this moment, in order. */
    advance(customer: string, now: number): void {
      for (const subscription of ledger.subscriptions.values()) {
        if (subscription.customer !== customer) continue
        while (subscription.status === 'active' || subscription.status === 'past_due') {
          const gaveUp = Math.min(...openInvoices(subscription).map(({ created }) => created + dunningSeconds))
          const stops = Math.min(gaveUp, subscription.cancelAt ?? Number.POSITIVE_INFINITY)
          if (stops <= Math.min(subscription.end, now)) end(subscription, stops)
          else if (subscription.end <= now) renewOnce(subscription)
          else break
        }
      }
    },
    buy(customer: string, price: Price, at: number): Subscription {
      const subscription: Subscription = {
        id: newId('sub'),
        customer,
        itemId: newId('si'),
        price,
        status: 'active',
        created: at,
        anchor: at,
        start: at,
        end: endOf(at, price, at),
        cancelAtPeriodEnd: false,
        cancelAt: null,
        endedAt: null,
        schedule: null,
      }
      ledger.subscriptions.set(subscription.id, subscription)
      happened('customer.subscription.created', subscription)
      charge(subscription, [{ price, amount: price.cents }], at)
      return subscription
    },
    /** The lines of the invoice of a change at this moment. */
    linesOf: changeLines,
    change(subscription: Subscription, price: Price, at: number): void {
      const lines = changeLines(subscription, price, at)
      if (price.interval !== subscription.price.interval) {
        subscription.anchor = at
        subscription.start = at
        subscription.end = endOf(at, price, at)
      }
      subscription.price = price
      happened('customer.subscription.updated', subscription)
      charge(subscription, lines, at)
    },
    /** A change whose invoice is not paid: it stays pending and is never made. Stripe voids the invoice. */
    failToChange(subscription: Subscription, price: Price, at: number): void {
      const customer = required(ledger.customers, subscription.customer)
      const { balance } = customer
      customer.failsNext = true
      const invoice = charge(subscription, changeLines(subscription, price, at), at)
      customer.balance = balance
      invoice.status = 'void'
      happened('invoice.voided', invoice)
    },
    payOpen(subscription: Subscription, at: number): void {
      for (const invoice of openInvoices(subscription)) {
        invoice.status = 'paid'
        invoice.paid = invoice.due
        invoice.paidAt = at
        happened('invoice.paid', invoice)
      }
      subscription.status = 'active'
      happened('customer.subscription.updated', subscription)
    },
    end,
  }
}

/** What is left of the old price is given back, and the same time at the new price is charged; another interval starts now. */
function changeLines({ price: from, start, end }: Subscription, to: Price, at: number): Line[] {
  const left = (cents: number): number => Math.round((cents * (end - at)) / (end - start))
  const amount = from.interval === to.interval ? left(to.cents) : to.cents
  return [
    { price: from, amount: -left(from.cents) },
    { price: to, amount },
  ]
}

const dateOf = (seconds: number): Date => new Date(seconds * 1000)

/** The end of the period that starts at `start`. */
export function endOf(anchor: number, { interval }: Pick<Price, 'interval'>, start: number): number {
  const period = interval === 'month' ? 'monthly' : 'yearly'
  return periodEnd(dateOf(anchor), period, dateOf(start)).getTime() / 1000
}

function required<T>(from: Map<string, T>, id: string): T {
  const found = from.get(id)
  if (found === undefined) throw new Error(`the fake Stripe lost ${id}`)
  return found
}
