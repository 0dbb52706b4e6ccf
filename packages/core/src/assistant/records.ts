import type { DnsRecordToPublish } from '../check/index.ts'
import { normalName } from '../dns/index.ts'
import { parseSpf, parseTerm, printSpf } from '../spf/index.ts'
import type { PublishedRecord } from './facts.ts'

/** Where a record in a text comes from: our own code, DNS, or the author of the text. */
export type RecordSource = 'engine' | 'published' | 'unchecked'

/** A DNS record in a text. */
export interface RecordInText {
  type: 'TXT' | 'MX' | 'CNAME' | 'TLSA'
  /** As it is written there, without quotation marks around it. */
  text: string
  source: RecordSource
  /** Its place in the text, in UTF-16 units. */
  start: number
  end: number
}

/** The records that a text may have without a warning. */
export interface KnownRecords {
  /** What our own code made (`recordsMade`). */
  made: readonly DnsRecordToPublish[]
  /** What DNS has. */
  published: readonly Pick<PublishedRecord, 'type' | 'value'>[]
}

/** Longer records, and longer texts, are cut here. */
const recordMax = 2_048
const textMax = 100_000

/**
 * The DNS records in an answer of a language model, in order, and where each comes from. Two records are the same if they
 * parse to the same terms or tags, whatever spaces and order they are written with. The name of a record is not compared:
 * it is often in another sentence. Accepts any text.
 */
export function recordsIn(answer: string, { made, published }: KnownRecords): readonly RecordInText[] {
  const text = answer.slice(0, textMax)
  const engine = new Set(made.map(({ type, value }) => parsedKey(type, value)))
  const dns = new Set(published.map(({ type, value }) => parsedKey(type, value)))
  const found = [...textRecords(text), ...hostRecords(text)].toSorted((one, other) => one.start - other.start)
  return found.map(each => {
    const key = parsedKey(each.type, each.text)
    return { ...each, source: engine.has(key) ? 'engine' : dns.has(key) ? 'published' : 'unchecked' }
  })
}

type Found = Omit<RecordInText, 'source'>

const versions = /v ?= ?(?:spf1|dmarc1|dkim1|stsv1|tlsrptv1|bimi1)/gi

function textRecords(text: string): readonly Found[] {
  const found: Found[] = []
  const lineEnd = nextOf(text, /[\r\n]/g)
  const bareEnd = nextOf(text, /[\r\n`"“”<|]/g)
  let from = 0
  for (const { index } of text.matchAll(versions)) {
    if (index < from) continue
    const most = index + recordMax
    const written = recordAt(text, index, Math.min(lineEnd(index), most), Math.min(bareEnd(index), most))
    from = index + written.length
    found.push({ type: 'TXT', text: written.trimEnd(), start: index, end: index + written.trimEnd().length })
  }
  return found
}

/** What ends a record: a line end, or the mark that it began in. */
const marks: Readonly<Record<string, string>> = { '`': '`', '"': '"', '“': '”', '‘': '’', "'": "'", '*': '*', '<': '<' }

/** Finds the first match at or after a place. Places must ascend, so that all calls together read the text once. */
function nextOf(text: string, pattern: RegExp): (from: number) => number {
  let next = -1
  return from => {
    if (next < from) {
      pattern.lastIndex = from
      next = pattern.exec(text)?.index ?? text.length
    }
    return next
  }
}

/** The record that begins here: up to the mark it began in, else as far as it reads like one. */
function recordAt(text: string, start: number, lineEnd: number, bareEnd: number): string {
  const mark = marks[text.charAt(start - 1)]
  const end = mark === undefined ? -1 : text.slice(start, lineEnd).indexOf(mark)
  if (end >= 0) return text.slice(start, start + end)
  const bare = text.slice(start, bareEnd)
  // Where a line begins with it, as in a fenced block, all of the line is the record.
  if (start === 0 || text.charAt(start - 1) === '\n') return bare
  return isSpf(bare) ? spfPart(bare) : tagPart(bare)
}

function isSpf(text: string): boolean {
  return /^v ?= ?spf1/i.test(text)
}

/** Up to the first word that is no term. A word that could be meant as one stays: the record is then unchecked. */
function spfPart(line: string): string {
  let end = 0
  let isOver = false
  for (const { word, after } of pieces(line, ' ')) {
    const bare = withoutStop(word)
    if (end > 0 && isPlainWord(bare) && (isOver || typeof parseTerm(bare) === 'string')) break
    if (end > 0 && /^[-+~?]?all$/i.test(bare)) isOver = true
    const isFirst = end === 0
    end = after
    if (!isFirst && bare !== word) break
  }
  return withoutStop(line.slice(0, end))
}

/** Up to the first plain word after a tag. */
function tagPart(line: string): string {
  let length = 0
  for (const { word: part } of pieces(line, ';')) {
    const tag = /^ *[^ ]*/.exec(part)?.[0] ?? ''
    const [, next] = /^ *[^ ]+ ([^ ]*)/.exec(part) ?? []
    if (tag.trimStart() !== '' && !tag.includes('=')) break
    if (next !== undefined && isPlainWord(withoutStop(next))) {
      length += tag.length
      break
    }
    length += part.length + 1
  }
  return withoutStop(line.slice(0, length))
}

/** What is between the separators, one at a time: a record usually ends long before its line does. */
function* pieces(line: string, separator: string): Generator<{ word: string; after: number }> {
  for (let at = 0; at <= line.length; ) {
    const found = line.indexOf(separator, at)
    const after = found < 0 ? line.length : found
    yield { word: line.slice(at, after), after }
    at = after + 1
  }
}

function isPlainWord(word: string): boolean {
  return /^[\p{L}\p{M}’'-]*$/u.test(word) && !word.startsWith('-')
}

/** Without the punctuation that ends a sentence. */
function withoutStop(text: string): string {
  return text.replace(/[.,:!?)*]{1,3}$/, '')
}

/** `MX 10 mx1.example.com`, `CNAME target.example.com`, `TLSA 3 1 1 00ff`: upper case, as people write records. */
const hosts = /\b(?:MX[ \t|]{1,20}(\d{1,5})[ \t|]{1,20}|CNAME[ \t|]{1,20}|TLSA[ \t|]{1,20}(?=\d))/g

function hostRecords(text: string): readonly Found[] {
  return [...text.matchAll(hosts)].flatMap(({ 0: lead, 1: preference, index }): Found[] => {
    const after = index + lead.length
    const rest = text.slice(after, after + 300)
    if (lead.startsWith('TLSA')) {
      const data = /^\d \d \d [0-9a-f]{2,256}/i.exec(rest)?.[0]
      return data === undefined ? [] : [{ type: 'TLSA', text: data, start: index, end: after + data.length }]
    }
    const host = withoutStop(/^[A-Za-z0-9._-]{1,255}/.exec(rest)?.[0] ?? '')
    const end = after + host.length
    if (preference === undefined) {
      return host.includes('.') ? [{ type: 'CNAME', text: host, start: index, end }] : []
    }
    const exchange = rest.startsWith('.') ? '.' : host
    return exchange === '' ? [] : [{ type: 'MX', text: `${preference} ${exchange}`, start: index, end }]
  })
}

/** Two records with the same key are the same record. */
function parsedKey(type: string, text: string): string {
  if (type === 'TXT') return isSpf(text) ? spfKey(text) : tagKey(text)
  const [last = '', ...others] = text.trim().split(/\s+/).toReversed()
  const name = type === 'TLSA' ? last.toLowerCase() : (normalName(last) ?? last)
  return [type, ...others.toReversed(), name].join(' ')
}

function spfKey(text: string): string {
  const { terms } = parseSpf(text.replace(/^v ?= ?spf1/i, 'v=spf1'))
  return `SPF ${printSpf(terms.map(({ term }) => term)).toLowerCase()}`
}

/** The tags in the order of their names, as only the first one has a fixed place. */
function tagKey(text: string): string {
  const tags: string[] = []
  for (const { word } of pieces(text, ';')) {
    const part = word.trim()
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(0, at)).trimEnd().toLowerCase()
    const value = part.slice(at + 1).trimStart()
    if (at >= 0) tags.push(`${name}=${name === 'p' || name === 'v' ? value.replaceAll(/\s/g, '') : value}`)
    else if (part !== '') tags.push(part)
  }
  return `TAGS ${tags.sort().join(';')}`
}
