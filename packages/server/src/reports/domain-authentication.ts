import { dkimKeyLook } from '@waxseal/core/dkim'
import { consentLook, dmarcDifference, dmarcFacts, dmarcOwner } from '@waxseal/core/dmarc'
import { badgeStatus, dkimBadge, dmarcStatus, type ScanReply, spfStatus, ttlOf } from '@waxseal/core/health'
import { bounds, cut, firstOf } from './bounds.ts'
import { monoText } from './domain-mail-servers.ts'
import { sectionState } from './domain-section.ts'
import { spfTree } from './domain-spf-tree.ts'
import { styles } from './palette.ts'
import { keyValues, paragraph, part, recordHeight, section, stateAt, zoneRecord } from './parts.ts'
import type { Sheet } from './sheet.ts'
import { table } from './table.ts'

type Dmarc = NonNullable<ScanReply['results']['dmarc']>
type Key = ScanReply['results']['dns']['dkim_records'][number]

/** What receivers use to tell mail of the domain from spoofed mail. */
export function authentication(sheet: Sheet, scan: ScanReply): void {
  section(
    sheet,
    'SPF, DMARC and DKIM',
    () => {
      part(sheet, 'SPF', spfStatus(scan), () => spf(sheet, scan), 120)
      part(sheet, 'DMARC', dmarcStatus(scan), () => dmarc(sheet, scan), 120)
      part(sheet, 'DKIM', badgeStatus(dkimBadge(scan)), () => dkim(sheet, scan), 150)
    },
    180,
  )
}

function spf(sheet: Sheet, scan: ScanReply): void {
  sectionState(sheet, scan, 'spf')
  const { spf } = scan.results
  if (spf === null) return
  for (const text of spf.records.slice(0, bounds.spfRecords)) published(sheet, scan, { name: scan.domain_name, text })
  const aside = [
    ...spf.lookalikes.map(text => ({ name: scan.domain_name, text, words: 'Not a valid SPF record' })),
    ...spf.elsewhere.map(({ name, text }) => ({ name, text, words: 'SPF record in the wrong place' })),
  ]
  for (const { words, ...place } of aside.slice(0, bounds.spfRecords)) {
    sheet.need(styles.quiet.leading + 4 + 2 * styles.small.leading + recordHeight(sheet, place.text))
    paragraph(sheet, `${words}:`)
    published(sheet, scan, place)
  }
  if (spf.tree !== null) spfTree(sheet, spf.tree)
}

/** A record as it is published now. */
function published(sheet: Sheet, scan: ScanReply, { name, text }: { name: string; text: string }): void {
  const ttl = ttlOf(scan, name, 'TXT')
  sheet.need(4 + 2 * styles.small.leading + recordHeight(sheet, text))
  sheet.skip(4)
  paragraph(sheet, `${cut(name, bounds.cell)} TXT${ttl === null ? '' : `, TTL ${ttl} s`}`, styles.small)
  zoneRecord(sheet, text)
}

function dmarc(sheet: Sheet, scan: ScanReply): void {
  sectionState(sheet, scan, 'dmarc')
  const { dmarc } = scan.results
  if (dmarc === null) return
  const name = dmarcOwner(dmarc.reading)
  if (dmarc.reading.record !== null && name !== null) {
    published(sheet, scan, { name, text: dmarc.reading.record.text })
    keyValues(
      sheet,
      dmarcFacts(dmarc, scan.domain_name).map(([label, value]) => [label, cut(value)]),
    )
  }
  if (dmarc.differs) paragraph(sheet, dmarcDifference(dmarc))
  for (const { message } of [...dmarc.errors, ...dmarc.warnings, ...dmarc.elsewhere].slice(0, bounds.items)) {
    sheet.skip(3)
    paragraph(sheet, cut(message))
  }
  consents(sheet, dmarc)
}

function consents(sheet: Sheet, { external }: Dmarc): void {
  const { shown, rest } = firstOf(external, bounds.items, ['address is', 'addresses are'])
  if (shown.length === 0) return
  sheet.skip(6)
  table(
    sheet,
    [
      {
        title: 'Reports to another domain',
        share: 0.36,
        cell: ({ domain, tag }) => ({ texts: [monoText(domain), { text: tag, style: styles.small }] }),
      },
      { title: 'Its record', share: 0.36, cell: ({ name }) => ({ texts: [monoText(name)] }) },
      { title: 'Consent', share: 0.28, cell: ({ authorized }) => ({ look: consentLook(authorized) }) },
    ],
    shown,
  )
  if (rest !== null) paragraph(sheet, rest, styles.small)
}

function dkim(sheet: Sheet, scan: ScanReply): void {
  sectionState(sheet, scan, 'dkim')
  const { dns, dkim } = scan.results
  if (dkim !== null) paragraph(sheet, `We looked up ${dkim.tried} selectors.`, styles.small)
  const { shown, rest } = firstOf(dns.dkim_records, bounds.keys, ['key is', 'keys are'])
  for (const each of shown) key(sheet, each)
  if (rest !== null) paragraph(sheet, rest, styles.small)
}

function key(sheet: Sheet, each: Key): void {
  sheet.need(9 + styles.name.leading + 4 * styles.small.leading + recordHeight(sheet, each.full_record))
  sheet.skip(8)
  const { y } = sheet
  const selector = sheet.fitted(sheet.shown(each.selector, styles.name), styles.name, 220)
  sheet.inside('H4', () => sheet.draw([selector], styles.name))
  stateAt(sheet, dkimKeyLook(each), { left: sheet.left + sheet.widthOf(selector, styles.name) + 12, y })
  sheet.skip(styles.name.leading + 1)
  const alias = each.cnames.length === 0 ? '' : `, alias of ${each.cnames.join(' → ')}`
  paragraph(sheet, cut(`${each.hostname}${alias}`), styles.small)
  const testing = each.testing ? ', test mode (t=y)' : ''
  paragraph(sheet, `${cut(each.provider ?? 'Unknown provider', bounds.cell)}${testing}`, styles.small)
  zoneRecord(sheet, each.full_record)
  for (const { message } of [...each.errors, ...each.warnings].slice(0, bounds.items)) paragraph(sheet, cut(message))
  if (each.repaired !== null) {
    sheet.need(styles.quiet.leading + recordHeight(sheet, each.repaired))
    paragraph(sheet, 'Publish instead:')
    zoneRecord(sheet, each.repaired)
  }
}
