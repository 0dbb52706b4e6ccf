import { severityWord } from '@waxseal/core/check'
import { utcTime } from '@waxseal/core/headers'
import {
  badgeStatus,
  blacklistStatus,
  couldNotCheck,
  listingCodes,
  listStatus,
  listsByVerdict,
  relayHostStatus,
  relayStatus,
  type ScanReply,
  threatBadge,
} from '@waxseal/core/health'
import { contactWords } from '@waxseal/core/relay'
import { noThreatSource, reputationLooks } from '@waxseal/core/threat'
import { bounds, cut, firstOf } from './bounds.ts'
import { monoText } from './domain-mail-servers.ts'
import { sectionState } from './domain-section.ts'
import { styles } from './palette.ts'
import { paragraph, part, section } from './parts.ts'
import type { Sheet } from './sheet.ts'
import { type CellText, type Column, table } from './table.ts'
import { vendorTable } from './vendor-table.ts'

type Blacklist = ScanReply['results']['blacklist']
type Row = Blacklist['blacklists'][number]
type Host = NonNullable<ScanReply['results']['relay']>['hosts'][number]

/** What was looked up, and what each list answered: those that list the domain first. */
export function blacklists(sheet: Sheet, scan: ScanReply): void {
  const { blacklist } = scan.results
  section(
    sheet,
    'Blacklists',
    () => {
      part(sheet, 'Lists', blacklistStatus(scan), () => {
        const { failure } = scan.sections.blacklist
        if (failure !== null) sectionState(sheet, scan, 'blacklist')
        subjects(sheet, blacklist)
        rows(sheet, blacklist.blacklists)
        if (blacklist.off.length > 0) {
          paragraph(sheet, `Turned off and not in the total: ${cut(blacklist.off.join(', '))}.`, styles.small)
        }
      })
      if (blacklist.custom.length > 0) part(sheet, 'Your own lists', null, () => rows(sheet, blacklist.custom))
    },
    200,
  )
}

function subjects(sheet: Sheet, { names, addresses, not_asked: notAsked }: Blacklist): void {
  const all = [...names, ...addresses.map(({ address }) => address)]
  if (all.length > 0) paragraph(sheet, `Looked up: ${cut(all.join(', '))}`, styles.small)
  if (notAsked > 0) {
    paragraph(sheet, `We look up at most 16 addresses, so we skipped ${notAsked} more.`, styles.small)
  }
}

function rows(sheet: Sheet, all: readonly Row[]): void {
  const { shown, rest } = firstOf(listsByVerdict(all), bounds.lists, ['list is', 'lists are'])
  sheet.skip(4)
  if (shown.length > 0) table(sheet, listColumns, shown)
  if (rest !== null) paragraph(sheet, rest, styles.small)
}

const listingsMax = 4
const zoneStyle = { ...styles.small, leading: styles.text.leading }

const listColumns: readonly Column<Row>[] = [
  {
    title: 'List',
    share: 0.25,
    cell: ({ name }) => ({ texts: [{ text: cut(name, bounds.cell), style: styles.text }] }),
  },
  { title: 'Zone', share: 0.25, cell: ({ zone }) => ({ texts: [{ ...monoText(zone), style: zoneStyle }] }) },
  { title: 'Verdict', share: 0.22, cell: row => ({ look: listStatus(row) }) },
  { title: 'Details', share: 0.28, cell: row => ({ texts: listDetails(row) }) },
]

function listDetails({ listings, reason, advice, status, delisting }: Row): readonly CellText[] {
  const { shown, rest } = firstOf(listings, listingsMax, ['listing is', 'listings are'])
  const lines = shown.map(({ subject, meaning, labels, severity, note }) => {
    const grade = note ? severityWord.info : severityWord[severity]
    return `${subject}: ${meaning}${listingCodes(labels)} (${grade})`
  })
  const more = [
    rest,
    status === 'listed' ? delisting : null,
    reason === null ? null : `${reason}${advice === null ? '' : ` ${advice}`}`,
  ].filter(line => line !== null)
  return [...lines, ...more].map(line => ({ text: cut(line, 300), style: styles.small }))
}

/** What sources of threats say of the domain. Smart interpretation is there only where the reader's plan has it. */
export function threats(sheet: Sheet, scan: ScanReply): void {
  const {
    error,
    overall_verdict: verdict,
    threat_indicators: indicators,
    domain,
    note,
  } = scan.results.threat_intelligence
  section(sheet, 'Threat intelligence', () => {
    if (error === 'not_configured') return paragraph(sheet, `${noThreatSource}.`)
    const look = verdict === null ? badgeStatus(threatBadge(scan)) : reputationLooks[verdict]
    part(sheet, 'Overall verdict', error === null ? look : couldNotCheck, () => {
      sectionState(sheet, scan, 'threat')
      for (const each of indicators.slice(0, bounds.items)) paragraph(sheet, cut(each))
      if (domain?.smart_verdict !== undefined) paragraph(sheet, `Smart verdict: ${cut(domain.smart_verdict)}`)
      if (domain?.vendor_interpretation !== undefined) {
        paragraph(sheet, `Vendor interpretation: ${cut(domain.vendor_interpretation)}`)
      }
      if (domain !== null && domain.vendor_results.length > 0) vendorTable(sheet, domain.vendor_results)
      if (note !== null) paragraph(sheet, cut(note), styles.small)
    })
  })
}

/** Whether the mail servers relay for unauthenticated senders. */
export function relay(sheet: Sheet, scan: ScanReply): void {
  const hosts = scan.results.relay?.hosts ?? []
  section(
    sheet,
    'Open relay',
    () => {
      part(sheet, 'Open relay test', relayStatus(scan), () => {
        sectionState(sheet, scan, 'relay')
        const { shown, rest } = firstOf(hosts, bounds.items, ['host is', 'hosts are'])
        if (shown.length > 0) table(sheet, relayColumns, shown)
        if (rest !== null) paragraph(sheet, rest, styles.small)
      })
    },
    170,
  )
}

const relayColumns: readonly Column<Host>[] = [
  {
    title: 'Mail server',
    share: 0.36,
    cell: ({ host, address }) => ({ texts: [monoText(host), { ...monoText(address), style: styles.small }] }),
  },
  { title: 'Result', share: 0.22, cell: host => ({ look: relayHostStatus(host) }) },
  {
    title: 'Details',
    share: 0.42,
    cell: host => ({
      texts: [
        { text: cut(host.reason, 300), style: styles.quiet },
        ...(host.contacted ? [{ text: `${contactWords(host)} ${utcTime(host.testedAt)}`, style: styles.small }] : []),
      ],
    }),
  },
]
