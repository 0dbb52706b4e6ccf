import type { issueBreakdown, ReplyOf } from '@waxseal/contract'
import { checkNames } from '@waxseal/core/check'
import { percentOf } from '@waxseal/core/health'
import type { Deps } from '../../deps.ts'
import { domainCount } from '../domains/store.ts'
import { keptCounts } from '../scans/count-store.ts'
import type { Actor } from '../workspaces/actor.ts'
import { type Issue, issuesIn } from './issues.ts'

type Breakdown = ReplyOf<typeof issueBreakdown>

/** What costs points in the newest scans of a workspace, and what these scans could not check. */
export async function issueBreakdownOf({ store, now }: Deps, { workspace }: Actor): Promise<Breakdown> {
  const [counts, total] = await Promise.all([
    keptCounts(store.db, workspace.id, now()),
    domainCount(store.db, workspace.id),
  ])
  return {
    scanned_domains: counts.scanned,
    total_domains: total,
    issues: issuesIn(counts).map(({ id, title, domains, severity }) => ({
      id,
      label: title,
      count: domains,
      percentage: percentOf(domains, counts.scanned),
      color: colors[severity],
    })),
    unchecked: counts.unchecked.map(({ id, domains }) => ({ label: checkNames[id].title, count: domains })),
  }
}

const colors = { critical: 'red', high: 'orange', medium: 'yellow', low: 'blue' } as const satisfies Record<
  Issue['severity'],
  Breakdown['issues'][number]['color']
>
