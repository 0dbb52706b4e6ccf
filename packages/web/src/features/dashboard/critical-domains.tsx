import { bandOf } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { bandTone } from '../../components/bands.ts'
import { SmallSeal } from '../../components/seal/seal.tsx'
import { paths } from '../../lib/paths.ts'
import { type Stats, scoredIn } from './health-overview.tsx'

const shownAtOnce = 3

/** The link to all domains, lowest score first. */
export function ViewAll({ stats }: { stats: Stats }): ReactNode {
  if (stats.requiring_attention.length <= shownAtOnce) return null
  return (
    <Link to={`${paths.domains}?sort=score`} className="prose-link rounded text-13">
      View All
    </Link>
  )
}

/** The domains with the most points lost, each with its open findings; a row links to its report. */
export function CriticalDomains({ stats }: { stats: Stats }): ReactNode {
  const domains = stats.requiring_attention
  if (scoredIn(stats) === 0)
    return <p className="text-ink2">The domains with the lowest scores appear here after a scan.</p>
  // A record may have changed since.
  if (domains.length === 0) return <p className="text-ink2">No domain needed attention at its last scan.</p>
  return (
    <ul>
      {domains.slice(0, shownAtOnce).map(domain => {
        const band = bandOf(domain.health_score)
        return (
          <li key={domain.domain_id} className="border-b border-line first:border-t">
            <Link
              to={paths.diagnostics(domain.domain_id)}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3 hover:bg-sunken/60"
            >
              <span className="min-w-0 truncate font-[560]">{domain.domain_name}</span>
              <SmallSeal score={domain.health_score} tone={bandTone[band]} label={band} />
              <span className="w-full text-13 text-ink2">{issuesLine(domain.issues)}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function issuesLine(issues: readonly string[]): string {
  const [first, second, ...rest] = issues
  if (first === undefined) return 'Accepted findings only'
  const shown = [first, second].filter(issue => issue !== undefined).join(' · ')
  return rest.length > 0 ? `${shown} · ${rest.length} more` : shown
}
