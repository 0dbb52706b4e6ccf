import type { ReactNode } from 'react'
import { Disclosed } from '../../ui/disclosed.tsx'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Configuration } from './api.ts'
import { Part } from './part.tsx'
import { amounts, counted } from './words.ts'

type ProofFacts = Configuration['proof']
type Change = ProofFacts['changes'][number]

/** What the proof says, and what it leaves to the owner of the record. */
export function Proof({ configuration: { proof, withheld, kept_out } }: { configuration: Configuration }): ReactNode {
  const isCut = withheld?.additions != null || kept_out !== null
  const { ipv4_addresses, ipv6_networks, lookups_before, lookups_after, kept, empty } = proof
  return (
    <Part title="Proof">
      <Tag tone="excellent" bare>
        {isCut ? 'Proved over every IPv4 and IPv6 address' : 'Identical over every IPv4 and IPv6 address'}
      </Tag>
      <p className="mt-1 text-13 text-ink2">
        {isCut
          ? 'The same addresses pass SPF as with your original record, but for the additions that you did not accept.'
          : 'The same addresses pass SPF as with your original record.'}
      </p>
      <dl className="mt-3 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1 text-13 [&_dt]:text-ink3">
        <dt>Passing</dt>
        <dd>{amounts(ipv4_addresses, ipv6_networks) ?? 'No addresses'}</dd>
        <dt>DNS lookups</dt>
        <dd>
          {lookups_before} before → {lookups_after} after, of at most 10
        </dd>
      </dl>
      {kept.length > 0 && (
        <Terms title="Kept as terms" terms={kept}>
          These terms depend on the message, so the hosted record keeps them. The owner of the domain that a term names
          decides which servers pass.
        </Terms>
      )}
      {empty.length > 0 && (
        <Terms title="Without addresses" terms={empty}>
          These terms of your original record name hosts without addresses. Remove them if you do not use them.
        </Terms>
      )}
      <Changes proof={proof} />
    </Part>
  )
}

function Terms({ title, terms, children }: { title: string; terms: readonly string[]; children: string }): ReactNode {
  return (
    <div className="mt-4 text-13">
      <p className="font-[560]">{title}</p>
      <p className="text-ink2">{children}</p>
      <ul className="mt-1 flex flex-wrap gap-2" aria-label={title}>
        {terms.map((term, index) => (
          <li key={`${index} ${term}`} className="rounded bg-sunken px-2 py-0.5 font-mono [overflow-wrap:anywhere]">
            {term}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Addresses that pass in neither record may still get a different result. */
function Changes({ proof: { changes, more_changes } }: { proof: ProofFacts }): ReactNode {
  if (changes.length === 0) return null
  const all = changes.length + more_changes
  return (
    <Disclosed
      className="mt-3"
      summary={`${counted(all, 'failing range')} ${all === 1 ? 'gets' : 'get'} a different result`}
    >
      <Table
        caption="Ranges with a different result"
        narrow="columns"
        rows={changes}
        keyOf={({ range }) => range}
        columns={columns}
        scroll={{ label: 'Ranges with a different result', className: 'max-h-72' }}
      />
      {more_changes > 0 && <p className="mt-2 text-13 text-ink3">{counted(more_changes, 'more range')} not listed.</p>}
    </Disclosed>
  )
}

const columns = [
  { title: 'Range', names: true, cell: ({ range }: Change) => <span className="font-mono">{range}</span> },
  { title: 'Original', className: 'w-24', cell: ({ before }: Change) => before },
  { title: 'Hosted', className: 'w-24', cell: ({ after }: Change) => after },
] as const
