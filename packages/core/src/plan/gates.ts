import { plans } from './plans.ts'
import { nextTier, rank, type Tier } from './tiers.ts'

/** What a plan may lock. The key travels in refusals and opens the upgrade dialog. */
export const features = ['exports', 'ai_interactive', 'adhoc_domains', 'domains', 'alerts', 'spf_flattening'] as const

export type Feature = (typeof features)[number]

/** The lowest plan that has a feature at all. `domains` is there for everyone; its number differs. */
export const featureNeeds: { readonly [F in Feature]: Tier } = {
  exports: 'pro',
  ai_interactive: 'pro',
  adhoc_domains: 'pro',
  domains: 'free',
  alerts: 'pro',
  spf_flattening: 'pro',
}

/** May this plan use the feature? */
export function mayUse(tier: Tier, feature: Feature): boolean {
  return rank(tier) >= rank(featureNeeds[feature])
}

/** A decision of the plan: allowed, or the limit that stands against it. */
export type Gate = { allowed: true } | { allowed: false; limit: number; upgradeTo: Tier | null }

const underLimit = (tier: Tier, used: number, limit: number | null): Gate =>
  limit === null || used < limit ? { allowed: true } : { allowed: false, limit, upgradeTo: nextTier(tier) }

/** May one more domain be added to the `count` there are? */
export function mayAddDomain(tier: Tier, count: number): Gate {
  return underLimit(tier, count, plans[tier].domains)
}

/** May another scan start after `scansThisMonth` in this calendar month (UTC)? */
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

/** The words of the upgrade dialog. */
export interface UpgradeText {
  title: string
  text: string
  /** The plan to move to, null when there is none above. */
  upgradeTo: Tier | null
  /** What that plan brings, as on its card. */
  features: readonly string[]
}

/**
 * What the upgrade dialog says when `feature` stops somebody on `tier`: for a quota (domains, flattening) the number of
 * this plan and of the next one, for a locked feature the lowest plan that has it.
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

/** Below Pro, when today's threat look-ups are used up; null where there is no plan with more. */
export function threatLookupsUpgradeText(tier: Tier): string | null {
  const next = nextTier(tier)
  if (next === null || rank(tier) > 0) return null
  const plan = plans[next]
  return `Upgrade to ${plan.label} ($${plan.price.month}/mo) for ${plan.threatLookupsShown} VT queries/day`
}
