import { displayTyped, utf8 } from '../dns/index.ts'
import { pastedPrefix, zoneLine } from './record.ts'
import type { SpfRepairCause } from './repair-cause.ts'
import { isArgument, type RepairedTerm, readTerm, withDots } from './repair-term.ts'

/** A text read as the SPF record that its author meant. */
export interface ReadText {
  causes: SpfRepairCause[]
  terms: RepairedTerm[]
  /** What cannot be read. */
  unreadable: string[]
  /** The same behind the ending, where receivers ignore everything. */
  ignored: string[]
  /** The terms that receivers ignore because of their form, as they were meant. */
  respelled: RepairedTerm[]
  /** Whether an `all` was read that ends the record. */
  hasEnded: boolean
}

/** More than any record in use: the rest of a longer text is not read. */
const longestText = 4_096

/**
 * Reads a text that receivers do not accept as an SPF record: other blanks, quotation marks and dashes, another version,
 * blanks at the wrong places. Null when it does not even look like one.
 */
export function readText(published: string): ReadText | null {
  if (published.length > longestText) return null
  const causes: SpfRepairCause[] = []
  const plain = plainText(published, causes)
  const rest = withoutVersion(plain, causes)
  if (rest === null) return null
  const tokens = tokensOf(rest, causes)
  const read: ReadText = { causes, terms: [], unreadable: [], ignored: [], respelled: [], hasEnded: false }
  for (let at = 0; at < tokens.length; ) at += readAt(tokens, at, read)
  return read
}

const quotes = /["'\u00ab\u00bb\u00b4\u2018-\u201f`]/g
const dashes = /[\u2010-\u2015\u2212\ufe63\uff0d]/g
const tildes = /[\u02dc\u223c\uff5e]/g
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
/** A blank of HTML too, before its semicolon counts as a separator. */
const otherBlanks = /[^\S ]|&nbsp;/gi

/** The text in ASCII as far as characters only look different. */
function plainText(published: string, causes: SpfRepairCause[]): string {
  let text = /[^\0-\xff]/.test(published) ? published : (utf8(published) ?? published)
  const replace = (code: Extract<SpfRepairCause['code'], PlainCode>, pattern: RegExp, by: string): void => {
    const replaced = text.replace(pattern, by)
    if (replaced !== text) causes.push({ code })
    text = replaced
  }
  const line = zoneLine.exec(text)
  if (line !== null) {
    causes.push({ code: 'zone_line' })
    text = text.slice(line[0].length).replace(/\\?"\s*$/, '')
  }
  const prefix = line === null ? pastedPrefix.exec(text)?.[0] : undefined
  if (prefix !== undefined) {
    causes.push({ code: 'version', found: displayTyped(prefix.trim(), 30) })
    text = text.slice(prefix.length)
  }
  if (text.startsWith('\ufeff')) causes.push({ code: 'byte_order_mark' })
  text = text.replace(/^\ufeff/, '')
  replace('invisible', invisible, '')
  if (/^\s/.test(text)) causes.push({ code: 'leading_blank' })
  text = text.replace(/^[;,\s]+/, '').trim()
  replace('blank_kind', otherBlanks, ' ')
  // A zone file's way to write one text as several strings: blanks between them are not part of it.
  const pieces = text.replace(/\\(?=["; ])/g, '').split(/" *"/)
  text = pieces.reduce(joined)
  if (pieces.length > 1 || text.search(quotes) !== -1) causes.push({ code: 'quotes' })
  text = text.replace(quotes, '').trim()
  replace('dash', dashes, '-')
  replace('dash', tildes, '~')
  return text
}

type PlainCode = 'invisible' | 'blank_kind' | 'dash'

/** Two strings of a text. A blank was forgotten where the second begins with a whole term. */
function joined(one: string, other: string): string {
  const isTerm =
    /^[-+~?]?(?:(?:includes?|ipv?[46]?|a|mx|exists|ptr)[:=]|redirect[:=]|(?:all?|mx|a|ptr)(?=[ /]|$))/i.test(other)
  return `${one}${isTerm && !one.endsWith(' ') ? ' ' : ''}${other}`
}

/** The text behind the version; null when it neither has one nor consists of terms. */
function withoutVersion(text: string, causes: SpfRepairCause[]): string | null {
  if (/^spf2\.0\//i.test(text)) {
    causes.push({ code: 'sender_id' })
    return ''
  }
  const found = /^v? {0,9}[=:]{0,2} {0,9}(?:spf|sfp) ?v?[\d.]*/i.exec(text)?.[0]
  if (found === undefined) {
    if (!/^[-+~?]?(?:include|ip[46v]|a|mx)\b/i.test(text)) return null
    causes.push({ code: 'no_version' })
    return text
  }
  const rest = text.slice(found.length)
  if (found.trim().toLowerCase() !== 'v=spf1') causes.push({ code: 'version', found: displayTyped(found.trim(), 30) })
  else if (/^[^ ;,:.]/.test(rest)) causes.push({ code: 'version_blank' })
  return rest.replace(/^[:.]/, '')
}

/** The pieces between blanks, commas and semicolons; those inside of macros separate nothing. */
function tokensOf(text: string, causes: SpfRepairCause[]): string[] {
  if (text.includes(',')) {
    const words = text.split(' ')
    if (words.some(isSlip)) return words.flatMap(word => (isSlip(word) ? [word] : tokensOf(word, causes)))
  }
  const outside = text.replace(/%\{[^{}]{0,40}\}/g, '')
  const found = ([';', ','] as const).find(separator => outside.includes(separator))
  if (found !== undefined) causes.push({ code: 'separators', found, after: outside.startsWith(found) })
  return (text.match(/(?:%\{[^{} ]{0,40}\}|%(?!\{[^{} ]{0,40}\})|[^;, %])+/g) ?? []).filter(token =>
    /[a-z0-9]|^[-+~?:=]$/i.test(token),
  )
}

function isSlip(word: string): boolean {
  return withDots(word) !== null
}

/** Reads the term at a position, with the tokens that belong to it; the number of tokens read. */
function readAt(tokens: readonly string[], at: number, read: ReadText): number {
  const [token = '', next = '', third = ''] = tokens.slice(at, at + 3)
  if (/^v=?spf1$/i.test(token)) {
    read.causes.push({ code: 'second_version' })
    return 1
  }
  for (const [count, text] of joinedWith(token, next, third)) {
    const terms = readTerm(text)
    if (terms === null) continue
    read.terms.push(...terms)
    read.hasEnded ||= terms.some(({ term }) => term.kind === 'all' && term.qualifier !== '+')
    return count
  }
  const place = read.hasEnded ? read.ignored : read.unreadable
  place.push(displayTyped(token, 100))
  return 1
}

/** How a token may go on in the next ones, the longest first. */
function joinedWith(token: string, next: string, third: string): [count: number, text: string][] {
  const isNamed = /^[-+~?]?(?:includes?|ip|ip[46]|ipv[46]|exists|redirect|a|mx|ptr)$/i.test(token)
  const forms: [number, string][] = []
  if (isNamed && /^[:=]$/.test(next) && isArgument(third)) forms.push([3, `${token} ${next} ${third}`])
  if (isNamed && /^[:=]./.test(next)) forms.push([2, `${token} ${next}`])
  if (/^[^:=]+[:=]$/.test(token) && isArgument(next)) forms.push([2, `${token} ${next}`])
  if (isNamed && token.length > 3 && isArgument(next)) forms.push([2, `${token} ${next}`])
  if (/^ip[46]?$/i.test(token) && isArgument(next)) forms.push([2, `${token} ${next}`])
  if (/^[-+~?]$/.test(token) && /^all\b/i.test(next)) forms.push([2, `${token} ${next}`])
  return [...forms, [1, token]]
}
