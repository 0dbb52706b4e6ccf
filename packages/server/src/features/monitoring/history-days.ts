import { plans, type Tier } from '@waxseal/core/plan'

const dayMs = 86_400_000

/** A workspace sees the DNS changes that were found at this time or later. Its plan decides (decision 4.21). */
export function shownSince(tier: Tier, now: Date): Date {
  return new Date(now.getTime() - plans[tier].historyDays * dayMs)
}

/**
 * DNS changes are kept from this time on, for as long as the longest plan shows them. A lower plan hides changes and
 * deletes none, so an upgrade or a late payment shows them again (decision 5.7).
 */
export function keptSince(now: Date): Date {
  const days = Math.max(...Object.values(plans).map(({ historyDays }) => historyDays))
  return new Date(now.getTime() - days * dayMs)
}
