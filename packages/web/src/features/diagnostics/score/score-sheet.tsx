import { coverageWords, dkimBadge, mxBadge, spfDmarcBadge } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { SealFigure } from '../../../components/seal/legend.tsx'
import { lossesOf, scoreOf } from '../../../components/seal/losses.ts'
import type { Domain, ScanReply } from '../../../lib/queries.ts'
import { usePlan } from '../../../lib/use-plan.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Changes } from '../changes/changes.tsx'
import { ScoreHistory } from '../history/score-history.tsx'
import { badgeStatus, blacklistStatus, relayStatus, type Status, threatStatus } from '../report.ts'
import { StatusTag } from '../status-tag.tsx'
import { Breakdown } from './breakdown.tsx'
import { IssuesList } from './issues-list.tsx'

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
  const { sellsPlans } = usePlan()
  const score = scoreOf(scan)
  const losses = lossesOf(scan)
  return (
    <div className="grid gap-10">
      <Sheet title="Email Health Score" aside={<span className="text-13 text-ink3">{coverageWords(scan)}</span>}>
        <Changes scan={scan} />
        <div className="grid items-start gap-x-12 gap-y-8 md:grid-cols-[minmax(0,1fr)_18rem]">
          <div>
            {/* A new scan has a new seal, which may be animated again; open and typed content beside it stays. */}
            <SealFigure key={scan.finished_at} score={score} losses={losses} sweep={fresh} size={184} />
            {score === null && <NotScored domain={domain} scan={scan} />}
          </div>
          <dl>
            <Badge name="MX" status={badgeStatus(mxBadge(scan))} />
            <Badge name="SPF/DMARC" status={badgeStatus(spfDmarcBadge(scan))} />
            <Badge name="DKIM" status={badgeStatus(dkimBadge(scan))} />
            <Badge name="Blacklists" status={blacklistStatus(scan)} />
            <Badge name="Threat intelligence" status={threatStatus(scan, sellsPlans)} />
            <Badge name="Open Relay" status={relayStatus(scan)} />
          </dl>
        </div>
      </Sheet>
      <IssuesList findings={scan.findings} unchecked={scan.unchecked} nothingChecked={scan.coverage === 0} />
      {score !== null && (
        <Sheet title="Score Breakdown">
          <Breakdown score={score} findings={scan.findings} />
        </Sheet>
      )}
      <ScoreHistory domain={domain} isFirst={scan.changes === null} />
    </div>
  )
}

function Badge({ name, status }: { name: string; status: Status }): ReactNode {
  return (
    <div className="flex h-10 items-center justify-between gap-4 border-b border-line first:border-t">
      <dt className="font-[560]">{name}</dt>
      <dd>
        <StatusTag status={status} />
      </dd>
    </div>
  )
}
