import { plans } from './plans.ts'
import { nextTier, rank, type Tier } from './tiers.ts'

/** What a plan may lock. The key is in refusals and opens the upgrade dialog. */
export const features = ['exports', 'ai_interactive', 'adhoc_domains', 'domains', 'alerts', 'spf_flattening'] as const

export type Feature = (typeof features)[number]

/** The lowest plan with a feature. Every plan has `domains`; only the number differs. */
export const featureNeeds: { readonly [F in Feature]: Tier } = {
  exports: 'pro',
  ai_interactive: 'pro',
  adhoc_domains: 'pro',
  domains: 'free',
  alerts: 'pro',
  spf_flattening: 'pro',
}

/** Whether this plan has the feature. */
export function mayUse(tier: Tier, feature: Feature): boolean {
  return rank(tier) >= rank(featureNeeds[feature])
}

/** The decision of a plan: allowed, or the limit that was reached. */
export type Gate = { allowed: true } | { allowed: false; limit: number; upgradeTo: Tier | null }

const underLimit = (tier: Tier, used: number, limit: number | null): Gate =>
  limit === null || used < limit ? { allowed: true } : { allowed: false, limit, upgradeTo: nextTier(tier) }

/** Whether one more domain may be added to `count` existing ones. */
export function mayAddDomain(tier: Tier, count: number): Gate {
  return underLimit(tier, count, plans[tier].domains)
}

/** Whether another scan may start after `scansThisMonth` in this calendar month (UTC). */
export function mayScan(tier: Tier, scansThisMonth: number): Gate {
  return underLimit(tier, scansThisMonth, plans[tier].scansPerMonth)
}

/** "1 domain", "10 domains", "unlimited domains". */
export function domainAllowance(domains: number | null): string {
  if (domains === null) return 'unlimited domains'
  return `${domains} ${domains === 1 ? 'domain' : 'domains'}`
}

/** "3 flattening configurations", "unlimited flattening configurations". */
function flatteningAllowance(configurations: number | null): string {
  return `${configurations ?? 'unlimited'} flattening configurations`
}

const dialogs: { readonly [F in Feature]: { title: string; what: string } } = {
  exports: { title: 'Export reports', what: 'PDF and CSV exports are' },
  ai_interactive: { title: 'Ask the AI assistant', what: 'Interactive AI is' },
  adhoc_domains: { title: 'Use any domain', what: 'Records for hand-typed domains are' },
  domains: { title: 'Domain limit reached', what: 'More domains are' },
  alerts: { title: 'Get alerts', what: 'Alerts by email, Slack and Teams are' },
  spf_flattening: { title: 'Flatten SPF', what: 'Hosted SPF flattening is' },
}

/** The texts of the upgrade dialog. */
export interface UpgradeText {
  title: string
  text: string
  /** The plan to upgrade to; null when there is none above. */
  upgradeTo: Tier | null
  /** The features of that plan, as on its card. */
  features: readonly string[]
}

/**
 * The text of the upgrade dialog when `tier` lacks `feature`: for a quota (domains, flattening) the numbers of this
 * plan and the next one, for a locked feature the lowest plan that has it.
 */
export function upgradeText(feature: Feature, tier: Tier): UpgradeText {
  const { title, what } = dialogs[feature]
  const label = plans[tier].label
  if (!mayUse(tier, feature)) {
    const needed = featureNeeds[feature]
    const them = what.endsWith(' are') ? 'them' : 'it'
    const text = `${what} not part of your ${label} plan. Upgrade to ${plans[needed].label} to use ${them}.`
    return { title, text, upgradeTo: needed, features: plans[needed].features }
  }
  const allowance = (of: Tier): string =>
    feature === 'spf_flattening' ? flatteningAllowance(plans[of].flattening) : domainAllowance(plans[of].domains)
  const next = nextTier(tier)
  const here = `Your ${label} plan allows ${allowance(tier)}.`
  if (next === null) return { title, text: here, upgradeTo: null, features: [] }
  const text = `${here} Upgrade to ${plans[next].label} for ${allowance(next)}.`
  return { title, text, upgradeTo: next, features: plans[next].features }
}

/** Below Pro, when today's threat lookups are used up; null when no plan has more. */
export function threatLookupsUpgradeText(tier: Tier): string | null {
  const next = nextTier(tier)
  if (next === null || rank(tier) > 0) return null
  const plan = plans[next]
  return `Upgrade to ${plan.label} ($${plan.price.month}/mo) for ${plan.threatLookupsShown} VT queries/day`
}
