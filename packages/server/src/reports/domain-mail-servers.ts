import type { Look } from '@waxseal/core/check'
import {
  couldNotCheck,
  doesNotExist,
  hasNullMx,
  hostTroubles,
  mxStatus,
  nameServerStatus,
  onlyListedWords,
  type ScanReply,
} from '@waxseal/core/health'
import { implicitWords } from '@waxseal/core/mx'
import { bounds, cut, firstOf } from './bounds.ts'
import { sectionState } from './domain-section.ts'
import { styles } from './palette.ts'
import { paragraph, part, section } from './parts.ts'
import type { Sheet } from './sheet.ts'
import { type CellText, type Column, table } from './table.ts'

type Host = ScanReply['results']['mx']['hosts'][number]
type Delegation = NonNullable<ScanReply['results']['dns']['delegation']>
type NameServer = Delegation['servers'][number]

export const mono = { ...styles.record, leading: 12 }

/** A name, an address or a record in a cell. */
export function monoText(text: string): CellText {
  return { text: cut(text, bounds.cell), style: mono }
}

/** Where mail to the domain goes, and who answers for its zone. */
export function mailServers(sheet: Sheet, scan: ScanReply): void {
  const { mx, dns } = scan.results
  section(
    sheet,
    'DNS and mail servers',
    () => {
      part(sheet, 'Mail servers (MX)', mxStatus(scan), () => {
        sectionState(sheet, scan, 'mx')
        const { shown, rest } = firstOf(hasNullMx(scan) ? [] : mx.hosts, bounds.items, ['host is', 'hosts are'])
        if (shown.length > 0) table(sheet, hostColumns, shown)
        if (rest !== null) paragraph(sheet, rest, styles.small)
        if (mx.hosts.length === 0 && mx.implicit !== null && mx.implicit.length > 0) {
          paragraph(sheet, cut(implicitWords(mx.implicit)))
        }
      })
      part(sheet, 'Address records (A, AAAA)', null, () => {
        sectionState(sheet, scan, 'dns')
        const addresses = [...dns.a_records, ...dns.aaaa_records].map(({ ip }) => ip)
        const { shown, rest } = firstOf(addresses, bounds.items, ['address is', 'addresses are'])
        if (shown.length > 0) paragraph(sheet, shown.join(', '), { ...mono, size: 8.5 })
        else if (scan.sections.dns.state === 'checked') paragraph(sheet, addressWords(scan))
        if (rest !== null) paragraph(sheet, rest, styles.small)
      })
      if (dns.delegation !== null) nameServers(sheet, dns.delegation)
    },
    180,
  )
}

function addressWords(scan: ScanReply): string {
  return doesNotExist(scan) ? 'The name does not exist.' : 'The name has no address records.'
}

const hostColumns: readonly Column<Host>[] = [
  {
    title: 'Priority',
    share: 0.1,
    cell: ({ preference }) => ({ texts: [{ text: String(preference), style: styles.text }] }),
  },
  {
    title: 'Host',
    share: 0.42,
    cell: ({ host, alias }) => ({
      texts: [
        monoText(host),
        ...(alias === null ? [] : [{ text: `alias of ${cut(alias, bounds.cell)}`, style: styles.small }]),
      ],
    }),
  },
  {
    title: 'IP addresses',
    share: 0.48,
    cell: ({ addresses, state }) => {
      const trouble: Look | null = hostTroubles[state]
      const texts = addresses.length === 0 ? [] : [monoText(addresses.join(', '))]
      return trouble === null ? { texts } : { texts, look: trouble }
    },
  },
]

function nameServers(sheet: Sheet, delegation: Delegation): void {
  part(sheet, `Name servers of ${cut(delegation.zone, bounds.cell)}`, null, () => {
    const { shown, rest } = firstOf(delegation.servers, bounds.items, ['server is', 'servers are'])
    if (shown.length > 0) table(sheet, serverColumns(delegation), shown)
    else paragraph(sheet, `${couldNotCheck.word}.`)
    if (rest !== null) paragraph(sheet, rest, styles.small)
    if (delegation.not_asked > 0) paragraph(sheet, `We did not query ${delegation.not_asked} more.`, styles.small)
  })
}

function serverColumns(delegation: Delegation): readonly Column<NameServer>[] {
  return [
    {
      title: 'Name server',
      share: 0.4,
      cell: server => {
        const only = onlyListedWords(server, delegation)
        return { texts: [monoText(server.host), ...(only === null ? [] : [{ text: only, style: styles.small }])] }
      },
    },
    { title: 'IP addresses', share: 0.36, cell: ({ addresses }) => ({ texts: [monoText(addresses.join(', '))] }) },
    { title: 'Status', share: 0.24, cell: server => ({ look: nameServerStatus(server) }) },
  ]
}
