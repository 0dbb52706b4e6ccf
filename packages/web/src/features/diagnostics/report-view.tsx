import { type ReactNode, useState } from 'react'
import type { ScanReply } from '../../lib/queries.ts'
import { deferred } from '../../ui/deferred.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { Cards } from './cards.tsx'
import { DecisionsProvider } from './decisions/decisions-context.tsx'
import { EvidenceProvider, type EvidenceRequest } from './evidence/evidence-context.ts'
import { ReportProvider, type ReportState } from './report-context.ts'
import { ScoreSheet } from './score/score-sheet.tsx'

/** Loaded when the first evidence is opened. */
const EvidenceDrawer = deferred({
  what: 'The evidence',
  load: () => import('./evidence/evidence-drawer.tsx'),
  pick: module => module.EvidenceDrawer,
  waiting: null,
})

interface ReportProps extends ReportState {
  fresh: boolean
}

/** The report of one scan: score, issues, and a card for each check. */
export function Report({ fresh, ...report }: ReportProps): ReactNode {
  const { domain, scan } = report
  // With the evidence of its own scan: a new scan may arrive meanwhile, with other answers to the same queries.
  const [shown, setShown] = useState<{ request: EvidenceRequest; evidence: ScanReply['evidence'] } | null>(null)
  return (
    <ReportProvider value={report}>
      <DecisionsProvider domain={domain} findings={scan.findings}>
        <EvidenceProvider value={request => setShown({ request, evidence: scan.evidence })}>
          {scan.answers_from !== undefined && <SharedAnswers from={scan.answers_from} />}
          <ScoreSheet domain={domain} scan={scan} fresh={fresh} />
          <div className="mt-10">
            <Cards domain={domain} scan={scan} />
          </div>
          {shown && <EvidenceDrawer {...shown} onClose={() => setShown(null)} />}
        </EvidenceProvider>
      </DecisionsProvider>
    </ReportProvider>
  )
}

/** A name that many scan is not asked without end: its scans share what DNS answered. */
function SharedAnswers({ from }: { from: string }): ReactNode {
  return (
    <p className="mb-4 text-13 text-ink3">
      <span>This domain was scanned often in the last hour. The report has the DNS answers of an earlier scan:</span>{' '}
      <TimeAgo at={from} />
    </p>
  )
}
