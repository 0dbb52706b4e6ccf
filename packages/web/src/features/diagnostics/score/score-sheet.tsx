import { coverageWords, dkimBadge, mxBadge, nextSteps, spfDmarcBadge } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { scoreOf } from '../../../components/seal/losses.ts'
import { Seal } from '../../../components/seal/seal.tsx'
import type { Domain, ScanReply } from '../../../lib/queries.ts'
import { usePlan } from '../../../lib/use-plan.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Changes } from '../changes/changes.tsx'
import { useDecided } from '../decisions/decisions-context.tsx'
import { ScoreHistory } from '../history/score-history.tsx'
import { badgeStatus, blacklistStatus, relayStatus, type Status, threatStatus } from '../report.ts'
import { sectionIds } from '../section-ids.ts'
import { StatusTag } from '../status-tag.tsx'
import { IssuesList } from './issues-list.tsx'
import { NextStep } from './next-step.tsx'
import { placeOf } from './place-of.ts'
import { ScoreFigure } from './score-figure.tsx'
import { areServersSilent, SilentServers } from './silent-servers.tsx'

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
  const { all: decisions } = useDecided()
  const score = scoreOf(scan)
  const nextStep = <NextStep steps={nextSteps({ ...scan, health_score: score })} score={score} />
  return (
    <div className="grid grid-cols-1 gap-10">
      <Sheet title="Email Health Score" aside={<span className="text-13 text-ink3">{coverageWords(scan)}</span>}>
        <Changes scan={scan} placeOf={finding => placeOf(finding, scan.findings, decisions)} />
        {score !== null && areServersSilent(scan) && <SilentServers scan={scan} />}
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
              <ScoreFigure score={score} scan={scan} sweep={fresh} nextStep={nextStep} />
            )}
          </div>
          <ul>
            <Badge name="MX" to={sectionIds.mx} status={badgeStatus(mxBadge(scan))} />
            <Badge name="SPF/DMARC" to={sectionIds.spf} status={badgeStatus(spfDmarcBadge(scan))} />
            <Badge name="DKIM" to={sectionIds.dkim} status={badgeStatus(dkimBadge(scan))} />
            <Badge name="Blacklists" to={sectionIds.blacklist} status={blacklistStatus(scan)} />
            <Badge name="Threat intelligence" to={sectionIds.threat} status={threatStatus(scan, sellsPlans)} />
            <Badge name="Open Relay" to={sectionIds.relay} status={relayStatus(scan)} />
          </ul>
        </div>
      </Sheet>
      <IssuesList scan={scan} />
      <ScoreHistory domain={domain} isFirst={scan.changes === null} />
    </div>
  )
}

/** A status badge; a click opens its section. */
function Badge({ name, to, status }: { name: string; to: string; status: Status }): ReactNode {
  return (
    <li className="border-b border-line first:border-t">
      <Link to={`#${to}`} className="flex min-h-10 items-center justify-between gap-4 hover:bg-sunken/60">
        <span className="font-[560]">{name}</span>
        <StatusTag status={status} />
      </Link>
    </li>
  )
}
