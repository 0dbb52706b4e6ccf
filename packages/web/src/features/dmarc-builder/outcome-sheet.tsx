import { type DmarcSettings, dmarcOutcome, type PolicyRow } from '@waxseal/core/dmarc'
import type { ReactNode } from 'react'
import { policyWords } from '../../components/policy-words.ts'
import { Note } from '../../ui/note.tsx'
import { Sheet } from '../../ui/sheet.tsx'

/** The policy for mail from the domain, from existing and from nonexistent subdomains, for the current form. */
export function OutcomeSheet({ name, settings }: { name: string; settings: DmarcSettings }): ReactNode {
  const { domain, subdomains, nonexistent, notes } = dmarcOutcome(settings)
  return (
    <Sheet title="Policy that will apply">
      <table className="w-full text-13">
        <thead className="max-sm:sr-only">
          <tr className="border-b border-line text-start text-ink3">
            <th scope="col" className="py-1 pe-4 text-start font-[400]">
              Mail that fails, from
            </th>
            <th scope="col" className="py-1 pe-4 text-start font-[400]">
              Policy
            </th>
            <th scope="col" className="py-1 text-start font-[400]">
              Tag
            </th>
          </tr>
        </thead>
        <tbody>
          <Row who={name} row={domain} />
          <Row who="Subdomains that exist" row={subdomains} />
          <Row who="Subdomains that do not exist" row={nonexistent} />
        </tbody>
      </table>
      {notes.length > 0 && (
        <div className="mt-4">
          <Note look="info" title="Older receivers read this differently">
            <ul className="grid grid-cols-1 gap-1">
              {notes.map(note => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </Note>
        </div>
      )}
    </Sheet>
  )
}

function Row({ who, row: { policy, from, rfc7489 } }: { who: string; row: PolicyRow }): ReactNode {
  return (
    <tr className="border-b border-line align-baseline max-sm:grid max-sm:grid-cols-1 max-sm:py-1.5">
      <th scope="row" className="py-2 pe-4 text-start font-[560] [overflow-wrap:anywhere] max-sm:py-0">
        {who}
      </th>
      <td className="py-2 pe-4 max-sm:py-0">
        <span className="font-[600]">{policy}</span>: {policyWords[policy]}
        {rfc7489 !== policy && <span className="block text-ink3">{rfc7489} at receivers of RFC 7489</span>}
      </td>
      <td className="py-2 font-mono whitespace-nowrap text-ink2 max-sm:py-0">
        <span className="sm:hidden" aria-hidden>
          by{' '}
        </span>
        {from}
      </td>
    </tr>
  )
}
