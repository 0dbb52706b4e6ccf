import { type DmarcSettings, dmarcOutcome, type PolicyRow, policyWords } from '@waxseal/core/dmarc'
import type { ReactNode } from 'react'
import { Note } from '../../ui/note.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { type Column, Table } from '../../ui/table.tsx'

/** The policy for mail from the domain, from existing and from nonexistent subdomains, for the current form. */
export function OutcomeSheet({ name, settings }: { name: string; settings: DmarcSettings }): ReactNode {
  const { domain, subdomains, nonexistent, notes } = dmarcOutcome(settings)
  return (
    <Sheet title="Policy that will apply">
      <Table
        caption="Policy by sender domain"
        rows={[
          { who: name, row: domain },
          { who: 'Existing subdomains', row: subdomains },
          { who: 'Nonexistent subdomains', row: nonexistent },
        ]}
        keyOf={({ who }) => who}
        columns={columns}
      />
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

const columns: readonly Column<{ who: string; row: PolicyRow }>[] = [
  { title: 'Sender domain', names: true, cell: ({ who }) => <span className="font-[560]">{who}</span> },
  {
    title: 'Policy',
    cell: ({ row: { policy, rfc7489 } }) => (
      <>
        <span className="font-[600]">{policy}</span>: {policyWords[policy]}
        {rfc7489 !== policy && <span className="block text-ink3">{rfc7489} at older receivers (RFC 7489)</span>}
      </>
    ),
  },
  {
    title: 'Tag',
    label: 'Tag',
    cell: ({ row }) => <span className="font-mono whitespace-nowrap text-ink2">{row.from}</span>,
  },
]
