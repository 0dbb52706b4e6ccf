import type { Tier } from './tiers.ts'

/** Price in whole US dollars per month: billed monthly, and billed yearly. */
export interface Price {
  month: number
  year: number
}

/** The price and limits of a plan. null: unlimited. */
export interface Plan {
  /** The displayed name. */
  label: string
  price: Price
  domains: number | null
  /** Members of a workspace, open invitations counted. */
  members: number | null
  /** Scans started in one calendar month, UTC. */
  scansPerMonth: number | null
  threatLookupsPerDay: number
  /** The same number for display: "1000+". */
  threatLookupsShown: string
  blocklists: number
  /** Flattening configurations. */
  flattening: number | null
  chatMessagesPerDay: number | null
  alertsPerMonth: number | null
  /** IP addresses whose blocklist entries are checked once a day. */
  watchedAddresses: number
  /** Days of DNS history shown. All plans keep the longest of them. */
  historyDays: number
  /** The lines of the plan card, in order. */
  features: readonly string[]
}

/** The single place of prices and quotas. All texts with one are built from here. */
export const plans: { readonly [T in Tier]: Plan } = {
  free: {
    label: 'Starter',
    price: { month: 0, year: 0 },
    domains: 1,
    members: 1,
    scansPerMonth: 10,
    threatLookupsPerDay: 10,
    threatLookupsShown: '10',
    blocklists: 10,
    flattening: 0,
    chatMessagesPerDay: 10,
    alertsPerMonth: 0,
    watchedAddresses: 0,
    historyDays: 30,
    features: [
      '1 domain',
      '10 scans per month',
      '10 threat lookups per day',
      'Top 10 blacklists',
      'Basic AI chat',
      '10 chat messages per day',
    ],
  },
  pro: {
    label: 'Pro',
    price: { month: 49, year: 41 },
    domains: 10,
    members: 5,
    scansPerMonth: null,
    threatLookupsPerDay: 250,
    threatLookupsShown: '250',
    blocklists: 34,
    flattening: 3,
    chatMessagesPerDay: null,
    alertsPerMonth: 1000,
    watchedAddresses: 0,
    historyDays: 365,
    features: [
      '10 domains',
      'Unlimited scans',
      '250 threat lookups per day',
      'All 34 blacklists',
      'Scheduled scans (daily, weekly, monthly)',
      'Smart interpretation',
      'Full AI and all tools',
      '3 flattening configurations',
      'Ad-hoc domains',
      'Exports',
      'Alerts',
      '5 members',
    ],
  },
  business: {
    label: 'Business',
    price: { month: 99, year: 83 },
    domains: null,
    members: null,
    scansPerMonth: null,
    threatLookupsPerDay: 1000,
    threatLookupsShown: '1000+',
    blocklists: 34,
    flattening: null,
    chatMessagesPerDay: null,
    alertsPerMonth: null,
    watchedAddresses: 256,
    historyDays: 365,
    features: [
      'Unlimited domains',
      'Unlimited scans',
      '1000+ threat lookups per day',
      'All 34 blacklists',
      'Everything in Pro',
      'Unlimited SPF flattening',
      'Advanced AI analysis',
      'Custom blacklist configuration',
      'Enhanced analytics',
      'Full API access',
      'Unlimited members',
      '256 watched addresses',
    ],
  },
}

/** The saving of yearly billing, in whole percent of the monthly price. 0 for a free plan. */
export function yearlySaving(price: Price): number {
  return price.month === 0 ? 0 : Math.round((1 - price.year / price.month) * 100)
}

/** How full a quota is: red from 90%, orange from 70%. An unlimited quota is never full. */
export type UsageLevel = 'ok' | 'high' | 'critical'

/** The color step of a usage bar (specification 2, section 9). `limit` null: unlimited. */
export function usageLevel(used: number, limit: number | null): UsageLevel {
  if (limit === null) return 'ok'
  if (used * 100 >= limit * 90) return 'critical'
  return used * 100 >= limit * 70 ? 'high' : 'ok'
}
