import { expect, type Page } from '@playwright/test'
import { answer, type Scene } from './scene.ts'

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
  'test-checkout-complete': {
    as: 'clear',
    show: page => hosted(page, { ...checkout, state: 'complete', subscription }),
  },
  'test-portal': { as: 'clear', show: page => hosted(page, portal) },
} satisfies Record<string, Scene>
