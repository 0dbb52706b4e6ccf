import { states } from '@waxseal/core/check'
import { hostTroubles } from '@waxseal/core/health'
import { implicitWords } from '@waxseal/core/mx'
import type { ReactNode } from 'react'
import type { ScanReply } from '../../../lib/queries.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Note } from '../../../ui/note.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { EvidenceButton } from '../evidence/evidence-button.tsx'
import { MailPathFigure } from '../mail-path/mail-path-figure.tsx'
import { doesNotExist, hasNullMx, isOpen, mxStatus, namedWord } from '../report.ts'
import { sectionIds } from '../section-ids.ts'
import { BrokenDnssecNote, BrokenDnssecTag, SectionNotes } from '../section-notes.tsx'
import { StatusTag } from '../status-tag.tsx'
import { reportTexts } from '../wording.ts'
import { NameServersPart } from './name-servers.tsx'
import { SendersPart } from './senders-part.tsx'

type Host = ScanReply['results']['mx']['hosts'][number]

export function DnsSection({ scan }: { scan: ScanReply }): ReactNode {
  const { dns, mx } = scan.sections
  const status = mxStatus(scan)
  return (
    <Disclosure
      id={sectionIds.dns}
      title="DNS and Mail Server Records"
      openAtFirst
      status={
        <>
          <BrokenDnssecTag sections={[dns, mx]} statuses={[status]} />
          {mx.state === 'partial' && <StatusTag status={states.partly} />}
          <StatusTag status={{ ...status, word: namedWord('MX', status.word) }} />
        </>
      }
    >
      <BrokenDnssecNote sections={[dns, mx]} />
      <div className="grid gap-8">
        <div>
          <h3 className="mb-3 font-[600]">Mail path</h3>
          <MailPathFigure scan={scan} />
        </div>
        <div>
          <PartTitle title="Mail servers (MX)" ids={mx.evidence} />
          <SectionNotes name="The mail servers" section={mx} findings={scan.findings.filter(f => f.check === 'mx')} />
          {mx.state !== 'unchecked' && <MailServers scan={scan} />}
          <SendersPart scan={scan} />
        </div>
        <div>
          <PartTitle title="Address records (A, AAAA)" ids={dns.evidence} />
          <SectionNotes
            name="The address records"
            section={dns}
            findings={scan.findings.filter(f => f.check === 'dns')}
          />
          {dns.state !== 'unchecked' && <Addresses scan={scan} />}
        </div>
        {!doesNotExist(scan) && <NameServersPart scan={scan} />}
      </div>
    </Disclosure>
  )
}

/** The title line of one part of a section, with a button for its evidence. */
export function PartTitle({ title, ids }: { title: string; ids: readonly string[] }): ReactNode {
  return (
    <div className="mb-3 flex min-h-8 items-center justify-between gap-4">
      <h3 className="font-[600]">{title}</h3>
      <EvidenceButton title={title} ids={ids} />
    </div>
  )
}

function MailServers({ scan }: { scan: ScanReply }): ReactNode {
  const { hosts, implicit } = scan.results.mx
  if (hasNullMx(scan)) {
    return (
      <Note look="info" title="Accepts no mail (null MX)">
        The domain publishes the null MX record “0 .”, so senders do not try to deliver. (RFC 7505)
      </Note>
    )
  }
  if (hosts.length === 0) {
    return (
      <Note look={mxStatus(scan).tone === 'excellent' ? 'info' : 'bad'} title={reportTexts.noMx}>
        {doesNotExist(scan)
          ? reportTexts.nameMissing
          : implicit !== null && implicit.length > 0
            ? implicitWords(implicit)
            : undefined}
      </Note>
    )
  }
  return (
    <Table
      caption="Mail servers by priority"
      rows={hosts}
      keyOf={({ preference, host }) => `${preference} ${host}`}
      columns={hostColumns}
    />
  )
}

const hostColumns: readonly Column<Host>[] = [
  { title: 'Priority', label: 'Priority', className: 'w-20', cell: ({ preference }) => preference },
  {
    title: 'Host',
    names: true,
    cell: ({ host, alias }) => (
      <span className="font-mono" dir="ltr">
        {host}
        {alias !== null && <span className="block text-12 text-fair">alias of {alias}</span>}
      </span>
    ),
  },
  { title: 'IP addresses', cell: host => <HostAddresses host={host} /> },
]

function HostAddresses({ host }: { host: Host }): ReactNode {
  const trouble = hostTroubles[host.state]
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      {host.addresses.map(address => (
        <span key={address} className="font-mono whitespace-nowrap" dir="ltr">
          {address}
        </span>
      ))}
      {trouble !== null && <StatusTag status={trouble} bare />}
    </div>
  )
}

function Addresses({ scan }: { scan: ScanReply }): ReactNode {
  const { a_records: a, aaaa_records: aaaa } = scan.results.dns
  if (doesNotExist(scan)) return <p className="text-ink2">The name does not exist.</p>
  if (a.length === 0 && aaaa.length === 0) {
    if (isOpen(scan, 'dns', 'A', 'AAAA')) {
      return <p className="text-ink2">The address records could not be checked.</p>
    }
    // Without a mail server it is a problem: senders would use the address.
    const noFault = scan.results.mx.hosts.length > 0 && ' A domain used only for mail does not need one.'
    return <p className="text-ink2">The name has no address records.{noFault}</p>
  }
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 font-mono text-13" dir="ltr">
      {[...a, ...aaaa].map(({ ip }) => (
        <li key={ip}>{ip}</li>
      ))}
    </ul>
  )
}
