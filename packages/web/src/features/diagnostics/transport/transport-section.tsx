import { identityKey } from '@waxseal/core/check'
import {
  findingsOfPart,
  isPartlyOpen,
  saysTheSame,
  sortByCost,
  transportPartStatus,
  transportStatus,
} from '@waxseal/core/health'
import type { ReactNode } from 'react'
import type { ScanReply } from '../../../lib/queries.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { ActionControl } from '../action/action-control.tsx'
import { PartTitle } from '../dns/dns-section.tsx'
import { EvidenceButton } from '../evidence/evidence-button.tsx'
import type { Finding } from '../report.ts'
import { sectionIds } from '../section-ids.ts'
import { BrokenDnssecNote, SectionNotes } from '../section-notes.tsx'
import { StatusTag } from '../status-tag.tsx'
import { reportTexts } from '../wording.ts'

type Part = NonNullable<ScanReply['results']['transport']>['parts'][number]

/** Protocols that protect mail in transit. Missing ones cost no points; a policy that loses mail does. */
export function TransportSection({ scan }: { scan: ScanReply }): ReactNode {
  const section = scan.sections.transport
  const findings = scan.findings.filter(({ check }) => check === 'transport')
  const parts = scan.results.transport?.parts ?? []
  const { costly, free } = sortByCost(findings)
  const status = transportStatus(parts, costly.length, free.length)
  return (
    <Disclosure
      id={sectionIds.transport}
      title={reportTexts.transport}
      status={
        <>
          {status.tone !== 'idle' && status.tone !== 'unknown' && isPartlyOpen(parts) && (
            <Tag tone="unknown">Partly checked</Tag>
          )}
          <StatusTag status={status} />
        </>
      }
    >
      <BrokenDnssecNote sections={[section]} />
      <PartTitle
        title={costly.length > 0 ? 'Issues and recommendations' : 'Recommendations (do not affect the score)'}
        ids={section.evidence}
      />
      <SectionNotes name="Transport" section={{ ...section, gaps: [] }} findings={findings} />
      <ul className="border-y border-line">
        {parts.map(part => (
          <PartOfTransport key={part.id} part={part} findings={findingsOfPart(part, findings)} />
        ))}
      </ul>
    </Disclosure>
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
