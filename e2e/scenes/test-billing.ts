import { expect, type Page } from '@playwright/test'
import { answer, fault, hold, type Scene } from './scene.ts'

const end = '2099-12-20T12:00:00.000Z'
const subscription = {
  plan: 'pro',
  billing_period: 'monthly',
  status: 'active',
  current_period_end: end,
  past_due_since: null,
}
const checkout = {
  kind: 'checkout',
  state: 'open',
  plan: 'pro',
  billing_period: 'monthly',
  amount: 49,
  expires_at: end,
  return_url: '/account',
  subscription: null,
  fails_next: false,
}
const portal = { ...checkout, kind: 'portal', plan: null, billing_period: null, amount: 0, subscription }

async function hosted(page: Page, shown: object): Promise<void> {
  await answer(page, '/billing/test/s1', shown)
  await page.goto('/billing/test/s1')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

export const testBillingScenes = {
  'test-checkout': { as: 'used', show: page => hosted(page, checkout) },
  'test-checkout-change': {
    as: 'clear',
    show: page => hosted(page, { ...checkout, kind: 'change', plan: 'business', amount: 27.43, subscription }),
  },
  'test-checkout-declined': {
    as: 'used',
    show: async page => {
      await fault(page, 'POST', '/billing/test/s1/outcome', 200, { page: checkout, url: null, declined: true })
      await hosted(page, checkout)
      await page.getByRole('button', { name: 'Decline' }).click()
      await expect(page.getByText('The payment was declined')).toBeVisible()
    },
  },
  'test-checkout-complete': {
    as: 'clear',
    show: page => hosted(page, { ...checkout, state: 'complete', subscription }),
  },
  'test-checkout-expired': { as: 'used', show: page => hosted(page, { ...checkout, state: 'expired' }) },
  'test-checkout-unknown': {
    as: 'used',
    refused: true,
    show: async page => {
      await page.goto('/billing/test/no-such-page')
      await expect(page.getByText('Payment page not found')).toBeVisible()
    },
  },
  'test-checkout-loading': {
    as: 'used',
    show: async page => {
      await hold(page, '/billing/test/s1')
      await page.goto('/billing/test/s1')
      await expect(page.getByText('Loading the payment')).toBeAttached()
    },
  },
  'test-checkout-failed': {
    as: 'used',
    show: async page => {
      await fault(page, 'GET', '/billing/test/s1', 500)
      await page.goto('/billing/test/s1')
      await expect(page.getByText('This page could not be loaded')).toBeVisible()
    },
  },
  'test-portal': { as: 'clear', show: page => hosted(page, portal) },
  'test-portal-cancelled': {
    as: 'clear',
    show: async page => {
      const cancelled = { ...portal, subscription: { ...subscription, status: 'cancelled' } }
      await fault(page, 'POST', '/billing/test/s1/action', 200, { page: cancelled, url: null, declined: false })
      await hosted(page, portal)
      await page.getByRole('button', { name: 'Cancel subscription' }).click()
      await expect(page.getByRole('status').getByText('The subscription ends with this period')).toBeVisible()
    },
  },
  'test-portal-overdue': {
    as: 'clear',
    show: page =>
      hosted(page, {
        ...portal,
        amount: 49,
        fails_next: true,
        subscription: { ...subscription, status: 'past_due', past_due_since: '2026-11-20T12:00:00.000Z' },
      }),
  },
  'test-portal-expired': { as: 'clear', show: page => hosted(page, { ...portal, state: 'expired' }) },
} satisfies Record<string, Scene>
