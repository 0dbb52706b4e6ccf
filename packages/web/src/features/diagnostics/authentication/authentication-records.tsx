import type { ReactNode } from 'react'
import { paths } from '../../../lib/paths.ts'
import type { Domain, ScanReply } from '../../../lib/queries.ts'
import { useLeadsOn } from '../report-context.ts'
import { ReportLink } from '../report-link.tsx'
import { DmarcPart } from './dmarc-part.tsx'
import { SpfPart } from './spf-part.tsx'

/** The content of the card "Email Authentication". */
export function AuthenticationRecords({ domain, scan }: { domain: Domain; scan: ScanReply }): ReactNode {
  const leadsOn = useLeadsOn()
  return (
    <div className="grid gap-10">
      <SpfPart domain={domain} scan={scan} />
      <DmarcPart domain={domain} scan={scan} />
      {leadsOn && (
        <p className="text-13 text-ink2">
          To see what a receiver made of these records,{' '}
          <ReportLink to={paths.headers} className="prose-link rounded">
            analyze the header of a message
          </ReportLink>
          .
        </p>
      )}
    </div>
  )
}
