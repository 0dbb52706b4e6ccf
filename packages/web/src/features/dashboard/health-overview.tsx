import type { dashboardStatsRoute } from '@waxseal/contract/routes'
import { thousands } from '@waxseal/contract/wording'
import type { ReactNode } from 'react'
import type { Reply } from '../../lib/api.ts'
import { BandCounts } from './band-counts.tsx'

export type Stats = Reply<typeof dashboardStatsRoute>

/** The number of domains in each band. */
export function HealthOverview({ stats }: { stats: Stats }): ReactNode {
  const { excellent, good, fair, poor } = stats.security_summary
  if (scoredIn(stats) === 0) return <p className="text-ink2">Scores appear here after a scan.</p>
  return <BandCounts counts={{ Excellent: excellent, Good: good, Fair: fair, Poor: poor }} />
}

/** The number of domains with a score. */
export function scoredIn({ security_summary: { excellent, good, fair, poor } }: Stats): number {
  return excellent + good + fair + poor
}

/** The domains that no band counts: "2 not scanned yet · 1 could not be scored"; null: none. */
export function uncounted({ security_summary: { not_scanned: never, not_scored: unscored } }: Stats): string | null {
  const words = [
    never > 0 && `${thousands(never)} not scanned yet`,
    unscored > 0 && `${thousands(unscored)} could not be scored`,
  ].filter(part => part !== false)
  return words.length > 0 ? words.join(' · ') : null
}
