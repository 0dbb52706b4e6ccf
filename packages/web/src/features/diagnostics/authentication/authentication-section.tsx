import type { ReactNode } from 'react'
import type { Domain, ScanReply } from '../../../lib/queries.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { dmarcStatus, namedWord, spfStatus } from '../report.ts'
import { sectionIds } from '../section-ids.ts'
import { BrokenDnssecNote, BrokenDnssecTag } from '../section-notes.tsx'
import { StatusTag } from '../status-tag.tsx'

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
          <StatusTag status={{ ...spf, word: namedWord('SPF', spf.word) }} />
          <StatusTag status={{ ...dmarc, word: namedWord('DMARC', dmarc.word) }} />
        </>
      }
    >
      <BrokenDnssecNote sections={sections} />
      <Records domain={domain} scan={scan} />
    </Disclosure>
  )
}
