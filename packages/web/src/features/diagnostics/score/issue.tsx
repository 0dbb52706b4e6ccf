import type { ReactNode } from 'react'
import { severityTone, severityWord } from '../../../components/bands.ts'
import { calendarDate } from '../../../lib/time.ts'
import { Tag } from '../../../ui/tag.tsx'
import { DecideButton, DecisionPart } from '../decisions/decision-control.tsx'
import { EvidenceButton } from '../evidence/evidence-button.tsx'
import type { Finding } from '../report.ts'
import { signed } from './breakdown.tsx'

/** A finding: its cost, its meaning, its advice, and its decision. */
export function Issue({ finding }: { finding: Finding }): ReactNode {
  const { severity, points, title, reason, meaning, advice, clause, evidence, since } = finding
  return (
    <div className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 sm:grid-cols-[2rem_minmax(0,1fr)_9rem]">
      <span className="text-end font-[600]" title="Points">
        {signed(points)}
      </span>
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h3 className="min-w-0 font-[600] [overflow-wrap:anywhere]">{reason === '' ? title : reason}</h3>
          <Tag tone={severityTone[severity]} bare>
            {severityWord[severity]}
          </Tag>
        </div>
        <p className="mt-1 max-w-prose text-ink2 [overflow-wrap:anywhere]">{meaning}</p>
        <p className="mt-1 max-w-prose [overflow-wrap:anywhere]">
          <span className="font-[560]">What to do: </span>
          {advice}
        </p>
        <p className="mt-1 text-12 text-ink3">
          {clause}
          {since !== null && ` · kept from ${calendarDate(new Date(since))}, because this could not be checked now`}
        </p>
        <DecisionPart place="list" finding={finding} />
      </div>
      <div className="flex flex-wrap items-start max-sm:col-start-2 max-sm:mt-2 max-sm:-ms-3 sm:flex-col sm:flex-nowrap">
        <EvidenceButton title={title} ids={evidence} finding={finding} />
        <DecideButton place="list" finding={finding} />
      </div>
    </div>
  )
}
