import { identityKey } from '@waxseal/core/check'
import { findingsOfPart, saysTheSame, transportPartStatus } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import type { ScanReply } from '../../../lib/queries.ts'
import { ActionControl } from '../action/action-control.tsx'
import { EvidenceButton } from '../evidence/evidence-button.tsx'
import type { Finding } from '../report.ts'
import { StatusTag } from '../status-tag.tsx'

type Part = NonNullable<ScanReply['results']['transport']>['parts'][number]

interface Props {
  parts: readonly Part[]
  /** Those of the transport check. */
  findings: readonly Finding[]
}

/** Each protocol with its state and what is to do about it. */
export function TransportList({ parts, findings }: Props): ReactNode {
  return (
    <ul className="border-y border-line">
      {parts.map(part => (
        <PartOfTransport key={part.id} part={part} findings={findingsOfPart(part, findings)} />
      ))}
    </ul>
  )
}

function PartOfTransport({ part, findings }: { part: Part; findings: readonly Finding[] }): ReactNode {
  return (
    <li className="border-b border-line py-3 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h4 className="font-[560]">{part.title}</h4>
        <span className="flex shrink-0 items-center gap-2 max-sm:flex-row-reverse">
          <EvidenceButton title={part.title} ids={part.evidence} />
          <StatusTag status={transportPartStatus(part.state, findings)} />
        </span>
      </div>
      {!saysTheSame(part, findings) && (
        <p className="mt-1 max-w-prose text-ink2 [overflow-wrap:anywhere]">{part.summary}</p>
      )}
      {part.details.length > 0 && (
        <ul className="mt-1 grid gap-0.5 text-13 text-ink2">
          {part.details.map(detail => (
            <li key={detail} className="[overflow-wrap:anywhere]">
              {detail}
            </li>
          ))}
        </ul>
      )}
      {findings.map(finding => (
        <PartFinding key={identityKey(finding)} finding={finding} />
      ))}
    </li>
  )
}

function PartFinding({ finding }: { finding: Finding }): ReactNode {
  return (
    <div data-finding={finding.id} className="mt-2 text-13 [overflow-wrap:anywhere]">
      <h5 className="text-14 font-[560]">{finding.reason}</h5>
      <p className="max-w-prose text-ink2">{finding.meaning}</p>
      <p className="mt-1 max-w-prose">
        <span className="font-[560]">What to do: </span>
        {finding.advice}
      </p>
      <p className="mt-1 text-12 text-ink3">{finding.clause}</p>
      <ActionControl finding={finding} look="plain" />
    </div>
  )
}
