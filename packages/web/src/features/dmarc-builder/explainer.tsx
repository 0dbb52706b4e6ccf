import type { ReactNode } from 'react'
import { Sheet } from '../../ui/sheet.tsx'
import { dmarcTexts } from './wording.ts'

export function Explainer(): ReactNode {
  return (
    <Sheet title={dmarcTexts.explainer}>
      <div className="grid grid-cols-1 max-w-prose gap-3 text-ink2">
        <p>
          DMARC (Domain-based Message Authentication, Reporting and Conformance, RFC 9989) protects the address people
          see: the From of a message. Mail passes when SPF or DKIM passes for that very domain.
        </p>
        <p>
          For mail that does not, the record asks receivers to do nothing (none), to treat it as suspicious (quarantine)
          or to refuse it (reject), and to report every day what they have seen.
        </p>
        <p>
          Most domains begin with none, find all their senders in the reports, and tighten the policy step by step until
          it is reject.
        </p>
      </div>
    </Sheet>
  )
}
