import type { ReactNode } from 'react'
import { Sheet } from '../../ui/sheet.tsx'
import { spfTexts } from './wording.ts'

export function Explainer(): ReactNode {
  return (
    <Sheet title={spfTexts.explainer}>
      <div className="grid grid-cols-1 max-w-prose gap-3 text-ink2">
        <p>
          SPF (Sender Policy Framework, RFC 7208) is a TXT record. It lists the servers that may send mail for a domain.
          Receivers look up the record of the envelope sender’s domain and compare it with the sending server’s address.
        </p>
        <p>
          An SPF record may trigger at most 10 DNS lookups, of which 2 may return nothing. Beyond that receivers return
          permerror, and senders listed after that point fail.
        </p>
        <p>
          The final <span className="font-mono">all</span> decides what happens to every other server. With DMARC in
          place, ~all protects as well as -all, and receivers still check the DKIM signature of forwarded mail.
        </p>
      </div>
    </Sheet>
  )
}
