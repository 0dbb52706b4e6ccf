import { describe, expect, it } from 'vitest'
import {
  canonicalTier,
  features,
  mayAddDomain,
  mayAddMember,
  mayScan,
  mayUse,
  nextTier,
  plans,
  rank,
  threatLookupsUpgradeText,
  tiers,
  upgradeText,
  usageLevel,
  yearlySaving,
} from './index.ts'

describe('tier names', () => {
  it.each([
    ['free', 'free'],
    ['starter', 'free'],
    ['basic', 'free'],
    [' Starter ', 'free'],
    ['PRO', 'pro'],
    ['business', 'business'],
    ['enterprise', 'business'],
    ['gold', null],
    ['', null],
    ['constructor', null],
  ] as const)('%j is stored as %j', (text, tier) => {
    expect(canonicalTier(text)).toBe(tier)
  })

  it('rank free < pro < business', () => {
    expect(tiers.map(rank)).toEqual([0, 1, 2])
    expect(tiers.map(nextTier)).toEqual(['pro', 'business', null])
  })
})

describe('plans', () => {
  it('cost what the specification says, 16% less when billed yearly', () => {
    expect(tiers.map(tier => [plans[tier].label, plans[tier].price.month, plans[tier].price.year])).toEqual([
      ['Starter', 0, 0],
      ['Pro', 49, 41],
      ['Business', 99, 83],
    ])
    expect(tiers.map(tier => yearlySaving(plans[tier].price))).toEqual([0, 16, 16])
    expect([plans.pro.price.year * 12, plans.business.price.year * 12]).toEqual([492, 996])
  })

  it('allow what the specification says', () => {
    const table = tiers.map(tier => {
      const plan = plans[tier]
      return [plan.domains, plan.scansPerMonth, plan.threatLookupsPerDay, plan.threatLookupsShown, plan.blocklists]
    })
    expect(table).toEqual([
      [1, 10, 10, '10', 10],
      [10, null, 250, '250', 34],
      [null, null, 1000, '1000+', 34],
    ])
    expect(tiers.map(tier => plans[tier].flattening)).toEqual([0, 3, null])
    expect(tiers.map(tier => plans[tier].alertsPerMonth)).toEqual([0, 1000, null])
  })

  it('show the same numbers on their cards as they enforce', () => {
    for (const tier of tiers) {
      const plan = plans[tier]
      expect(plan.features.some(line => line.startsWith(`${plan.threatLookupsShown} threat lookups`))).toBe(true)
      expect(plan.features.some(line => line.endsWith(`${plan.blocklists} blacklists`))).toBe(true)
    }
  })
})

describe('gates', () => {
  it('stop the second domain on Starter and the eleventh on Pro, never one on Business', () => {
    expect(mayAddDomain('free', 0)).toEqual({ allowed: true })
    expect(mayAddDomain('free', 1)).toEqual({ allowed: false, limit: 1, upgradeTo: 'pro' })
    expect(mayAddDomain('pro', 9)).toEqual({ allowed: true })
    expect(mayAddDomain('pro', 10)).toEqual({ allowed: false, limit: 10, upgradeTo: 'business' })
    expect(mayAddDomain('business', 100_000)).toEqual({ allowed: true })
  })

  it('stop the eleventh scan of the month on Starter only', () => {
    expect(mayScan('free', 9)).toEqual({ allowed: true })
    expect(mayScan('free', 10)).toEqual({ allowed: false, limit: 10, upgradeTo: 'pro' })
    expect(mayScan('pro', 10_000)).toEqual({ allowed: true })
  })

  it('stop the second member on Starter and the sixth on Pro, never one on Business', () => {
    expect(mayAddMember('free', 1)).toEqual({ allowed: false, limit: 1, upgradeTo: 'pro' })
    expect(mayAddMember('pro', 4)).toEqual({ allowed: true })
    expect(mayAddMember('pro', 5)).toEqual({ allowed: false, limit: 5, upgradeTo: 'business' })
    expect(mayAddMember('business', 100_000)).toEqual({ allowed: true })
  })

  it('lock every feature but domains and members on Starter, only what Business adds on Pro, none on Business', () => {
    expect(features.filter(feature => mayUse('free', feature))).toEqual(['domains', 'members'])
    expect(features.filter(feature => !mayUse('pro', feature))).toEqual([
      'watched_addresses',
      'api_access',
      'custom_blocklists',
      'analytics',
      'report_branding',
    ])
    expect(features.filter(feature => !mayUse('business', feature))).toEqual([])
  })
})

describe('the upgrade dialog', () => {
  it('names this limit and the next', () => {
    expect(upgradeText('domains', 'pro').text).toBe(
      'Your Pro plan allows 10 domains. Upgrade to Business for unlimited domains.',
    )
    expect(upgradeText('domains', 'free').text).toBe(
      'Your Starter plan allows 1 domain. Upgrade to Pro for 10 domains.',
    )
    expect(upgradeText('domains', 'business')).toMatchObject({
      text: 'Your Business plan allows unlimited domains.',
      upgradeTo: null,
    })
    expect(upgradeText('spf_flattening', 'pro').text).toBe(
      'Your Pro plan allows 3 flattening configurations. Upgrade to Business for unlimited flattening configurations.',
    )
  })

  it('names the members of this plan and the next', () => {
    expect(tiers.map(tier => upgradeText('members', tier).text)).toEqual([
      'Your Starter plan allows 1 member. Upgrade to Pro for 5 members.',
      'Your Pro plan allows 5 members. Upgrade to Business for unlimited members.',
      'Your Business plan allows unlimited members.',
    ])
  })

  it('uses singular and plural correctly', () => {
    expect(upgradeText('ai_interactive', 'free').text).toBe(
      'Interactive AI is not part of your Starter plan. Upgrade to Pro to use it.',
    )
    expect(upgradeText('adhoc_domains', 'free').text).toBe(
      'Records for domains you have not added are not part of your Starter plan. Upgrade to Pro to use them.',
    )
  })

  it.each(features.filter(feature => !mayUse('free', feature)))(
    'on Starter points from %s to the plan with it',
    feature => {
      const dialog = upgradeText(feature, 'free')
      const needed = mayUse('pro', feature) ? 'pro' : 'business'
      expect(dialog.text).toMatch(/ not part of your Starter plan\. Upgrade to (Pro|Business) to use (it|them)\.$/)
      expect(dialog.text).toContain(`Upgrade to ${plans[needed].label} `)
      expect(dialog.upgradeTo).toBe(needed)
      expect(dialog.features).toBe(plans[needed].features)
    },
  )

  it('builds the threat lookup text from the plan', () => {
    expect(threatLookupsUpgradeText('free')).toBe('Upgrade to Pro ($49/mo) for 250 VT queries/day')
    expect(threatLookupsUpgradeText('pro')).toBeNull()
    expect(threatLookupsUpgradeText('business')).toBeNull()
  })
})

it('a usage bar is orange from 70% and red from 90%', () => {
  expect([0, 6, 7, 8, 9, 10, 11].map(used => usageLevel(used, 10))).toEqual([
    'ok',
    'ok',
    'high',
    'high',
    'critical',
    'critical',
    'critical',
  ])
  expect(usageLevel(1_000_000, null)).toBe('ok')
})

it('a feature that the plan has, and that the server refused all the same, names no limit', () => {
  expect(upgradeText('ai_interactive', 'business')).toEqual({
    title: 'Ask the AI assistant',
    text: 'Your plan has changed. Reload the page to see what it includes.',
    upgradeTo: null,
    features: [],
  })
})
