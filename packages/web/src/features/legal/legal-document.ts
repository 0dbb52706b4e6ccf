import { plans, type Tier, tiers } from '@waxseal/core/plan'
import type { Config } from '../../lib/queries.ts'

/** A paragraph, or the entries of a list. */
export type Block = string | readonly string[]

export interface LegalSection {
  title: string
  blocks: readonly Block[]
}

/** What an installation decides about its legal texts; undefined: its configuration could not be loaded. */
export type Installation = Pick<Config, 'auth' | 'billing' | 'contact_email' | 'threat_lookups_business'> | undefined

/** The date of both texts. Change it with their content. */
export const lastUpdated = 'January 26, 2025'

/** The periods that both texts name. Days, but for the payment records. */
export const terms = {
  noticeDays: 30,
  deletedAccountDays: 30,
  backupDays: 90,
  paymentRecordYears: 7,
  privacyRequestDays: 30,
  minimumAge: 18,
  liabilityMonths: 12,
} as const

/** "Starter: 1 domain, 10 scans a month, 10 threat lookups a day, no alerts, 10 chat messages a day": one line for each plan. */
export function planLimits(installation: Installation): readonly string[] {
  return tiers.map(tier => `${plans[tier].label}: ${limitsOf(tier, installation)}`)
}

function limitsOf(tier: Tier, installation: Installation): string {
  const { domains, scansPerMonth, threatLookupsPerDay, threatLookupsShown, chatMessagesPerDay, alertsPerMonth } =
    plans[tier]
  // The operator sets that of Business.
  const own = tier === 'business' ? installation?.threat_lookups_business : undefined
  const lookups = own === undefined || own === threatLookupsPerDay ? threatLookupsShown : amount(own)
  return [
    domains === 1 ? '1 domain' : `${amount(domains)} domains`,
    `${amount(scansPerMonth)} scans a month`,
    `${lookups} threat lookups a day`,
    alertsPerMonth === 0 ? 'no alerts' : `${amount(alertsPerMonth)} alerts a month`,
    `${amount(chatMessagesPerDay)} chat messages a day`,
  ].join(', ')
}

function amount(limit: number | null): string {
  return limit === null ? 'unlimited' : limit.toLocaleString('en-US')
}

/** "$49 a month, or $492 a year ($41 a month)": one line for each plan with a price. */
export function planPrices(): readonly string[] {
  return tiers
    .map(tier => plans[tier])
    .filter(({ price }) => price.month > 0)
    .map(
      ({ label, price }) => `${label}: $${price.month} a month, or $${price.year * 12} a year ($${price.year} a month)`,
    )
}

/** The last section of both texts. */
export function contact(installation: Installation): LegalSection {
  const address = installation?.contact_email
  return {
    title: 'Contact',
    blocks: [address ? `Write to ${address}.` : 'Write to the operator of this installation.'],
  }
}
