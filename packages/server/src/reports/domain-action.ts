import {
  type Action,
  actionLine,
  advisedWords,
  announceWords,
  publishWords,
  recordsOfAction,
  serveWords,
} from '@waxseal/core/check'
import { type FindingReply, type ScanReply, ttlOf } from '@waxseal/core/health'
import { bounds, firstOf } from './bounds.ts'
import { styles } from './palette.ts'
import { recordHeight, zoneRecord } from './parts.ts'
import type { Sheet } from './sheet.ts'

type DnsRecord = NonNullable<Extract<Action, { kind: 'publish' }>['record']>

/** What resolves a finding: the steps, each with its record as it is published. */
export function actionOf(sheet: Sheet, scan: ScanReply, { action }: FindingReply, left: number): void {
  const say = (words: string, below = 0): void => {
    sheet.need(3 + 2 * styles.text.leading + below)
    sheet.skip(3)
    sheet.flow('P', words, styles.text, { left, width: sheet.left + sheet.width - left })
  }
  const below = (text: string): number => recordHeight(sheet, text, { left })
  switch (action.kind) {
    case 'publish':
      say(publishWords(action), dnsRecordHeight(sheet, action.record, left))
      dnsRecord(sheet, scan, action.record, left)
      break
    case 'edit':
      if (action.remove === null) say(`${actionLine(action, scan.domain_name)}.`)
      else {
        say(`${actionLine({ ...action, remove: null }, scan.domain_name)}:`, below(action.remove))
        zoneRecord(sheet, action.remove, { left })
      }
      break
    case 'serve':
      say(serveWords(action), below(action.url))
      zoneRecord(sheet, action.url, { left })
      if (action.text !== null) zoneRecord(sheet, action.text.trimEnd(), { left })
      if (action.record !== null) {
        say(announceWords(action), dnsRecordHeight(sheet, action.record, left))
        dnsRecord(sheet, scan, action.record, left)
      }
      break
    case 'ask':
      if (action.record === null) say(`${actionLine(action, scan.domain_name)}.`)
      else {
        const words = `${actionLine({ ...action, record: null }, scan.domain_name)}:`
        say(words, dnsRecordHeight(sheet, action.record, left))
        dnsRecord(sheet, scan, action.record, left)
      }
      break
    default:
      say(`${actionLine(action, scan.domain_name)}.`)
  }
  const { shown } = firstOf(action.advised ?? [], bounds.items, ['record is', 'records are'])
  const [first] = shown
  if (first !== undefined) say(advisedWords(shown.length), dnsRecordHeight(sheet, first, left))
  for (const each of shown) dnsRecord(sheet, scan, each, left)
}

/** About the height of all that `actionOf` draws. */
export function actionHeight(sheet: Sheet, { action }: FindingReply, left: number): number {
  const served = action.kind === 'serve' ? [action.url, action.text ?? ''] : []
  const removed = action.kind === 'edit' && action.remove !== null ? [action.remove] : []
  const exhibits = [...served, ...removed].map(text => recordHeight(sheet, text, { left }) + 12)
  const records = recordsOfAction(action)
    .slice(0, bounds.items)
    .map(record => dnsRecordHeight(sheet, record, left) + styles.text.leading + 15)
  return [...exhibits, ...records].reduce((sum, height) => sum + height, styles.text.leading + 3)
}

/** The height of a record with its name, type and TTL. */
function dnsRecordHeight(sheet: Sheet, { value }: DnsRecord, left: number): number {
  return 3 + 2 * styles.small.leading + recordHeight(sheet, value, { left })
}

/** A record to publish: its name, type and TTL, and its value as it is copied. Of TXT the value is one text. */
function dnsRecord(sheet: Sheet, scan: ScanReply, record: DnsRecord, left: number): void {
  const { name, type, value } = record
  const ttl = ttlOf(scan, name, type)
  const style = styles.small
  sheet.need(dnsRecordHeight(sheet, record, left))
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
