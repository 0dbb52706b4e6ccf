import { active, buyPro, type Scenario } from './billing-scenarios.ts'
import { pageFor, portalOf, wish } from './billing-world.ts'

const day = 24 * 3_600_000

/** Payments that are declined. */
export const unpaidScenarios: Readonly<Record<string, Scenario>> = {
  'a first payment that is declined': {
    async play(stage) {
      await buyPro(stage)
      await wish(stage.user, 'starter monthly')
      // The subscription ends, so the next payment is that of a new one.
      await stage.vendor.failToRenew(await portalOf(stage.user))
      await stage.vendor.pay(await pageFor(stage.user, 'business monthly'))
    },
    ends: { tier: 'free', subscription: 'pro monthly cancelled', scheduled: null, paid: [4_900] },
  },
  'a first payment that is declined, and another one': {
    async play(stage) {
      await buyPro(stage)
      await wish(stage.user, 'starter monthly')
      await stage.vendor.failToRenew(await portalOf(stage.user))
      const page = await pageFor(stage.user, 'business monthly')
      await stage.vendor.pay(page)
      await stage.vendor.pay(page)
    },
    ends: active('business monthly', [4_900, 9_900]),
  },
  'a yearly renewal that is not paid for two weeks': {
    async play(stage) {
      await buyPro(stage, 'pro yearly')
      await stage.vendor.failToRenew(await portalOf(stage.user))
      stage.pass(14 * day)
    },
    ends: { tier: 'free', subscription: 'pro yearly cancelled', scheduled: null, paid: [49_200] },
  },
  'a renewal that fails': {
    async play(stage) {
      await buyPro(stage)
      await stage.vendor.failToRenew(await portalOf(stage.user))
    },
    ends: { tier: 'pro', subscription: 'pro monthly past_due', scheduled: null, paid: [4_900] },
  },
  'a renewal that is not paid for a week': {
    async play(stage) {
      await buyPro(stage)
      await stage.vendor.failToRenew(await portalOf(stage.user))
      stage.pass(7 * day)
    },
    ends: { tier: 'free', subscription: 'pro monthly past_due', scheduled: null, paid: [4_900] },
  },
  'a renewal that is paid late': {
    async play(stage) {
      await buyPro(stage)
      await stage.vendor.failToRenew(await portalOf(stage.user))
      stage.pass(8 * day)
      await stage.vendor.payOverdue(await portalOf(stage.user))
    },
    ends: active('pro monthly', [4_900, 4_900]),
  },
  'a renewal that is never paid': {
    async play(stage) {
      await buyPro(stage)
      const portal = await portalOf(stage.user)
      await stage.vendor.failToRenew(portal)
      await stage.vendor.renew(portal)
    },
    ends: { tier: 'free', subscription: 'pro monthly cancelled', scheduled: null, paid: [4_900] },
  },
}
