import { expect, type Page } from '@playwright/test'
import { answer, fault, hold, rewrite, type Scene } from './scene.ts'

/** At noon, so that a date is the same in every time zone near UTC. */
const end = '2099-12-20T12:00:00.000Z'
const failedAt = () => new Date(Date.now() - 86_400_000).toISOString()

const active = { billing_period: 'monthly', status: 'active', current_period_end: end, past_due_since: null, credit: 0 }
const pro = { ...active, plan: 'pro' }
const business = { ...active, plan: 'business' }
const toPro = {
  scheduled: true,
  currentPlan: 'business',
  newPlan: 'pro',
  newPeriod: 'monthly',
  effectiveDate: end,
  newPrice: 49,
}
const toStarter = { ...toPro, currentPlan: 'pro', newPlan: 'free', newPrice: 0 }

/** The account with this subscription, which has renewals and failures that take months to come. */
async function paying(
  page: Page,
  subscription: object | null,
  scheduled: object = { scheduled: false },
): Promise<void> {
  await answer(page, '/payments/subscription', { subscription })
  await answer(page, '/payments/scheduled-downgrade', scheduled)
  await page.goto('/account')
  await expect(page.getByText('Current plan').first()).toBeVisible()
}

const choose = (page: Page, name: string) => page.getByRole('button', { name }).click()

export const billingScenes = {
  'billing-pro': { as: 'clear', show: page => paying(page, pro) },
  'billing-credit': { as: 'business', show: page => paying(page, { ...business, credit: 393 }, toPro) },
  'billing-starter-yearly': {
    as: 'used',
    show: async page => {
      await paying(page, null)
      await page.getByLabel(/^Yearly/).check()
      await expect(page.getByText('$492 billed annually (save 16%)')).toBeVisible()
    },
  },
  'billing-scheduled': { as: 'business', show: page => paying(page, business, toPro) },
  'billing-ending': { as: 'clear', show: page => paying(page, { ...pro, status: 'cancelled' }, toStarter) },
  'billing-past-due': {
    as: 'clear',
    show: page => paying(page, { ...pro, status: 'past_due', past_due_since: failedAt() }),
  },
  'billing-loading': {
    as: 'clear',
    show: async page => {
      await hold(page, '/payments/**')
      await page.goto('/account')
      await expect(page.getByText('Loading your account')).toBeAttached()
    },
  },
  'billing-failed': {
    as: 'clear',
    show: async page => {
      await fault(page, 'GET', '/payments/subscription', 500)
      await page.goto('/account')
      await expect(page.getByText('Your subscription could not be loaded').first()).toBeVisible()
    },
  },
  'billing-off': {
    as: 'business',
    show: async page => {
      await rewrite<object>(page, '/config', reply => ({ ...reply, billing: 'off', test_money: false }))
      await page.goto('/account')
      await expect(page.getByText('Account Information')).toBeVisible()
      await expect(page.getByText('Compare Plans')).toHaveCount(0)
    },
  },
  'account-usage': {
    as: 'used',
    show: async page => {
      await rewrite<object>(page, '/usage/scans-this-month', reply => ({ ...reply, scans_this_month: 7 }))
      await rewrite<object>(page, '/vt/usage', reply => ({ ...reply, current_usage: 9 }))
      await page.goto('/account')
      await expect(page.getByText('Almost used up')).toHaveCount(1)
    },
  },
  'billing-downgrade': {
    as: 'business',
    show: async page => {
      await paying(page, business)
      await choose(page, 'Downgrade to Pro')
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  'billing-downgraded': {
    as: 'business',
    show: async page => {
      const message = 'Your plan changes to Pro on December 20, 2099. You keep Business until then.'
      const done = { downgrade_scheduled: true, effective_date: end, message }
      await fault(page, 'POST', '/payments/create-checkout', 200, done)
      await paying(page, business)
      await choose(page, 'Downgrade to Pro')
      await choose(page, 'Schedule downgrade')
      await expect(page.getByRole('dialog')).toContainText(message)
    },
  },
  'billing-proration': {
    as: 'clear',
    show: async page => {
      const preview = { prorated_amount: 27.43, credit: 0, new_subscription_start: end }
      await fault(page, 'POST', '/payments/create-checkout', 200, preview)
      await paying(page, pro)
      await choose(page, 'Upgrade to Business')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  'billing-refused': {
    as: 'used',
    show: async page => {
      await fault(page, 'POST', '/payments/create-checkout', 502)
      await paying(page, null)
      await choose(page, 'Upgrade to Pro')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  'payment-unknown': {
    as: 'used',
    refused: true,
    show: async page => {
      await page.goto('/account?session_id=unknown')
      await expect(page.getByText(/^Error verifying payment/)).toBeVisible()
    },
  },
} satisfies Record<string, Scene>
