/** The accounts of the browser tests' world. */
import { demoWorld } from '@waxseal/core/fixtures'
import { longName } from './zones.ts'

export type AccountName =
  | 'empty'
  | 'growing'
  | 'fresh'
  | 'clear'
  | 'business'
  | 'whole'
  | 'odd'
  | 'full'
  | 'used'
  | 'scratch'
  | 'actions'
  | 'hosting'

/** The plan and the domains of each account, and the number of scans of each domain before the tests. */
export const plans: Record<AccountName, { tier: 'free' | 'pro' | 'business'; domains: Record<string, number> }> = {
  empty: { tier: 'free', domains: {} },
  growing: { tier: 'business', domains: {} },
  fresh: { tier: 'free', domains: { 'perfect.example': 0 } },
  clear: { tier: 'pro', domains: { 'parked.example': 1, 'perfect.example': 1 } },
  odd: {
    tier: 'business',
    domains: {
      'astray.example': 1,
      'hostile.example': 1,
      'north.branches.example': 1,
      'pasted.example': 1,
      'silent.example': 1,
      'slow.example': 0,
      [longName]: 1,
      'xn--mgbh0fb.example': 1,
      'xn--mnchen-3ya.example': 1,
    },
  },
  business: {
    tier: 'business',
    domains: {
      'bare.example': 1,
      'bogus.example': 1,
      'customer-0.example': 1,
      'customer-1.example': 1,
      'mixed.example': 1,
      'monitoring.example': 1,
      'never.example': 0,
      'nodmarc.example': 1,
      'nothing.example': 1,
      'parked.example': 1,
      'perfect.example': 1,
      'toomany.example': 1,
      'twospf.example': 1,
      'unreachable.example': 1,
    },
  },
  whole: {
    tier: 'pro',
    domains: {
      'hosted.example': 1,
      'keys.example': 1,
      'listed.example': 1,
      'nokey.example': 1,
      'refused.example': 1,
      'relaying.example': 1,
      'shop.example': 1,
    },
  },
  full: {
    tier: 'pro',
    domains: Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`customer-${index}.example`, 0])),
  },
  used: { tier: 'free', domains: { 'perfect.example': 10 } },
  scratch: { tier: 'pro', domains: { 'perfect.example': 0, 'nodmarc.example': 0 } },
  hosting: { tier: 'pro', domains: { 'hosting.example': 0 } },
  // Every domain of the demo's world, and the troubles that only these tests' zones have.
  actions: {
    tier: 'business',
    domains: Object.fromEntries(
      [
        ...demoWorld.domains.map(({ name }) => name),
        'astray.example',
        'north.branches.example',
        'nothing.example',
        'pasted.example',
        'unreachable.example',
      ].map(name => [name, 1]),
    ),
  },
}

/** Selectors that the accounts added before the first scan. */
export const selectors: Readonly<Record<string, string>> = {
  'keys.example': 'spring2024',
  'hosted.example': 'google',
  'pasted.example': 's1',
}
