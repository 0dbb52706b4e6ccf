import { listingCodes, listStatus, listsByVerdict } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { severityTone, severityWord } from '../../../components/bands.ts'
import type { ScanReply } from '../../../lib/queries.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { StatusTag } from '../status-tag.tsx'

type Blacklist = ScanReply['results']['blacklist']
type Row = Blacklist['blacklists'][number]

/** What was looked up, and what each list answered. */
export function BlacklistLists({ blacklist }: { blacklist: Blacklist }): ReactNode {
  return (
    <>
      <Subjects blacklist={blacklist} />
      <Rows rows={blacklist.blacklists} label="Blocklists" />
      {blacklist.custom.length > 0 && (
        <div className="mt-6">
          <h3 className="mb-2 font-[600]">Your own lists</h3>
          <Rows rows={blacklist.custom} label="Your own lists" />
        </div>
      )}
    </>
  )
}

function Subjects({ blacklist }: { blacklist: Blacklist }): ReactNode {
  const { addresses, names, not_asked: notAsked } = blacklist
  if (addresses.length + names.length === 0) return null
  return (
    <div className="mb-4 text-13">
      <p className="mb-1 text-ink3">Looked up</p>
      <ul className="grid gap-0.5">
        {names.map(name => (
          <li key={name} className="font-mono [overflow-wrap:anywhere]" dir="ltr">
            {name}
          </li>
        ))}
        {addresses.map(({ address, host, owner }) => (
          <li key={address} className="[overflow-wrap:anywhere]">
            <span className="font-mono" dir="ltr">
              {address}
            </span>{' '}
            <span className="text-ink3">
              {host === null ? 'in the SPF record' : host}
              {owner !== null && `, shared by the customers of ${owner}`}
            </span>
          </li>
        ))}
      </ul>
      {notAsked > 0 && (
        <p className="mt-1 text-ink3">{`We look up at most 16 addresses, so we skipped ${notAsked} more.`}</p>
      )}
    </div>
  )
}

function Rows({ rows, label }: { rows: readonly Row[]; label: string }): ReactNode {
  if (rows.length === 0) return null
  return (
    <Table
      caption={label}
      scroll={{ label, className: 'max-h-[24rem] border-y border-line' }}
      rowLayout="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 py-2 sm:items-center"
      rows={listsByVerdict(rows)}
      keyOf={({ list }) => list}
      columns={columns}
    />
  )
}

const columns: readonly Column<Row>[] = [
  {
    title: 'List',
    names: true,
    cell: ({ name, zone }) => (
      <>
        <span className="font-[560]">{name}</span>{' '}
        <span className="font-mono text-12 text-ink3 max-sm:block" dir="ltr">
          {zone}
        </span>
      </>
    ),
  },
  { title: 'Verdict', cell: row => <StatusTag status={listStatus(row)} /> },
  { title: 'Details', className: 'col-span-2', cell: row => (hasDetails(row) ? <Details row={row} /> : null) },
]

function hasDetails({ listings, reason }: Row): boolean {
  return listings.length > 0 || reason !== null
}

function Details({ row }: { row: Row }): ReactNode {
  return (
    <>
      {row.listings.map(({ subject, owner, labels, meaning, severity, note }) => (
        <p key={subject} className="mt-1 text-ink2 [overflow-wrap:anywhere]">
          <span className="font-mono" dir="ltr">
            {subject}
          </span>
          {owner !== null && ` (shared by the customers of ${owner})`}: {meaning}
          {listingCodes(labels)}{' '}
          {note ? (
            <Tag tone="idle" bare>
              Note
            </Tag>
          ) : (
            <Tag tone={severityTone[severity]} bare>
              {severityWord[severity]}
            </Tag>
          )}
        </p>
      ))}
      {row.status === 'listed' && row.delisting !== null && (
        <p className="mt-1">
          <a href={row.delisting} target="_blank" rel="noreferrer noopener" className="prose-link rounded">
            {row.listings.every(({ owner }) => owner !== null)
              ? 'Look up the listing. Only the owner of the address can request removal.'
              : 'Look up the listing and request removal'}
          </a>
        </p>
      )}
      {row.reason !== null && (
        <p className="mt-1 text-ink3 [overflow-wrap:anywhere]">
          {row.reason}
          {row.advice !== null && ` ${row.advice}`}
        </p>
      )}
    </>
  )
}
