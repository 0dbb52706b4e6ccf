import { domainAllowance } from './gates.ts'
import { plans } from './plans.ts'
import type { Tier } from './tiers.ts'

/**
 * Whether a domain is read-only: a workspace with more domains than its plan allows (after a downgrade) keeps all of them,
 * and the newest ones beyond the limit cannot be scanned, monitored or changed, until older ones are removed or the plan
 * is upgraded (decision 5.7).
 *
 * @param older the number of domains of the workspace that are older; of two added at one moment, the lower id is the older
 */
export function isReadOnlyDomain(tier: Tier, older: number): boolean {
  const limit = plans[tier].domains
  return limit !== null && older >= limit
}

/** Why a domain is read-only, and what changes that. */
export function readOnlyWords(tier: Tier): string {
  const { label, domains } = plans[tier]
  return `This domain is read-only: your ${label} plan allows ${domainAllowance(domains)}. Upgrade your plan or delete an older domain.`
}
