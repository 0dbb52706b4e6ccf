import { type domainAnalytics, type ReplyOf, wording } from '@waxseal/contract'
import { checkRatesIn, listingsIn, severityCounts } from '@waxseal/core/health'
import { mayUse } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { requireDomain } from '../domains/require-domain.ts'
import type { Actor } from '../workspaces/actor.ts'
import { scansSince, scoredBefore } from './history-store.ts'
import { scoreLine } from './score-history.ts'

const dayMs = 86_400_000

/** A year of one scan a day and two a day by hand. */
const scansMax = 1_000
const listingsMax = 200

/**
 * What the scans of the last `days` days found on a domain. All of it comes from the summaries of scans, which are kept
 * for 24 months.
 *
 * @throws Refusal `feature_locked` below Business; `not_found`
 */
export async function analyticsOf(
  deps: Deps,
  actor: Actor,
  { domainId, days }: { domainId: string; days: number },
): Promise<ReplyOf<typeof domainAnalytics>> {
  if (!mayUse(actor.workspace.tier, 'analytics')) {
    throw new Refusal('feature_locked', wording.analyticsLocked, { feature: 'analytics' })
  }
  const { db } = deps.store
  const domain = await requireDomain(db, actor, domainId)
  const since = new Date(deps.now().getTime() - days * dayMs)
  const newest = await scansSince(db, domain.id, { since, limit: scansMax + 1 })
  const scans = newest.slice(0, scansMax).reverse()
  const [oldest] = scans
  const line = scoreLine(scans, oldest && (await scoredBefore(db, domain.id, oldest)))
  const listings = listingsIn(scans)
  return {
    from: since.toISOString(),
    scans: line.map((point, index) => ({ ...point, findings: severityCounts(scans[index]?.findings ?? []) })),
    has_older: newest.length > scansMax,
    listings: listings.slice(0, listingsMax).map(({ list, isOwn, listed, isListedNow, spans }) => ({
      list,
      own: isOwn,
      listed,
      listed_now: isListedNow,
      spans: spans.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() })),
    })),
    more_listings: Math.max(0, listings.length - listingsMax),
    checks: checkRatesIn(scans).map(({ check, made, lastMissed }) => ({
      check,
      made,
      last_missed: lastMissed?.toISOString() ?? null,
    })),
  }
}
