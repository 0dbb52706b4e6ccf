import { normalName } from '../dns/index.ts'
import { parseSpf, printSpf } from '../spf/index.ts'

/** Two records with the same key are the same record, whatever spaces and order they are written with. */
export function recordKey(type: string, text: string): string {
  if (type === 'TXT') return isSpf(text) ? spfKey(text) : tagKey(text)
  if (type === 'CAA') return caaKey(text)
  const [last = '', ...others] = text.trim().toLowerCase().split(/\s+/).toReversed()
  return [type, ...others.toReversed(), normalName(last) ?? last].join(' ')
}

/** Quotation marks around the value say nothing. */
function caaKey(text: string): string {
  const [, flags = '', tag = '', value = ''] = /^\s{0,9}(\S+)\s{1,9}(\S+)\s{1,9}(.*)$/s.exec(text) ?? []
  return `CAA ${flags} ${tag.toLowerCase()} ${value
    .trim()
    .replaceAll(/^["“”]|["“”]$/g, '')
    .trim()}`
}

/** Does the text begin with the version of SPF? */
export function isSpf(text: string): boolean {
  return /^v ?= ?spf1/i.test(text)
}

function spfKey(text: string): string {
  if (!/^v ?= ?spf1(?: |$)/i.test(text)) return `OTHER ${text}`
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

/** What is between the separators, one at a time: a record usually ends long before its line does. */
export function* pieces(line: string, separator: string): Generator<{ word: string; after: number }> {
  for (let at = 0; at <= line.length; ) {
    const found = line.indexOf(separator, at)
    const after = found < 0 ? line.length : found
    yield { word: line.slice(at, after), after }
    at = after + 1
  }
}

/** Without the punctuation that ends a sentence. */
export function withoutStop(text: string): string {
  return text.replace(/[.,:!?)*]{1,3}$/, '')
}
