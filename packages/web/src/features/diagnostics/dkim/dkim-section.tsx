import { states } from '@waxseal/core/check'
import { dkimBadge } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import type { Domain, ScanReply } from '../../../lib/queries.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { PartTitle } from '../dns/dns-section.tsx'
import { badgeStatus } from '../report.ts'
import { sectionIds, selectorAnchor } from '../section-ids.ts'
import { BrokenDnssecNote, BrokenDnssecTag, SectionNotes } from '../section-notes.tsx'
import { StatusTag } from '../status-tag.tsx'

const Keys = deferred({
  what: 'The DKIM keys',
  load: () => import('./dkim-keys.tsx'),
  pick: module => module.DkimKeys,
  waiting: (
    <Loading what="the DKIM keys">
      <Skeleton className="h-64 w-full" />
    </Loading>
  ),
})

/** The DKIM keys found, and the result of the search. */
export function DkimSection({ domain, scan }: { domain: Domain; scan: ScanReply }): ReactNode {
  const section = scan.sections.dkim
  const status = badgeStatus(dkimBadge(scan))
  return (
    <Disclosure
      id={sectionIds.dkim}
      inside={selectorAnchor}
      title="DKIM Records"
      onNear={Keys.preload}
      status={
        <>
          <BrokenDnssecTag sections={[section]} statuses={[status]} />
          {section.state === 'partial' && status.tone !== 'unknown' && <StatusTag status={states.partly} />}
          <StatusTag status={status} />
        </>
      }
    >
      <BrokenDnssecNote sections={[section]} />
      <PartTitle title="Keys" ids={section.evidence} />
      <SectionNotes name="DKIM" section={section} findings={scan.findings.filter(f => f.check === 'dkim')} />
      <Keys domain={domain} scan={scan} />
    </Disclosure>
  )
}
