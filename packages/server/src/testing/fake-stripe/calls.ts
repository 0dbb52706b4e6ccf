import type { Schedule, Subscription } from './ledger.ts'
import { endOf, type Phase } from './ledger.ts'
import {
  checkoutReply,
  customerReply,
  deletedCustomerReply,
  invoiceReply,
  list,
  portalReply,
  portalSettingsReply,
  priceReply,
  scheduleReply,
  subscriptionReply,
} from './replies.ts'
import type { RequestName, Requests } from './requests.ts'
import { type FakeState, StripeRefusal, tellCheckout } from './state.ts'

type Calls = { [N in RequestName]: (parameters: Requests[N], id: string) => object }

const day = 24 * 3600
const unvisitedSeconds = 5 * 60

/** What each request does and answers. Its parameters have been checked against Stripe's types. */
export function callsOf(state: FakeState, base: () => string): Calls {
  const { customers, checkouts, portals, schedules, subscriptions, invoices, ledger, seconds, newId } = state

  /** The price that an item of a subscription gets. */
  function changeOf(subscription: Subscription, items: { id?: string; price?: string }[] | undefined) {
    const [item, ...others] = items ?? []
    if (item?.id !== subscription.itemId || others.length > 0)
      throw new StripeRefusal(`No such subscription item: '${item?.id ?? ''}'`, { code: 'resource_missing' })
    return state.price(item.price ?? '')
  }

  function liveOf(customer: string, id: string): Subscription {
    const subscription = state.subscription(id)
    if (subscription.customer !== customer)
      throw new StripeRefusal(`No such subscription: '${id}'`, { status: 404, code: 'resource_missing' })
    if (subscription.status === 'canceled') throw new StripeRefusal('A canceled subscription can only be cleaned up.')
    return subscription
  }

  return {
    'POST /v1/customers': ({ name, email, metadata }) => {
      const id = newId('cus')
      const texts = Object.entries(metadata || {}).map(([key, value]) => [key, String(value)])
      const customer = { id, name: name ?? null, email: email ?? null, metadata: Object.fromEntries(texts) }
      customers.set(id, { ...customer, balance: 0, deleted: false, failsNext: false })
      return customerReply(state.customer(id))
    },
    'POST /v1/customers/:id': ({ name, email }, id) => {
      const customer = state.customer(id)
      if (name !== undefined) customer.name = name || null
      if (email !== undefined) customer.email = email || null
      return customerReply(customer)
    },
    'GET /v1/customers/:id': (_, id) =>
      customers.get(id)?.deleted === true ? deletedCustomerReply({ id }) : customerReply(state.customer(id)),
    'GET /v1/customers/search': ({ query }) => {
      const [, key = '', value = ''] = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(query) ?? []
      if (key === '') throw new StripeRefusal(`We were unable to parse your search query: ${query}`)
      const found = [...customers.values()].filter(({ metadata, deleted }) => !deleted && metadata[key] === value)
      return { object: 'search_result', url: '', has_more: false, data: found.map(customerReply) }
    },
    'GET /v1/prices/:id': (_, id) => priceReply(state.price(id)),
    'POST /v1/checkout/sessions': parameters => {
      const { mode, customer = '', line_items = [], success_url, cancel_url, client_reference_id } = parameters
      const [item, ...others] = line_items
      if (mode !== 'subscription' || item === undefined || others.length > 0 || !success_url)
        throw new StripeRefusal('The fake sells one subscription, and returns to success_url')
      state.customer(customer)
      const id = newId('cs_test')
      checkouts.set(id, {
        id,
        customer,
        reference: client_reference_id ?? null,
        price: state.price(item.price ?? ''),
        status: 'open',
        paid: false,
        subscription: null,
        successUrl: success_url,
        cancelUrl: cancel_url ?? '',
        created: seconds(),
        expiresAt: seconds() + day,
      })
      return checkoutReply(state.checkout(id), base())
    },
    'GET /v1/checkout/sessions': ({ customer, status }) => {
      const some = [...checkouts.keys()].map(id => state.checkout(id))
      const found = some.filter(
        each => (!customer || each.customer === customer) && (!status || each.status === status),
      )
      return list(found.map(each => checkoutReply(each, base())))
    },
    'GET /v1/checkout/sessions/:id': (_, id) => checkoutReply(state.checkout(id), base()),
    'POST /v1/checkout/sessions/:id/expire': (_, id) => {
      const session = state.checkout(id)
      if (session.status !== 'open')
        throw new StripeRefusal(
          `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`,
        )
      session.status = 'expired'
      tellCheckout(state, session)
      return checkoutReply(session, base())
    },
    'GET /v1/billing_portal/configurations': ({ expand = [] }) =>
      list(state.portalSettings.map(settings => portalSettingsReply(settings, expand))),
    'POST /v1/billing_portal/sessions': ({ customer = '', return_url = '', flow_data }) => {
      state.customer(customer)
      const id = newId('bps')
      const common = {
        id,
        customer,
        returnUrl: return_url,
        created: seconds(),
        openUntil: seconds() + unvisitedSeconds,
      }
      const flow = flow_data?.subscription_update_confirm
      if (flow_data === undefined) portals.set(id, { ...common, change: null })
      else {
        if (flow_data.type !== 'subscription_update_confirm' || flow === undefined)
          throw new StripeRefusal('The fake has the flow subscription_update_confirm only', {
            param: 'flow_data[type]',
          })
        const subscription = liveOf(customer, flow.subscription)
        managed(subscription)
        const price = changeOf(subscription, flow.items)
        if (price.id === subscription.price.id) throw new StripeRefusal('The subscription has this price already')
        const returnUrl = flow_data.after_completion?.redirect?.return_url ?? return_url
        portals.set(id, { ...common, change: { subscription: subscription.id, price, returnUrl } })
      }
      return portalReply(state.portal(id), base())
    },
    'GET /v1/subscriptions': ({ customer, status, expand }) => {
      if (customer !== undefined) state.customer(customer)
      const found = [...subscriptions.values()].filter(
        each => each.customer === customer && (status === 'all' || each.status !== 'canceled'),
      )
      const hasCustomer = expand?.includes('data.customer') ?? false
      const shown = found.toReversed().map(each => ({
        ...subscriptionReply(each, expand),
        ...(hasCustomer && { customer: customerReply(state.customer(each.customer)) }),
      }))
      return list(shown)
    },
    'GET /v1/subscriptions/:id': ({ expand }, id) => subscriptionReply(state.subscription(id), expand),
    'POST /v1/subscriptions/:id': (parameters, id) => {
      const { cancel_at_period_end, cancel_at, ...others } = parameters
      const subscription = state.subscription(id)
      if (subscription.status === 'canceled' || Object.keys(others).length > 0)
        throw new StripeRefusal('The fake changes only when a subscription ends, and only one that has not ended')
      managed(subscription)
      if (cancel_at_period_end !== undefined) {
        subscription.cancelAtPeriodEnd = cancel_at_period_end
        if (!cancel_at_period_end) subscription.cancelAt = null
      }
      if ('cancel_at' in parameters && !cancel_at) subscription.cancelAt = null
      state.tell('customer.subscription.updated', subscription.customer, subscriptionReply(subscription))
      return subscriptionReply(subscription)
    },
    'DELETE /v1/subscriptions/:id': (_, id) => {
      const subscription = state.subscription(id)
      if (subscription.status === 'canceled') throw new StripeRefusal(`No such subscription: ${id}`, { status: 404 })
      ledger.end(subscription, seconds())
      return subscriptionReply(subscription)
    },
    'POST /v1/subscription_schedules': ({ from_subscription = '', ...others }) => {
      if (Object.keys(others).length > 0) throw new StripeRefusal('The fake makes schedules from a subscription only')
      const subscription = state.subscription(from_subscription)
      managed(subscription)
      if (subscription.status === 'canceled' || subscription.cancelAtPeriodEnd)
        throw new StripeRefusal('The subscription is set to cancel')
      const current = { start: subscription.start, end: subscription.end, price: subscription.price }
      const id = newId('sub_sched')
      const schedule: Schedule = {
        id,
        customer: subscription.customer,
        subscription: subscription.id,
        status: 'active',
        phases: [current],
        current,
      }
      subscription.schedule = schedule
      schedules.set(id, schedule)
      state.tell('subscription_schedule.created', schedule.customer, scheduleReply(schedule))
      return scheduleReply(schedule)
    },
    'GET /v1/subscription_schedules/:id': (_, id) => scheduleReply(state.schedule(id)),
    'POST /v1/subscription_schedules/:id': ({ phases = [], end_behavior, proration_behavior }, id) => {
      const schedule = state.schedule(id)
      if (schedule.status !== 'active') throw new StripeRefusal('The schedule has ended')
      if (end_behavior !== 'release' || proration_behavior !== 'none')
        throw new StripeRefusal('The fake releases at the end, and charges nothing for a change at the end of a period')
      const made: Phase[] = []
      for (const { items, start_date, end_date, duration } of phases) {
        const last = made.at(-1)
        const start = typeof start_date === 'number' ? start_date : (last?.end ?? schedule.current.start)
        const price = state.price(items[0]?.price ?? '')
        const lasts = duration?.interval === 'year' ? ('year' as const) : ('month' as const)
        const end = typeof end_date === 'number' ? end_date : duration && endOf(start, { interval: lasts }, start)
        if (end === undefined) throw new StripeRefusal('Each phase needs end_date or duration', { param: 'phases' })
        if (last !== undefined && last.end !== start) throw new StripeRefusal('The phases have a gap')
        made.push({ start, end, price })
      }
      const [current] = made
      if (current?.start !== schedule.current.start || current.end !== schedule.current.end)
        throw new StripeRefusal('You can not modify the start date or the end of the current phase')
      schedule.phases = made
      schedule.current = current
      state.tell('subscription_schedule.updated', schedule.customer, scheduleReply(schedule))
      return scheduleReply(schedule)
    },
    'POST /v1/subscription_schedules/:id/release': (_, id) => {
      const schedule = state.schedule(id)
      if (schedule.status !== 'active') throw new StripeRefusal('The schedule was released')
      schedule.status = 'released'
      state.subscription(schedule.subscription).schedule = null
      state.tell('subscription_schedule.released', schedule.customer, scheduleReply(schedule))
      return scheduleReply(schedule)
    },
    'GET /v1/invoices': ({ customer, subscription, status }) => {
      const of = customer ?? subscriptions.get(subscription ?? '')?.customer
      if (of !== undefined) state.customer(of)
      const found = [...invoices.values()].filter(
        each =>
          (customer === undefined || each.customer === customer) &&
          (subscription === undefined || each.subscription === subscription) &&
          (status === undefined || each.status === status),
      )
      return list(found.toReversed().map(invoiceReply))
    },
    'POST /v1/invoices/create_preview': ({ customer = '', subscription: id = '', subscription_details }) => {
      const subscription = liveOf(customer, id)
      managed(subscription)
      const price = changeOf(subscription, subscription_details?.items)
      if (subscription_details?.proration_behavior !== 'always_invoice')
        throw new StripeRefusal('The fake previews changes that are invoiced at once')
      const lines = ledger.linesOf(subscription, price, seconds())
      const { balance } = state.customer(customer)
      const due = Math.max(0, lines.reduce((sum, { amount }) => sum + amount, 0) + balance)
      const common = { customer, subscription: id, status: 'open' as const, lines, balance, created: seconds() }
      return invoiceReply({ ...common, id: newId('upcoming_in'), due, paid: 0, paidAt: null })
    },
  }
}

/** @throws StripeRefusal while a schedule manages the subscription */
function managed({ schedule }: Subscription): void {
  if (schedule !== null)
    throw new StripeRefusal(`The subscription is managed by the subscription schedule \`${schedule.id}\``)
}
