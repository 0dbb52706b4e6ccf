import type { ReactNode } from 'react'
import type { ScanReply } from '../../../lib/queries.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import { Tag, type Tone } from '../../../ui/tag.tsx'

type Senders = NonNullable<NonNullable<ScanReply['results']['transport']>['senders']>
type Row = Senders['rows'][number]
type Cell = Row['dane']

/** What each kind of sender does with mail for each mail server. Absent where the scan did not ask. */
export function SendersPart({ scan }: { scan: ScanReply }): ReactNode {
  const senders = scan.results.transport?.senders ?? null
  if (senders === null) return null
  return (
    <div className="mt-6">
      <h4 className="mb-3 font-[560]">What senders do</h4>
      <Table caption="What senders do with mail for each server" rows={senders.rows} keyOf={rowKey} columns={columns} />
      {senders.note !== null && <p className="mt-2 max-w-prose text-13 text-ink2">{senders.note}</p>}
    </div>
  )
}

const rowKey = ({ host }: Row): string => host

const columns: readonly Column<Row>[] = [
  {
    title: 'Mail server',
    names: true,
    cell: ({ host }) => (
      <span className="font-mono [overflow-wrap:anywhere]" dir="ltr">
        {host}
      </span>
    ),
  },
  column('Any sender', 'opportunistic'),
  column('With MTA-STS', 'mta_sts'),
  column('With DANE', 'dane'),
]

function column(title: string, kind: 'opportunistic' | 'mta_sts' | 'dane'): Column<Row> {
  return {
    title,
    label: title,
    cell: row => (
      <div className="grid gap-1">
        <Outcome cell={row[kind]} />
        {row.addresses.map(each => (
          <div key={each.address} className="text-12 text-ink2">
            <span className="font-mono [overflow-wrap:anywhere]" dir="ltr">
              {each.address}
            </span>
            <span className="block">{each[kind].word}</span>
          </div>
        ))}
      </div>
    ),
  }
}

function Outcome({ cell: { does, word, says, source } }: { cell: Cell }): ReactNode {
  return (
    <div>
      <Tag tone={tones[does]} bare>
        {word}
      </Tag>
      <p className="text-12 text-ink2">{says}</p>
      {source !== null && <p className="text-12 text-ink3">{source}</p>}
    </div>
  )
}

const tones: { readonly [D in Cell['does']]: Tone } = {
  checked: 'excellent',
  encrypted: 'good',
  clear: 'fair',
  refused: 'poor',
  unknown: 'unknown',
}
