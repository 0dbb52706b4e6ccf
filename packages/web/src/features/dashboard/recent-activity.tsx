import { listBandOf } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { listBandTone } from '../../components/bands.ts'
import { SmallSeal } from '../../components/seal/seal.tsx'
import { paths } from '../../lib/paths.ts'
import type { Domain } from '../../lib/queries.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'

const shownAtMost = 15

/** The last scan of each domain, the newest first. */
export function RecentActivity({ domains }: { domains: readonly Domain[] }): ReactNode {
  const scans = domains
    .flatMap(domain => (domain.last_scan === null ? [] : [{ domain, at: domain.last_scan }]))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, shownAtMost)
  return (
    <Sheet title="Recent Activity" className="mt-10">
      {scans.length === 0 ? (
        <p className="text-ink2">No recent activity</p>
      ) : (
        <ul className="max-h-96 overflow-y-auto">
          {scans.map(({ domain, at }) => (
            <li
              key={domain.id}
              className="grid items-center gap-x-6 gap-y-1 border-b border-line py-2 sm:grid-cols-[minmax(0,1fr)_11rem_7rem]"
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">
                Scan completed for{' '}
                <Link to={paths.diagnostics(domain.id)} className="rounded font-[560] hover:underline">
                  <bdi>{domain.domain_unicode ?? domain.domain_name}</bdi>
                </Link>
              </span>
              <Score domain={domain} />
              <span className="text-13 text-ink3">
                <TimeAgo at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}

/** The result of that scan; an earlier score is not its result. */
function Score({ domain: { health_score: score, score_is_old: old } }: { domain: Domain }): ReactNode {
  if (score === null || old) return <SmallSeal score={null} label="Not scored" tone="idle" />
  const band = listBandOf(score)
  return <SmallSeal score={score} tone={listBandTone[band]} label={band} />
}
