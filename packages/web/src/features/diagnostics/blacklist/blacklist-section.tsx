import { blacklistBadge } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { severityTone, severityWord } from '../../../components/bands.ts'
import type { ScanReply } from '../../../lib/queries.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Note } from '../../../ui/note.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { PartTitle } from '../dns/dns-section.tsx'
import { blacklistStatus, notApplicable, type Status, tooFewLists } from '../report.ts'
import { sectionIds } from '../section-ids.ts'
import { SectionNotes } from '../section-notes.tsx'
import { StatusTag } from '../status-tag.tsx'
import { reportTexts } from '../wording.ts'

type Blacklist = ScanReply['results']['blacklist']
type Row = Blacklist['blacklists'][number]

const order: Record<Row['status'], number> = { listed: 0, clean: 1, error: 2 }

/** Listed first, then clean, then error; otherwise in the order of the catalogue. */
export function sortedRows(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => order[one.status] - order[other.status])
}

/** The results of the blocklists for the domain's mail servers and its name. */
export function BlacklistSection({ scan }: { scan: ScanReply }): ReactNode {
  const section = scan.sections.blacklist
  const { blacklist } = scan.results
  const status = blacklistStatus(scan)
  const isKnown = blacklistBadge(scan).state !== 'unchecked'
  const tooFew = tooFewLists(scan)
  return (
    <Disclosure
      id={sectionIds.blacklist}
      title="Blacklist Status"
      status={
        <>
          {isKnown && blacklist.blacklists.some(isOpen) && <Tag tone="unknown">Partly checked</Tag>}
          <StatusTag status={isKnown ? { ...status, word: `Listed on ${status.word}` } : status} />
        </>
      }
    >
      <PartTitle title="Lists" ids={section.evidence} />
      <SectionNotes
        name="The blacklists"
        section={{ ...section, gaps: [], state: 'checked' }}
        findings={scan.findings.filter(f => f.check === 'blacklist')}
      />
      {!blacklist.success && !nothingToAsk(blacklist) && (
        <div className="mb-4">
          <Note look="unknown" title={reportTexts.blacklistFailed}>
            {`No list answered${section.reason === null ? '' : `: ${section.reason}`}. This does not affect the score.`}
          </Note>
        </div>
      )}
      {tooFew !== null && (
        <div className="mb-4">
          <Note look="unknown" title="Too few lists answered to call the domain clean">
            {`${tooFew.answered} of ${tooFew.asked} lists answered, and none lists the domain. At least half must answer for a clean result. Lists that did not answer do not affect the score.`}
          </Note>
        </div>
      )}
      {nothingToAsk(blacklist) && (
        <Note look="info" title="Not applicable">
          The domain has no mail server and no sending address, so there is nothing to look up.
        </Note>
      )}
      <Subjects blacklist={blacklist} />
      <Rows rows={blacklist.blacklists} label="Blacklists" />
      {blacklist.custom.length > 0 && (
        <div className="mt-6">
          <h3 className="mb-2 font-[600]">Your own lists</h3>
          <Rows rows={blacklist.custom} label="Your own lists" />
        </div>
      )}
      {blacklist.off.length > 0 && (
        <p className="mt-3 text-13 text-ink3">Turned off and not in the total: {blacklist.off.join(', ')}.</p>
      )}
    </Disclosure>
  )
}

function isOpen({ status, trouble }: Row): boolean {
  return status === 'error' && trouble !== 'not-applicable'
}

function nothingToAsk({ blacklists }: Blacklist): boolean {
  return blacklists.length > 0 && blacklists.every(({ trouble }) => trouble === 'not-applicable')
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
      rows={sortedRows(rows)}
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
  { title: 'Verdict', cell: row => <StatusTag status={rowStatus(row)} /> },
  { title: 'Details', className: 'col-span-2', cell: row => (hasDetails(row) ? <Details row={row} /> : null) },
]

function hasDetails({ listings, reason }: Row): boolean {
  return listings.length > 0 || reason !== null
}

function rowStatus({ status, trouble }: Row): Status {
  if (status === 'listed') return { word: 'Listed', tone: 'poor' }
  if (status === 'clean') return { word: 'Clean', tone: 'excellent' }
  return trouble === 'not-applicable' ? notApplicable : { word: 'Could not check', tone: 'unknown' }
}

/** A list's own term for a listing, when it says more than that it is one. */
function codesOf(labels: readonly string[]): string {
  const telling = labels.filter(label => label !== 'LISTED')
  return telling.length === 0 ? '' : ` (${telling.join(', ')})`
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
          {codesOf(labels)}{' '}
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
