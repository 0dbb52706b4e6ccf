import { isIssue, scoreStep, signed } from '@waxseal/core/health'
import { type ReactNode, useEffect, useRef } from 'react'
import { severityTone, severityWord } from '../../../components/bands.ts'
import { scoreOf } from '../../../components/seal/score-of.ts'
import { calendarDate } from '../../../lib/time.ts'
import { useFollowedLink } from '../../../ui/followed-link.ts'
import { Tag } from '../../../ui/tag.tsx'
import { ActionControl } from '../action/action-control.tsx'
import { DecideButton, DecisionPart } from '../decisions/decision-control.tsx'
import { EvidenceButton } from '../evidence/evidence-button.tsx'
import { type Finding, suspected } from '../report.ts'
import { useReport } from '../report-context.ts'
import { issueId } from './issue-id.ts'

/** A finding: its cost, its meaning, its advice, its action, and its decision. */
export function Issue({ finding }: { finding: Finding }): ReactNode {
  const { severity, points, title, reason, meaning, advice, clause, evidence, since } = finding
  const { scan } = useReport()
  // An issue that costs nothing yet is a suspicion: it has the look and the words of its badge.
  const isSuspected = severity === 'info' && isIssue(finding)
  const tag = isSuspected ? suspected : { tone: severityTone[severity], word: severityWord[severity] }
  const step = scoreStep(scoreOf(scan), finding)
  const id = issueId(finding)
  const place = useRef<HTMLHeadingElement>(null)
  const followed = useFollowedLink(id)
  useEffect(() => {
    if (followed !== null) place.current?.focus()
  }, [followed])
  return (
    <div id={id} data-finding={finding.id} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3">
      <span className="text-end font-[600]" title="Points">
        {signed(points)}
      </span>
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h3 ref={place} tabIndex={-1} className="min-w-0 rounded font-[600] [overflow-wrap:anywhere]">
            {reason === '' ? title : reason}
          </h3>
          <Tag tone={tag.tone} bare>
            {tag.word}
          </Tag>
          {step !== null && (
            <span className="text-13 text-ink3" title="Score after this is fixed">
              {step}
            </span>
          )}
        </div>
        <p className="mt-1 max-w-prose text-ink2 [overflow-wrap:anywhere]">{meaning}</p>
        <p className="mt-1 max-w-prose [overflow-wrap:anywhere]">
          <span className="font-[560]">What to do: </span>
          {advice}
        </p>
        <p className="mt-1 text-12 text-ink3">
          {clause}
          {since !== null && ` · last seen on ${calendarDate(new Date(since))}; this scan could not check it`}
        </p>
        <ActionControl finding={finding} look={isIssue(finding) ? 'primary' : 'plain'}>
          <EvidenceButton title={title} ids={evidence} finding={finding} />
          <DecideButton place="list" finding={finding} />
        </ActionControl>
        <DecisionPart place="list" finding={finding} />
      </div>
    </div>
  )
}
