import { plans } from './plans.ts'
import { nextTier, rank, type Tier } from './tiers.ts'

/** What a plan may lock. The key is in refusals and opens the upgrade dialog. */
export const features = [
  'exports',
  'ai_interactive',
  'adhoc_domains',
  'domains',
  'members',
  'alerts',
  'scheduled_scans',
  'spf_flattening',
  'watched_addresses',
  'api_access',
  'custom_blocklists',
  'analytics',
  'report_branding',
] as const

export type Feature = (typeof features)[number]

/** The lowest plan with a feature. Every plan has `domains` and `members`; only the numbers differ. */
export const featureNeeds: { readonly [F in Feature]: Tier } = {
  exports: 'pro',
  ai_interactive: 'pro',
  adhoc_domains: 'pro',
  domains: 'free',
  members: 'free',
  alerts: 'pro',
  scheduled_scans: 'pro',
  spf_flattening: 'pro',
  watched_addresses: 'business',
  api_access: 'business',
  custom_blocklists: 'business',
  analytics: 'business',
  report_branding: 'business',
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

/** Whether one more member may join, or be invited to, the `count` members and open invitations of a workspace. */
export function mayAddMember(tier: Tier, count: number): Gate {
  return underLimit(tier, count, plans[tier].members)
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

/** "1 member", "5 members", "unlimited members". */
export function memberAllowance(members: number | null): string {
  if (members === null) return 'unlimited members'
  return `${members} ${members === 1 ? 'member' : 'members'}`
}

/** "3 flattening configurations", "unlimited flattening configurations". */
function flatteningAllowance(configurations: number | null): string {
  return `${configurations ?? 'unlimited'} flattening configurations`
}

/** What a plan allows of a feature with a number; by default domains. */
function allowance(feature: Feature, tier: Tier): string {
  const plan = plans[tier]
  if (feature === 'spf_flattening') return flatteningAllowance(plan.flattening)
  return feature === 'members' ? memberAllowance(plan.members) : domainAllowance(plan.domains)
}

const dialogs: { readonly [F in Feature]: { title: string; what: string } } = {
  exports: { title: 'Export reports', what: 'Exports and share links are' },
  ai_interactive: { title: 'Ask the AI assistant', what: 'Interactive AI is' },
  adhoc_domains: { title: 'Use any domain', what: 'Records for domains you have not added are' },
  domains: { title: 'Domain limit reached', what: 'More domains are' },
  members: { title: 'Member limit reached', what: 'More members are' },
  alerts: { title: 'Get alerts', what: 'Alerts by email, Slack and Teams are' },
  scheduled_scans: { title: 'Schedule scans', what: 'Scheduled scans are' },
  spf_flattening: { title: 'Flatten SPF', what: 'Hosted SPF flattening is' },
  watched_addresses: { title: 'Watch addresses', what: 'Watched addresses are' },
  api_access: { title: 'Use the API', what: 'API keys are' },
  custom_blocklists: { title: 'Choose blocklists', what: 'Custom blocklists are' },
  analytics: { title: 'See analytics', what: 'Enhanced analytics is' },
  report_branding: { title: 'Brand your reports', what: 'Your own name and logo on reports are' },
}

/** The features that a plan has in a number. */
const quotas: ReadonlySet<Feature> = new Set(['domains', 'members', 'spf_flattening'])

/** The server refused what this plan has: another tab or member changed the plan. */
const planMoved = 'Your plan has changed. Reload the page to see what it includes.'

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
 * The text of the upgrade dialog when `tier` lacks `feature`: for a quota (domains, members, flattening) the numbers of this
 * plan and the next one, for a locked feature the lowest plan that has it. For a feature that `tier` has, the plan that is
 * known here is out of date.
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
  if (!quotas.has(feature)) return { title, text: planMoved, upgradeTo: null, features: [] }
  const next = nextTier(tier)
  const here = `Your ${label} plan allows ${allowance(feature, tier)}.`
  if (next === null) return { title, text: here, upgradeTo: null, features: [] }
  const text = `${here} Upgrade to ${plans[next].label} for ${allowance(feature, next)}.`
  return { title, text, upgradeTo: next, features: plans[next].features }
}

/** Below Pro, when today's threat lookups are used up; null when no plan has more. */
export function threatLookupsUpgradeText(tier: Tier): string | null {
  const next = nextTier(tier)
  if (next === null || rank(tier) > 0) return null
  const plan = plans[next]
  return `Upgrade to ${plan.label} ($${plan.price.month}/mo) for ${plan.threatLookupsShown} VT queries/day`
}
