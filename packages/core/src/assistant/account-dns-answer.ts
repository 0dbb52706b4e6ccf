import type { DnsRecordToPublish } from '../check/index.ts'
import type { JsonValue } from '../watch/index.ts'
import type { PastDnsChangeFacts } from './account-history-facts.ts'
import type { Bounded } from './account-read.ts'
import { lines } from './account-words.ts'
import { type Answer, published } from './answer.ts'
import { momentOf } from './explain-finding.ts'
import { hasRecord } from './records.ts'

/** The most characters of values in a line. */
const valueMax = 300
/** The changes whose records are shown letter by letter: those of a question about few. */
const recordsMax = 3

/** Changes of DNS records, the newest first. Of few changes also the TXT records before and after, each as a block. */
export function dnsAnswer(dns: Bounded<PastDnsChangeFacts>): Answer {
  const isFew = dns.total <= recordsMax
  return [...lines(dns, dnsLine, 'DNS changes'), ...(isFew ? dns.items.flatMap(recordsOf) : [])]
}

/** A sentence has no record in it: a record is a block of its own. */
function dnsLine({ domain, at, description, severity, before, after }: PastDnsChangeFacts) {
  const values = `Before: ${valueWords(before)}. After: ${valueWords(after)}.`
  const isShort = before !== null || after !== null
  return {
    lead: `${domain}:`,
    text: `${description} (${severity}, ${momentOf(at)}).${isShort && !hasRecord(values) ? ` ${values}` : ''}`,
  }
}

/** The records before and after a change, where the part is one of TXT records. */
function recordsOf({ domain, part, at, before, after }: PastDnsChangeFacts): Answer {
  const name = nameOf(part, domain)
  if (name === null) return []
  const shown = (value: JsonValue, when: string): Answer =>
    textsOf(value).flatMap(text => {
      const record: DnsRecordToPublish = { name, type: 'TXT', value: text }
      return hasRecord(text) ? published({ ...record, when: `${when} ${momentOf(at)}` }) : []
    })
  return [...shown(before, 'before'), ...shown(after, 'after')]
}

/** The owner name of the TXT records of a watched part; null: it has none. */
function nameOf(part: string, domain: string): string | null {
  const [kind = '', selector] = part.split(' ')
  if (kind === 'dkim' && selector !== undefined) return `${selector}._domainkey.${domain}`
  if (kind === 'dmarc') return `_dmarc.${domain}`
  if (kind === 'mta-sts') return `_mta-sts.${domain}`
  return kind === 'spf' ? domain : null
}

/** A value as one line; a set of records with commas. */
function valueWords(value: JsonValue): string {
  const text = textsOf(value).join(', ')
  if (text === '') return 'no record'
  return text.length > valueMax ? `${text.slice(0, valueMax)}…` : text
}

function textsOf(value: JsonValue): readonly string[] {
  if (value === null) return []
  return (Array.isArray(value) ? value : [value]).map(each => (typeof each === 'string' ? each : JSON.stringify(each)))
}
