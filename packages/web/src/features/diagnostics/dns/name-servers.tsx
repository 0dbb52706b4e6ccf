import type { ReactNode } from 'react'
import type { ScanReply } from '../../../lib/queries.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import { couldNotCheck, type Status } from '../report.ts'
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
          {listWords(server, delegation) !== null && (
            <span className="block text-12 text-fair">{listWords(server, delegation)}</span>
          )}
        </span>
      ),
    },
    {
      title: 'IP addresses',
      cell: ({ addresses }) => (
        <span className="flex flex-wrap gap-x-4 gap-y-1 font-mono" dir="ltr">
          {addresses.map(address => (
            <span key={address}>{address}</span>
          ))}
        </span>
      ),
    },
    { title: 'Status', cell: server => <StatusTag status={serverStatus(server)} bare /> },
  ]
}

/** A server that only one of the two lists has. */
function listWords({ listed }: NameServer, { zone, parent }: Delegation): string | null {
  if (listed === 'parent') return `listed by ${parent} only`
  return listed === 'zone' ? `listed by ${zone} only` : null
}

const statuses: Readonly<Record<NameServer['state'], Status>> = {
  answers: { tone: 'excellent', word: 'Answers' },
  partly: { tone: 'poor', word: 'Does not serve the zone' },
  lame: { tone: 'poor', word: 'Does not serve the zone' },
  silent: { tone: 'unknown', word: 'No answer' },
  'no-address': { tone: 'poor', word: 'No address' },
  private: { tone: 'poor', word: 'Private address' },
  unknown: couldNotCheck,
}

function serverStatus({ state, lame }: Pick<NameServer, 'state' | 'lame'>): Status {
  const status = statuses[state]
  return state === 'partly' ? { ...status, word: `${status.word} at ${lame.join(', ')}` } : status
}
