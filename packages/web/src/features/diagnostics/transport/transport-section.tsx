import { states } from '@waxseal/core/check'
import { isPartlyOpen, sortByCost, transportStatus } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import type { ScanReply } from '../../../lib/queries.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { PartTitle } from '../dns/dns-section.tsx'
import { sectionIds } from '../section-ids.ts'
import { BrokenDnssecNote, SectionNotes } from '../section-notes.tsx'
import { StatusTag } from '../status-tag.tsx'
import { reportTexts } from '../wording.ts'

const List = deferred({
  what: 'The transport protocols',
  load: () => import('./transport-list.tsx'),
  pick: module => module.TransportList,
  waiting: (
    <Loading what="the transport protocols">
      <Skeleton className="h-64 w-full" />
    </Loading>
  ),
})

/** Protocols that protect mail in transit. Missing ones cost no points; a policy that loses mail does. */
export function TransportSection({ scan }: { scan: ScanReply }): ReactNode {
  const section = scan.sections.transport
  const findings = scan.findings.filter(({ check }) => check === 'transport')
  const parts = scan.results.transport?.parts ?? []
  const isCostly = sortByCost(findings).costly.length > 0
  const status = transportStatus(parts, findings)
  return (
    <Disclosure
      id={sectionIds.transport}
      title={reportTexts.transport}
      onNear={List.preload}
      status={
        <>
          {status.tone !== 'idle' && status.tone !== 'unknown' && isPartlyOpen(parts) && (
            <StatusTag status={states.partly} />
          )}
          <StatusTag status={status} />
        </>
      }
    >
      <BrokenDnssecNote sections={[section]} />
      <PartTitle
        title={isCostly ? 'Issues and recommendations' : 'Recommendations (do not affect the score)'}
        ids={section.evidence}
      />
      <SectionNotes name="Transport" section={{ ...section, gaps: [] }} findings={findings} />
      <List parts={parts} findings={findings} />
    </Disclosure>
  )
}
