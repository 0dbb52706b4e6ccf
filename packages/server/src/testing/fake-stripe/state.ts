import type Stripe from 'stripe'
import type { BillingEvent } from '../../ports.ts'
import { type Customer, type Invoice, ledgerOf, type Price, type Schedule, type Subscription } from './ledger.ts'
import {
  type CheckoutSession,
  checkoutReply,
  invoiceReply,
  type PortalSession,
  type PortalSettings,
  scheduleReply,
  subscriptionReply,
} from './replies.ts'

/** A refusal as Stripe sends it. */
export class StripeRefusal extends Error {
  override readonly name = 'StripeRefusal'
  readonly status: number
  readonly error: { type: string; message: string; code?: string; param?: string }

  constructor(message: string, { status = 400, type = 'invalid_request_error', code = '', param = '' } = {}) {
    super(message)
    this.status = status
    this.error = { type, message, ...(code && { code }), ...(param && { param }) }
  }
}

const missing = (what: string, id: string): StripeRefusal =>
  new StripeRefusal(`No such ${what}: '${id}'`, { status: 404, code: 'resource_missing', param: 'id' })

/** An event with its body, as the webhook gets it. */
export interface FakeEvent extends BillingEvent {
  type: string
  body: string
}

/** All that the fake keeps, with a clock. */
export function fakeState({ now, prices }: { now: () => Date; prices: readonly Price[] }) {
  const customers = new Map<string, Customer>()
  const subscriptions = new Map<string, Subscription>()
  const invoices = new Map<string, Invoice>()
  const schedules = new Map<string, Schedule>()
  const checkouts = new Map<string, CheckoutSession>()
  const portalSettings: PortalSettings[] = [
    {
      switchesPlans: true,
      proration: 'always_invoice',
      cancels: 'at_period_end',
      prices: prices.map(({ id }) => id),
      downgradesWait: true,
    },
  ]
  const portals = new Map<string, PortalSession>()
  const events = new Map<string, FakeEvent>()
  let waiting: FakeEvent[] = []
  let count = 0

  const newId = (prefix: string): string => {
    count += 1
    return `${prefix}_${count}x${Math.random().toString(36).slice(2, 12)}`
  }

  function tell(type: string, customer: string, object: object): void {
    const id = newId('evt')
    const event = {
      id,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: seconds(),
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
      data: { object: { ...object, customer } },
    } satisfies Record<keyof Omit<Stripe.EventBase, 'account' | 'context' | 'data'>, unknown> & { data: unknown }
    const sent: FakeEvent = { eventId: id, customerId: customer, type, body: JSON.stringify(event, null, 2) }
    events.set(id, sent)
    waiting.push(sent)
  }

  const ledger = ledgerOf(
    { customers, subscriptions, invoices },
    {
      newId,
      happened: (type, object) => {
        tell(type, object.customer, replyOf(object))
      },
    },
  )

  const seconds = (): number => Math.floor(now().getTime() / 1000)

  /** Finds an object. All that was due for its customer has happened. */
  function found<T extends { customer: string }>(from: Map<string, T>, what: string, id: string): T {
    const object = from.get(id)
    if (object === undefined) throw missing(what, id)
    ledger.advance(object.customer, seconds())
    return object
  }

  return {
    customers,
    subscriptions,
    invoices,
    schedules,
    checkouts,
    portals,
    /** The settings of the portal; an account without them has none. */
    portalSettings,
    events,
    ledger,
    seconds,
    newId,
    tell,
    price(id: string): Price {
      const price = prices.find(each => each.id === id)
      if (price === undefined) throw missing('price', id)
      return price
    },
    customer(id: string): Customer {
      const customer = customers.get(id)
      // A deleted one can be retrieved, and nothing else.
      if (customer === undefined || customer.deleted) throw missing('customer', id)
      ledger.advance(id, seconds())
      return customer
    },
    /** Deletes a customer, as in the dashboard: its subscriptions end at once. */
    deleteCustomer(id: string): void {
      for (const subscription of subscriptions.values())
        if (subscription.customer === id && subscription.status !== 'canceled') ledger.end(subscription, seconds())
      const customer = customers.get(id)
      if (customer !== undefined) customer.deleted = true
    },
    subscription: (id: string) => found(subscriptions, 'subscription', id),
    schedule: (id: string) => found(schedules, 'subscription schedule', id),
    /** A session of a checkout; an open one expires. */
    checkout(id: string): CheckoutSession {
      const session = found(checkouts, 'checkout.session', id)
      if (session.status === 'open' && seconds() >= session.expiresAt) session.status = 'expired'
      return session
    },
    portal: (id: string) => found(portals, 'portal session', id),
    /** The events since the last call, in their order. */
    takeEvents(): FakeEvent[] {
      const taken = waiting
      waiting = []
      return taken
    },
  }
}

export type FakeState = ReturnType<typeof fakeState>

function replyOf(object: Subscription | Invoice | Schedule): object {
  if ('lines' in object) return invoiceReply(object)
  return 'phases' in object ? scheduleReply(object) : subscriptionReply(object)
}

/** Tells that a session has ended. */
export function tellCheckout(state: FakeState, session: CheckoutSession): void {
  const type = session.status === 'complete' ? 'checkout.session.completed' : 'checkout.session.expired'
  state.tell(type, session.customer, checkoutReply(session, ''))
}
