import type { ReactNode } from 'react'
import type { Domain, ScanReply } from '../../../lib/queries.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { dmarcStatus, namedWord, spfStatus } from '../report.ts'
import { sectionIds } from '../section-ids.ts'
import { BrokenDnssecNote, BrokenDnssecTag } from '../section-notes.tsx'

const Records = deferred({
  what: 'SPF and DMARC',
  load: () => import('./authentication-records.tsx'),
  pick: module => module.AuthenticationRecords,
  waiting: (
    <Loading what="SPF and DMARC">
      <Skeleton className="h-64 w-full" />
    </Loading>
  ),
})

export function AuthenticationSection({ domain, scan }: { domain: Domain; scan: ScanReply }): ReactNode {
  const spf = spfStatus(scan)
  const dmarc = dmarcStatus(scan)
  const sections = [scan.sections.spf, scan.sections.dmarc]
  return (
    <Disclosure
      id={sectionIds.spf}
      title="Email Authentication"
      onNear={Records.preload}
      status={
        <>
          <BrokenDnssecTag sections={sections} statuses={[spf, dmarc]} />
          <Tag tone={spf.tone}>{namedWord('SPF', spf.word)}</Tag>
          <Tag tone={dmarc.tone}>{namedWord('DMARC', dmarc.word)}</Tag>
        </>
      }
    >
      <BrokenDnssecNote sections={sections} />
      <Records domain={domain} scan={scan} />
    </Disclosure>
  )
}
