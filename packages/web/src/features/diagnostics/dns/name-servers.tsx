import { nameServerStatus, onlyListedWords } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import type { ScanReply } from '../../../lib/queries.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import { StatusTag } from '../status-tag.tsx'

type Delegation = NonNullable<ScanReply['results']['dns']['delegation']>
type NameServer = Delegation['servers'][number]

/** The name servers of the zone, with the answer of each to our own question. */
export function NameServersPart({ scan }: { scan: ScanReply }): ReactNode {
  const { delegation } = scan.results.dns
  return (
    <div>
      <h3 className="mb-3 font-[600] [overflow-wrap:anywhere]">
        Name servers{delegation !== null && ` of ${delegation.zone}`}
      </h3>
      {delegation === null ? (
        <p className="text-ink2">This scan did not query each name server.</p>
      ) : (
        <>
          <Table
            caption="Name servers of the zone"
            rows={delegation.servers}
            keyOf={({ host }) => host}
            columns={columnsOf(delegation)}
          />
          {delegation.not_asked > 0 && <p className="mt-2 text-ink2">We did not query {delegation.not_asked} more.</p>}
        </>
      )}
    </div>
  )
}

function columnsOf(delegation: Delegation): readonly Column<NameServer>[] {
  return [
    {
      title: 'Name server',
      names: true,
      cell: server => (
        <span className="font-mono" dir="ltr">
          {server.host}
          {onlyListedWords(server, delegation) !== null && (
            <span className="block text-12 text-fair">{onlyListedWords(server, delegation)}</span>
          )}
        </span>
      ),
    },
    {
      title: 'IP addresses',
      cell: ({ addresses }) => (
        <span className="flex flex-wrap gap-x-4 gap-y-1 font-mono" dir="ltr">
          {addresses.map(address => (
            <span key={address} className="whitespace-nowrap">
              {address}
            </span>
          ))}
        </span>
      ),
    },
    { title: 'Status', cell: server => <StatusTag status={nameServerStatus(server)} bare /> },
  ]
}
