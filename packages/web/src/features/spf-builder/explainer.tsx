import type { ReactNode } from 'react'
import { Sheet } from '../../ui/sheet.tsx'
import { spfTexts } from './wording.ts'

export function Explainer(): ReactNode {
  return (
    <Sheet title={spfTexts.explainer}>
      <div className="grid grid-cols-1 max-w-prose gap-3 text-ink2">
        <p>
          SPF (Sender Policy Framework, RFC 7208) is a TXT record in which a domain names the servers that may send mail
          in its name. Receivers look up the record of the envelope sender’s domain and compare it with the address the
          mail comes from.
        </p>
        <p>
          Reading it may cost a receiver ten DNS lookups at most, two of which may find nothing. Beyond that it stops
          with an error: senders it has not come to by then do not pass, and forgers are not turned away.
        </p>
        <p>
          What stands at the end says what everyone else meets. Where DMARC is in place, ~all serves as well as -all and
          does not refuse forwarded mail before its DKIM signature has been read.
        </p>
      </div>
    </Sheet>
  )
}
