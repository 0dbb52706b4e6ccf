import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { HistoryFigure } from '../../components/score-line/history-figure.tsx'
import { pointWords } from '../../components/score-line/score-line.ts'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { Analytics } from './api.ts'
import { CheckRates } from './check-rates.tsx'
import { FindingsFigure } from './findings-figure.tsx'
import { findingsSentence } from './findings-over-time.ts'
import { ListingHistory } from './listing-history.tsx'

interface Props {
  analytics: Analytics
  domainId: string
  /** The end of the period: when these numbers were loaded. */
  until: Date
}

/** The sections of a domain with scans in the period; without one, where to get some. */
export function Sections({ analytics, domainId, until }: Props): ReactNode {
  const { scans, listings, checks, has_older: hasOlder } = analytics
  if (scans.length === 0) {
    return (
      <div className="border-t border-ink py-8 text-center">
        <p className="text-16 font-[560]">No scans in this period</p>
        <p className="mx-auto mt-1 mb-6 max-w-prose text-balance text-ink2">
          Choose a longer period, or scan the domain. A schedule scans it every day, week or month.
        </p>
        <Link to={paths.diagnostics(domainId)} className={buttonClass('primary')}>
          Open the report
        </Link>
      </div>
    )
  }
  const listsChecked = checks.find(({ check }) => check === 'blacklist')?.made ?? 0
  return (
    <div className="grid gap-10">
      {hasOlder && (
        <Note look="info" title={`The newest ${scans.length} scans of this period`}>
          Older scans of the period are left out of these figures.
        </Note>
      )}
      <Sheet
        title="Score"
        aside={
          <span className="text-13 text-ink3">
            {`${scans.length} ${scans.length === 1 ? 'scan' : 'scans'} · `}
            <Link to={paths.dnsHistoryOf(domainId)} className="prose-link rounded">
              DNS changes
            </Link>
            {' · '}
            <Link to={paths.diagnostics(domainId)} className="prose-link rounded">
              Report
            </Link>
          </span>
        }
      >
        {scans.length === 1 ? (
          <p className="text-ink2">{`${scans.map(pointWords).join('')}. Trend starts with your second scan.`}</p>
        ) : (
          <HistoryFigure points={scans} domainId={domainId} />
        )}
      </Sheet>
      <Sheet title="Findings over time">
        {scans.length === 1 ? (
          <p className="text-ink2">{`${findingsSentence(scans)} Trend starts with your second scan.`}</p>
        ) : (
          <FindingsFigure scans={scans} />
        )}
      </Sheet>
      <Sheet title="Blocklist history">
        {listings.length > 0 ? (
          <ListingHistory analytics={analytics} until={until} />
        ) : (
          <p className="text-ink2">
            {listsChecked === 0
              ? 'No scan of this period could check the blocklists.'
              : `Nothing was listed in ${listsChecked === 1 ? 'the scan that' : `the ${listsChecked} scans that`} could check the blocklists.`}
          </p>
        )}
      </Sheet>
      <Sheet title="Checks">
        <CheckRates checks={checks} scans={scans.length} />
      </Sheet>
    </div>
  )
}
