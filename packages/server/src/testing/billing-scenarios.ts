import type { TestUser } from './app.ts'
import { type billingOf, pageFor, portalOf, type Vendor, wish } from './billing-world.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** What a scenario may do: call as the customer of ours, act as a customer at the provider, let time pass. */
export interface Stage {
  user: TestUser
  /** Every event of it reaches us, or not, as the delivery says. */
  vendor: Vendor
  pass: (ms: number) => void
}

export interface Scenario {
  play: (stage: Stage) => Promise<void>
  ends: Awaited<ReturnType<typeof billingOf>>
  /** What is left over then, in dollars; absent: nothing. */
  credit?: number
}

/** Buys a plan on its page. */
export const buyPro = async ({ user, vendor }: Stage, what = 'pro monthly') =>
  void (await vendor.pay(await pageFor(user, what)))

/** A subscription that is paid. */
export const active = (what: string, paid: number[]) => ({
  tier: what.split(' ')[0] ?? '',
  subscription: `${what} active`,
  scheduled: null,
  paid,
})

/** The changes of a subscription. A provider is any that plays `Vendor`. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  'a new subscription': { play: stage => buyPro(stage), ends: active('pro monthly', [4_900]) },
  'a new yearly subscription': {
    play: stage => buyPro(stage, 'business yearly'),
    ends: active('business yearly', [99_600]),
  },
  'a declined card': {
    play: async ({ user, vendor }) => void (await vendor.decline(await pageFor(user, 'pro monthly'))),
    ends: { tier: 'free', subscription: null, scheduled: null, paid: [] },
  },
  'a declined card, and another one': {
    async play({ user, vendor }) {
      const page = await pageFor(user, 'pro monthly')
      await vendor.decline(page)
      await vendor.pay(page)
    },
    ends: active('pro monthly', [4_900]),
  },
  'a page that was left': {
    play: async ({ user, vendor }) => void (await vendor.leave(await pageFor(user, 'pro monthly'))),
    ends: { tier: 'free', subscription: null, scheduled: null, paid: [] },
  },
  'a page that has expired pays nothing': {
    async play({ user, vendor, pass }) {
      const page = await pageFor(user, 'pro monthly')
      await vendor.expire(page)
      await vendor.pay(page)
      const other = await pageFor(user, 'pro yearly')
      pass(day)
      await vendor.pay(other)
    },
    ends: { tier: 'free', subscription: null, scheduled: null, paid: [] },
  },
  'a click on Pay twice': {
    async play({ user, vendor }) {
      const page = await pageFor(user, 'pro monthly')
      await Promise.all([vendor.pay(page), vendor.pay(page)])
    },
    ends: active('pro monthly', [4_900]),
  },
  'two plans in two tabs': {
    async play({ user, vendor }) {
      const first = await pageFor(user, 'pro monthly')
      const second = await pageFor(user, 'business monthly')
      await vendor.pay(second)
      await vendor.pay(first)
    },
    ends: active('business monthly', [9_900]),
  },
  'a change to a cheaper period leaves a credit': {
    async play(stage) {
      await buyPro(stage, 'pro yearly')
      await stage.vendor.pay(await pageFor(stage.user, 'business monthly'))
    },
    ends: active('business monthly', [49_200]),
    credit: 393,
  },
  'a credit pays a renewal': {
    async play(stage) {
      await buyPro(stage, 'pro yearly')
      await stage.vendor.pay(await pageFor(stage.user, 'business monthly'))
      await stage.vendor.renew(await portalOf(stage.user))
    },
    ends: active('business monthly', [49_200]),
    credit: 294,
  },
  'a credit pays a later subscription': {
    async play(stage) {
      await buyPro(stage, 'pro yearly')
      await stage.vendor.pay(await pageFor(stage.user, 'business monthly'))
      await wish(stage.user, 'starter monthly')
      await stage.vendor.renew(await portalOf(stage.user))
      await buyPro(stage)
    },
    ends: active('pro monthly', [49_200]),
    credit: 344,
  },
  'a renewal': {
    async play(stage) {
      await buyPro(stage)
      await stage.vendor.renew(await portalOf(stage.user))
    },
    ends: active('pro monthly', [4_900, 4_900]),
  },
  'an upgrade at once': {
    async play(stage) {
      await buyPro(stage)
      await stage.vendor.pay(await pageFor(stage.user, 'business monthly'))
    },
    ends: active('business monthly', [4_900, 5_000]),
  },
  'an upgrade in the middle of the month': {
    async play(stage) {
      await buyPro(stage)
      stage.pass(15 * day)
      await stage.vendor.pay(await pageFor(stage.user, 'business monthly'))
    },
    ends: active('business monthly', [2_500, 4_900]),
  },
  'an upgrade that was not confirmed': {
    async play(stage) {
      await buyPro(stage)
      await stage.vendor.decline(await pageFor(stage.user, 'business monthly'))
    },
    ends: active('pro monthly', [4_900]),
  },
  'an upgrade whose payment fails': {
    async play(stage) {
      await buyPro(stage)
      await stage.vendor.failToPay(await pageFor(stage.user, 'business monthly'))
    },
    ends: active('pro monthly', [4_900]),
  },
  'an upgrade whose payment fails, and is paid with another card': {
    async play(stage) {
      await buyPro(stage)
      const page = await pageFor(stage.user, 'business monthly')
      await stage.vendor.failToPay(page)
      await stage.vendor.pay(page)
    },
    ends: active('business monthly', [4_900, 5_000]),
  },
  'two upgrades in two tabs': {
    async play({ user, vendor, pass }) {
      await vendor.pay(await pageFor(user, 'pro monthly'))
      const first = await pageFor(user, 'pro yearly')
      // Test mode closes the first page. Stripe cannot, so the second upgrade has to wait.
      await wish(user, 'business monthly')
      pass(5 * minute)
      const second = await pageFor(user, 'business monthly')
      await vendor.pay(second)
      await vendor.pay(first)
    },
    ends: active('business monthly', [4_900, 5_000]),
  },
  'monthly to yearly': {
    async play(stage) {
      await buyPro(stage)
      await stage.vendor.pay(await pageFor(stage.user, 'pro yearly'))
    },
    ends: active('pro yearly', [4_900, 44_300]),
  },
  'a downgrade, before the end of the period': {
    async play(stage) {
      await buyPro(stage, 'business monthly')
      await wish(stage.user, 'pro monthly')
    },
    ends: { ...active('business monthly', [9_900]), scheduled: 'pro monthly' },
  },
  'a downgrade, after it': {
    async play(stage) {
      await buyPro(stage, 'business monthly')
      await wish(stage.user, 'pro monthly')
      await stage.vendor.renew(await portalOf(stage.user))
    },
    ends: active('pro monthly', [4_900, 9_900]),
  },
  'yearly to monthly': {
    async play(stage) {
      await buyPro(stage, 'pro yearly')
      await wish(stage.user, 'pro monthly')
      await stage.vendor.renew(await portalOf(stage.user))
    },
    ends: active('pro monthly', [4_900, 49_200]),
  },
  'a downgrade that was taken back': {
    async play(stage) {
      await buyPro(stage, 'business monthly')
      await wish(stage.user, 'pro monthly')
      await stage.user.post('/payments/cancel-downgrade')
      await stage.vendor.renew(await portalOf(stage.user))
    },
    ends: active('business monthly', [9_900, 9_900]),
  },
  'an upgrade while a downgrade is scheduled': {
    async play(stage) {
      await buyPro(stage, 'business monthly')
      await wish(stage.user, 'pro monthly')
      await stage.vendor.pay(await pageFor(stage.user, 'business yearly'))
      await stage.vendor.renew(await portalOf(stage.user))
    },
    ends: active('business yearly', [9_900, 89_700, 99_600]),
  },
  'an upgrade page that was open before a downgrade was scheduled': {
    async play({ user, vendor, pass }) {
      await vendor.pay(await pageFor(user, 'business monthly'))
      const page = await pageFor(user, 'business yearly')
      await vendor.leave(page)
      pass(5 * minute)
      await wish(user, 'pro monthly')
      await vendor.pay(page)
    },
    ends: { ...active('business monthly', [9_900]), scheduled: 'pro monthly' },
  },
  'an upgrade page that was open before the customer cancelled in the portal': {
    async play({ user, vendor }) {
      await vendor.pay(await pageFor(user, 'pro monthly'))
      const page = await pageFor(user, 'business monthly')
      await vendor.cancel(await portalOf(user))
      await vendor.pay(page)
    },
    ends: { tier: 'pro', subscription: 'pro monthly cancelled', scheduled: 'free monthly', paid: [4_900] },
  },
  'another downgrade than the one that is scheduled': {
    async play(stage) {
      await buyPro(stage, 'business monthly')
      await wish(stage.user, 'pro monthly')
      await wish(stage.user, 'starter monthly')
      await stage.vendor.renew(await portalOf(stage.user))
    },
    ends: { tier: 'free', subscription: 'business monthly cancelled', scheduled: null, paid: [9_900] },
  },
  'a cancellation, before the end of the period': {
    async play(stage) {
      await buyPro(stage)
      await stage.vendor.cancel(await portalOf(stage.user))
    },
    ends: { tier: 'pro', subscription: 'pro monthly cancelled', scheduled: 'free monthly', paid: [4_900] },
  },
  'a cancellation, after it': {
    async play(stage) {
      await buyPro(stage)
      await wish(stage.user, 'starter monthly')
      await stage.vendor.renew(await portalOf(stage.user))
    },
    ends: { tier: 'free', subscription: 'pro monthly cancelled', scheduled: null, paid: [4_900] },
  },
  'a cancellation that was taken back': {
    async play(stage) {
      await buyPro(stage)
      const portal = await portalOf(stage.user)
      await stage.vendor.cancel(portal)
      await stage.vendor.resume(portal)
    },
    ends: active('pro monthly', [4_900]),
  },
  'a new subscription after the end of one': {
    async play(stage) {
      await buyPro(stage)
      await wish(stage.user, 'starter monthly')
      await stage.vendor.renew(await portalOf(stage.user))
      await buyPro(stage, 'business monthly')
    },
    ends: active('business monthly', [4_900, 9_900]),
  },
}
