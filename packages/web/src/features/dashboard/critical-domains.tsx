import type { dashboardStatsRoute } from '@waxseal/contract/routes'
import { bandOf } from '@waxseal/core/health'
import { type ReactNode } from 'react'
import { Link } from 'react-router'
import { bandTone } from '../../components/bands.ts'
import { SmallSeal } from '../../components/seal/seal.tsx'
import type { Reply } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { Sheet } from '../../ui/sheet.tsx'

const shownAtOnce = 3

type Attention = Reply<typeof dashboardStatsRoute>['requiring_attention']

/** The domains with the most points lost; each row links to its report. */
export function CriticalDomains({ domains }: { domains: Attention }): ReactNode {
  const viewAll =
    domains.length > shownAtOnce ? (
      <Link to={paths.domains} className="prose-link rounded text-13">
        View All
      </Link>
    ) : undefined
  return (
    <Sheet title="Critical Domains" aside={viewAll} className="mt-10">
      {domains.length === 0 ? (
        <p className="text-ink2">No domain needs attention.</p>
      ) : (
        <ul>
          {domains.slice(0, shownAtOnce).map(domain => {
            const band = bandOf(domain.health_score)
            return (
              <li key={domain.domain_id} className="border-b border-line first:border-t">
                <Link
                  to={paths.diagnostics(domain.domain_id)}
                  className="grid items-center gap-x-6 gap-y-1 py-3 hover:bg-sunken/60 sm:grid-cols-[minmax(0,14rem)_8rem_minmax(0,1fr)]"
                >
                  <span className="truncate font-[560]">{domain.domain_name}</span>
                  <SmallSeal score={domain.health_score} tone={bandTone[band]} label={band} />
                  <span className="text-13 text-ink2">{issuesLine(domain.issues)}</span>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </Sheet>
  )
}

function issuesLine(issues: readonly string[]): string {
  const [first, second, ...rest] = issues
  const shown = [first, second].filter(issue => issue !== undefined).join(' · ')
  return rest.length > 0 ? `${shown} · ${rest.length} more` : shown
}
