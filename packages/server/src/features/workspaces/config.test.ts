import { describe, expect, it } from 'vitest'
import { stripeBilling } from '../../adapters/billing/stripe.ts'
import { readEnv } from '../../env.ts'
import type { Billing } from '../../ports.ts'
import { subjectIsToken } from '../../testing/offline.ts'
import { stripeAccount } from '../../testing/stripe-vendor.ts'
import { publicConfig } from './config.ts'

const configWith = (billing: Billing | null, env: Record<string, string> = {}) =>
  publicConfig({ env: readEnv(env), auth: subjectIsToken, mail: { kind: 'outbox', send: async () => '' }, billing })

const stripeWith = (secretKey: string) =>
  stripeBilling({ settings: { ...stripeAccount, secretKey, apiBase: null }, now: () => new Date() })

describe('the public settings', () => {
  it.each([
    ['sk_test_0123456789abcdef', true],
    ['rk_test_0123456789abcdef', true],
    ['sk_live_0123456789abcdef', false],
  ])('with the key %s of Stripe, "no money moves" is %s', async (secretKey, is) => {
    expect((await configWith(stripeWith(secretKey))).test_money).toBe(is)
  })

  it('name the plan of a new account, and the threat lookups that the operator gives to Business', async () => {
    expect(await configWith(null, { DEFAULT_TIER: 'pro', THREAT_LOOKUPS_BUSINESS: '400' })).toEqual({
      auth: { mode: 'embedded' },
      signup: 'open',
      signup_open: true,
      billing: 'test',
      test_money: false,
      default_tier: 'pro',
      threat_lookups_business: 400,
      operator_name: null,
      contact_email: null,
      mail: false,
      visitor_check: true,
      relay_test: true,
      virustotal: false,
    })
  })

  it('do not speak of money where nothing is sold', async () => {
    expect((await configWith(null, { BILLING: 'off' })).test_money).toBe(false)
  })
})
