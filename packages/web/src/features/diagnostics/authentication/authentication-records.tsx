import type { ReactNode } from 'react'
import type { Domain, ScanReply } from '../../../lib/queries.ts'
import { DmarcPart } from './dmarc-part.tsx'
import { SpfPart } from './spf-part.tsx'

/** The content of the card "Email Authentication". */
export function AuthenticationRecords({ domain, scan }: { domain: Domain; scan: ScanReply }): ReactNode {
  return (
    <div className="grid gap-10">
      <SpfPart domain={domain} scan={scan} />
      <DmarcPart domain={domain} scan={scan} />
    </div>
  )
}
