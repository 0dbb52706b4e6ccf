import type { DnsRecordToPublish } from '../check/index.ts'
import { withoutStop } from './record-keys.ts'

/** The type of a record in a text. `term`: a part of a record alone; `host`: a name or address in a sentence about one. */
export type TypeInText = DnsRecordToPublish['type'] | 'DS' | 'NS' | 'SRV' | 'term' | 'host'

/** Something in a text that reads like a record. */
export interface Found {
  type: TypeInText
  /** As it is written there, without its type. */
  text: string
  /** Its place in the text, in UTF-16 units. */
  start: number
  end: number
}

const types = /(?<![\w.-])(?:AAAA|A|CAA|CNAME|DS|MX|NS|PTR|SRV|TLSA)(?![\w.])/gi
/** UTF-16 units after a type in which its data is. */
const dataMax = 400
/** Words that people write between the parts of a record. */
const connectors = /^(?:[-:]{1,3}|priority|preference|prio|host|hostname|value|data|target|to)$/i
const isNumber = (word: string) => /^\d{1,5}$/.test(word)
const isHex = (word: string) => /^[0-9a-f]{2,512}$/i.test(word)
const isHost = (word: string) => word.length < 256 && /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/i.test(word)
const isIpv4 = (word: string) => /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(word)
const isIpv6 = (word: string) => /^[0-9a-f]{0,4}:[0-9a-f:.]{1,44}$/i.test(word)

type IsPart = (word: string) => boolean

/** The data of each type, part by part. */
const data: Readonly<Record<string, readonly IsPart[]>> = {
  A: [isIpv4],
  AAAA: [isIpv6],
  CAA: [
    isNumber,
    word => /^(?:issue(?:wild|mail|vmc)?|iodef|contact(?:email|phone))$/i.test(word),
    word => word !== '',
  ],
  CNAME: [isHost],
  DS: [isNumber, isNumber, isNumber, isHex],
  MX: [isNumber, word => word === '.' || isHost(word)],
  NS: [isHost],
  PTR: [isHost],
  SRV: [isNumber, isNumber, isNumber, isHost],
  TLSA: [isNumber, isNumber, isNumber, isHex],
}

/** The records in a text whose type is named, such as `MX 10 mx1.example.com`, in any case and with usual punctuation. */
export function hostRecords(text: string): readonly Found[] {
  const found: Found[] = []
  for (const { 0: word, index } of text.matchAll(types)) {
    const after = index + word.length
    const parts = partsAfter(text, after)
    const type = word.toUpperCase() as Found['type']
    const read = readData(type, parts, text)
    if (read !== null) found.push({ type, text: read.text, start: index, end: read.end })
  }
  return [...found, ...bareExchanges(text)]
}

interface Part {
  word: string
  start: number
  end: number
}

/** The next words in the same line, without what connects them. A mark of Markdown ends them. */
function partsAfter(text: string, from: number): readonly Part[] {
  const rest = text.slice(from, from + dataMax)
  const end = /[\r\n`*]/.exec(rest)?.index ?? rest.length
  const parts: Part[] = []
  for (const { 0: written, index } of rest.slice(0, end).matchAll(/[^\s|=→>()"“”]+/g)) {
    const word = written.startsWith('.') ? '.' : withoutStop(written)
    const start = from + index
    if (!connectors.test(word) && word !== '') parts.push({ word, start, end: start + word.length })
    if (parts.length === 4) break
  }
  return parts
}

function readData(type: string, parts: readonly Part[], text: string): { text: string; end: number } | null {
  const wanted = data[type] ?? []
  if (wanted.every((isPart, at) => isPart(parts[at]?.word ?? ''))) {
    const used = parts.slice(0, wanted.length)
    if (type === 'CAA') return readCaaData(used, text)
    return { text: used.map(({ word }) => word).join(' '), end: used.at(-1)?.end ?? 0 }
  }
  const [first, second] = parts
  if (type !== 'MX' || first === undefined || second === undefined) return null
  // In a table or a list, the preference can be after the host.
  const isPreference = isNumber(second.word) && /\||prio|pref/i.test(text.slice(first.end, second.start))
  return isHost(first.word) && isPreference ? { text: `${second.word} ${first.word}`, end: second.end } : null
}

/** The value of a CAA record is a string, which can have spaces and semicolons where it is in quotation marks. */
function readCaaData(parts: readonly Part[], text: string): { text: string; end: number } {
  const [flags, tag, value] = parts as [Part, Part, Part]
  const before = `${flags.word} ${tag.word}`
  if (!/["“”]/.test(text.charAt(value.start - 1))) return { text: `${before} ${value.word}`, end: value.end }
  const rest = text.slice(value.start, value.start + dataMax)
  const length = /["“”\r\n`]/.exec(rest)?.index ?? rest.length
  const isClosed = /["“”]/.test(rest.charAt(length))
  return { text: `${before} "${rest.slice(0, length)}"`, end: value.start + length + Number(isClosed) }
}

/** The data of an MX record alone, as a piece of code or a line. */
function bareExchanges(text: string): readonly Found[] {
  const found: Found[] = []
  for (const { 0: lead, index } of text.matchAll(/(?:^|`)\d{1,5}[ \t]/gm)) {
    const start = index + (lead.startsWith('`') ? 1 : 0)
    const rest = text.slice(start, start + dataMax)
    const line = rest.slice(0, /[\r\n`]/.exec(rest)?.index ?? rest.length).trimEnd()
    const [preference = '', exchange = '', ...others] = line.split(/[ \t]+/)
    const host = withoutStop(exchange)
    if (others.length === 0 && isHost(host)) {
      found.push({ type: 'MX', text: `${preference} ${host}`, start, end: start + withoutStop(line).length })
    }
  }
  return found
}

const subjects =
  /(?<![\w.-])(?:(?:AAAA|CAA|CNAME|MX|NS|PTR|SRV|ip4|ip6|rua|ruf)(?![\w.])|(?:A|SPF)(?= records?\b)|(?:mail|name) servers?\b|(?:include|exists) ?:|(?:redirect|exp) ?=)/gi

/** The names in the rest of a sentence that speaks of such a record or term, and all addresses. */
export function hostsInProse(text: string): readonly Found[] {
  const found: Found[] = []
  const add = (name: string, start: number) => {
    found.push({ type: 'host', text: name, start, end: start + name.length })
  }
  let from = 0
  for (const { 0: word, index } of text.matchAll(subjects)) {
    const start = Math.max(from, index + word.length)
    const rest = text.slice(start, index + word.length + 160)
    const sentence = rest.slice(0, /[.!?](?=\s)|\n/.exec(rest)?.index ?? rest.length)
    for (const { 0: written, index: at } of sentence.matchAll(/[a-z0-9._-]+/gi)) {
      const name = withoutStop(written)
      if (!isHost(name) || !/\.(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i.test(name)) continue
      add(name, start + at)
      from = start + at + name.length
    }
  }
  for (const { 0: written, index } of text.matchAll(/[\d.]+/g)) {
    const address = withoutStop(written)
    // In `ip4:` it is a part of the term, and in a PTR record a part of the name.
    const around = text.charAt(index - 1) + text.charAt(index + written.length)
    if (isIpv4(address) && !/[\w:-]/.test(around.replace(/:$/, ''))) add(address, index)
  }
  return found
}

const term = /(?:^|[^\w.-])(?:[-+~?]?(?:include|exists|ip4|ip6|a|mx|ptr):|(?:redirect|exp|rua|ruf)=|mailto:)(?=.)/i

/** The parts of SPF and DMARC records that name a server or an address, and keys, wherever they are. */
export function termsIn(text: string): readonly Found[] {
  const found: Found[] = []
  for (const { 0: written, index } of text.matchAll(/[^\s`"“”'<>|;,*()\ufffd]+/g)) {
    const isKey = /^p=[a-z0-9+/]{20}/i.test(written)
    const match = isKey ? null : term.exec(written)
    if (!isKey && match === null) continue
    const at = match === null ? 0 : match.index + (/^[a-z+~?-]/i.test(match[0]) ? 0 : 1)
    const text = withoutStop(written.slice(at))
    const value = text.slice((match === null ? 0 : match.index + match[0].length) - at)
    if (!isKey && !/[.:@%]./.test(value)) continue
    found.push({ type: 'term', text, start: index + at, end: index + at + text.length })
  }
  return found
}
