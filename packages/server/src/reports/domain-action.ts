import { type Action, actionLine, advisedWords, announceWords, publishWords, serveWords } from '@waxseal/core/check'
import { type FindingReply, type ScanReply, ttlOf } from '@waxseal/core/health'
import { bounds, firstOf } from './bounds.ts'
import { styles } from './palette.ts'
import { zoneRecord } from './parts.ts'
import type { Sheet } from './sheet.ts'

type DnsRecord = NonNullable<Extract<Action, { kind: 'publish' }>['record']>

/** What resolves a finding: the steps, each with its record as it is published. */
export function actionOf(sheet: Sheet, scan: ScanReply, { action }: FindingReply, left: number): void {
  const say = (words: string): void => {
    // With the beginning of the record that mostly follows.
    sheet.need(100)
    sheet.skip(3)
    sheet.flow('P', words, styles.text, { left, width: sheet.left + sheet.width - left })
  }
  switch (action.kind) {
    case 'publish':
      say(publishWords(action))
      dnsRecord(sheet, scan, action.record, left)
      break
    case 'edit':
      if (action.remove === null) say(`${actionLine(action, scan.domain_name)}.`)
      else {
        say(`${actionLine({ ...action, remove: null }, scan.domain_name)}:`)
        zoneRecord(sheet, action.remove, { left })
      }
      break
    case 'serve':
      say(serveWords(action))
      zoneRecord(sheet, action.url, { left })
      if (action.text !== null) zoneRecord(sheet, action.text.trimEnd(), { left })
      if (action.record !== null) {
        say(announceWords(action))
        dnsRecord(sheet, scan, action.record, left)
      }
      break
    case 'ask':
      say(`${actionLine({ ...action, record: null }, scan.domain_name)}${action.record === null ? '.' : ':'}`)
      if (action.record !== null) dnsRecord(sheet, scan, action.record, left)
      break
    default:
      say(`${actionLine(action, scan.domain_name)}.`)
  }
  const { shown } = firstOf(action.advised ?? [], bounds.items, ['record is', 'records are'])
  if (shown.length > 0) say(advisedWords(shown.length))
  for (const each of shown) dnsRecord(sheet, scan, each, left)
}

/** A record to publish: its name, type and TTL, and its value as it is copied. Of TXT the value is one text. */
function dnsRecord(sheet: Sheet, scan: ScanReply, { name, type, value }: DnsRecord, left: number): void {
  const ttl = ttlOf(scan, name, type)
  const style = styles.small
  sheet.need(70)
  sheet.skip(3)
  const width = sheet.left + sheet.width - left
  sheet.flow('P', `Name: ${name}`, style, { left, width })
  sheet.flow(
    'P',
    `Type: ${type}   TTL: ${ttl === null ? 'the default of your DNS provider' : `${ttl} s, as now`}`,
    style,
    {
      left,
      width,
    },
  )
  zoneRecord(sheet, value, { left })
}
