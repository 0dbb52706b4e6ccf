import type { ReactNode } from 'react'
import type { Domain, ScanReply } from '../../lib/queries.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Tag } from '../../ui/tag.tsx'
import { DmarcPart } from './dmarc-part.tsx'
import { dmarcStatus, inSentence, spfStatus } from './report.ts'
import { BrokenDnssecNote } from './section-notes.tsx'
import { SpfPart } from './spf-part.tsx'

export function AuthenticationSection({ domain, scan }: { domain: Domain; scan: ScanReply }): ReactNode {
  const spf = spfStatus(scan)
  const dmarc = dmarcStatus(scan)
  const bogus = scan.sections.spf.bogus || scan.sections.dmarc.bogus
  return (
    <Disclosure
      title="Email Authentication"
      status={
        <>
          {bogus && <Tag tone="poor">DNSSEC broken</Tag>}
          <Tag tone={spf.tone}>SPF: {inSentence(spf.word)}</Tag>
          <Tag tone={dmarc.tone}>DMARC: {inSentence(dmarc.word)}</Tag>
        </>
      }
    >
      <BrokenDnssecNote sections={[scan.sections.spf, scan.sections.dmarc]} />
      <div className="grid gap-10">
        <SpfPart domain={domain} scan={scan} />
        <DmarcPart domain={domain} scan={scan} />
      </div>
    </Disclosure>
  )
}
