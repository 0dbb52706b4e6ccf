import { areServersSilent, coverageWords, doesNotExist, nextSteps, notRunWords, scopeLines } from '@waxseal/core/health'
import { knownOf } from '@waxseal/core/watch'
import type { ReactNode } from 'react'
import { ChangedNote } from '../../../components/changed-note.tsx'
import { scoreOf } from '../../../components/seal/score-of.ts'
import { Seal } from '../../../components/seal/seal.tsx'
import type { Domain, ScanReply } from '../../../lib/queries.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Changes } from '../changes/changes.tsx'
import { useDecided } from '../decisions/decisions-context.tsx'
import { ScoreHistory } from '../history/score-history.tsx'
import { useVisitor } from '../report-context.ts'
import { reportTexts } from '../wording.ts'
import { IssuesList } from './issues-list.tsx'
import { NextStep } from './next-step.tsx'
import { placeOf } from './place-of.ts'
import { ScoreFigure } from './score-figure.tsx'
import { Denied, SilentServers } from './silent-servers.tsx'
import { StatusBadges } from './status-badges.tsx'

/** Most scans have a score. */
const NotScored = deferred({
  what: 'The reason',
  load: () => import('./not-scored.tsx'),
  pick: module => module.NotScored,
  waiting: <Skeleton className="mt-4 h-24 w-full max-w-prose" />,
})

interface Props {
  domain: Domain
  scan: ScanReply
  /** The scan was just made, so the seal may be animated. */
  fresh: boolean
}

export function ScoreSheet({ domain, scan, fresh }: Props): ReactNode {
  const { all: decisions } = useDecided()
  const visitor = useVisitor()
  const score = scoreOf(scan)
  const lines = visitor?.scope ? scopeLines(visitor.scope) : []
  const nextStep = <NextStep steps={nextSteps({ ...scan, health_score: score })} score={score} />
  return (
    <div className="grid grid-cols-1 gap-10">
      <Sheet title="Email Health Score" aside={<span className="text-13 text-ink3">{coverage(scan, lines)}</span>}>
        {knownOf(scan).changes.length > 0 && (
          <div className="mb-6">
            <ChangedNote scan={scan} />
          </div>
        )}
        <Changes scan={scan} placeOf={finding => placeOf(finding, scan.findings, decisions)} />
        {score !== null && areServersSilent(scan) && <SilentServers scan={scan} />}
        {score !== null && doesNotExist(scan) && <Denied scan={scan} />}
        <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 md:grid-cols-[minmax(0,1fr)_18rem]">
          <div>
            {score === null ? (
              <div className="grid grid-cols-1 gap-6">
                <div>
                  <Seal score={null} losses={[]} size={184} />
                  <NotScored domain={domain} scan={scan} />
                </div>
                {nextStep}
              </div>
            ) : (
              <ScoreFigure score={score} scan={scan} sweep={fresh} nextStep={nextStep} leftOut={lines} />
            )}
          </div>
          <StatusBadges scan={scan} />
        </div>
      </Sheet>
      <IssuesList scan={scan} />
      {visitor === null && <ScoreHistory domain={domain} isFirst={scan.changes === null} />}
    </div>
  )
}

/** "All checks completed" would be untrue where some are left out by rule. */
function coverage(scan: ScanReply, leftOut: readonly string[]): string {
  return leftOut.length > 0 && notRunWords(scan) === null ? reportTexts.partOfChecks : coverageWords(scan)
}
