import type { ReactNode } from 'react'
import { Sheet } from '../../ui/sheet.tsx'
import { dmarcTexts } from './wording.ts'

export function Explainer(): ReactNode {
  return (
    <Sheet title={dmarcTexts.explainer}>
      <div className="grid grid-cols-1 max-w-prose gap-3 text-ink2">
        <p>
          DMARC (Domain-based Message Authentication, Reporting and Conformance, RFC 9989) protects the From address
          that people see. Mail passes when SPF or DKIM passes for that domain.
        </p>
        <p>
          The policy tells receivers what to do with mail that fails: deliver it (none), treat it as suspicious
          (quarantine) or refuse it (reject). Receivers also send daily reports.
        </p>
        <p>Start with none, find all your senders in the reports, then move to quarantine and reject.</p>
      </div>
    </Sheet>
  )
}
