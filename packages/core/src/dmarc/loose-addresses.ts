import { displayTyped } from '../dns/index.ts'
import type { DmarcFault } from './faults.ts'
import { readReportUri, reportUriOf, withALabels } from './report-uri.ts'

/** The maximum number of addresses to read. */
const mostAddresses = 50
/** The ways in which people write `mailto:`, also several times. */
const scheme = /^(?:(?:mailto|mailot|malito|maito|mailo|mail|email)(?:[:=]\/{0,2}|\/\/))+/i
/** A link as Markdown writes it: `[a@b.example](mailto:a@b.example)`. */
const markdown = /(?:mailto:)?\[[^\][()\s]{1,254}\]\(([^()\s]{1,254})\)/gi
const mailbox = /^[\w!#$%&'*+/=?^`{|}~.-]{1,64}@(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/i

/**
 * Reads the list of a `rua` or `ruf` tag as it was meant: `mailto:` missing, written twice or with slashes, addresses
 * in angle brackets, separated by blanks or semicolons. Valid addresses remain as published.
 */
export function looseAddresses(tag: 'rua' | 'ruf', value: string): { uris: string[]; faults: DmarcFault[] } {
  const uris: string[] = []
  const faults: DmarcFault[] = []
  const plain = value.replace(markdown, '$1')
  if (plain.split(',').some(item => (item.match(/@+/g)?.length ?? 0) > 1))
    faults.push({ code: 'address_separator', tag })
  const parts = partsOf(plain)
  for (const [found, address = ''] of value.matchAll(markdown)) {
    const uri = looseAddress(address)
    faults.push({ code: 'address', tag, found: displayTyped(found, 60), meant: uri && displayTyped(uri, 80) })
  }
  let bare = ''
  let isText = false
  for (const { text: part, isTorn } of parts) {
    isText ||= isTorn && uris.length > 0 && /^[a-z]{1,24}\s/i.test(part)
    if (isText) {
      // Behind a word, it can be any text: `rua=mailto:d@example.com, made by e@example.net`.
      if (part.includes('@')) faults.push({ code: 'address_outside', tag })
      continue
    }
    isText = uris.length > 0 && /^[a-z]{1,24}$/i.test(part) && !/^(?:mailto|and|or)$/i.test(part)
    if (/^mailto[:=]?$/i.test(part)) {
      bare = `${part} `
      continue
    }
    const uri = uris.length < mostAddresses && !isTorn ? looseAddress(part) : null
    if (uri !== null && !uris.includes(uri)) uris.push(uri)
    if (uri !== part || bare !== '') {
      const shown = { tag, found: displayTyped(bare + part, 60) }
      const isForeign = uri !== null && /[^\0-\x7f]/.test(part)
      if (isForeign) faults.push({ code: 'letters', ...shown, meant: displayTyped(uri, 80) })
      else faults.push({ code: 'address', ...shown, meant: uri && displayTyped(uri, 80) })
    }
    bare = ''
  }
  if (bare !== '') faults.push({ code: 'address', tag, found: bare.trim(), meant: null })
  const [first] = uris
  const other = first === undefined ? undefined : readReportUri(first)?.scheme
  if (other !== undefined && uris.every(uri => readReportUri(uri)?.domain == null)) {
    faults.push({ code: 'scheme', tag, found: other })
  }
  return { uris, faults }
}

/** One address of a list, or what stands in its place. */
interface Part {
  text: string
  /**
   * A blank, a comma or a semicolon divides what may be one mailbox (`mailto:a b@x.example`, `a,b@x.example`,
   * `a@x.co mpany.example`): nothing says which one is meant, and a part of it would be another one.
   */
  isTorn: boolean
}

/** A word of a list, with the separator before it. */
interface Word {
  text: string
  /** Whether a comma, a semicolon or nothing but `mailto:` divides it from the word before; otherwise a blank does. */
  isItem: boolean
}

/** The parts between commas and semicolons, and in each the words, torn mailboxes as one part. */
function partsOf(text: string): Part[] {
  const items = text.split(/[,;]+|%2c(?=mailto:)|(?<=[a-z0-9])(?=mailto:)/i, mostAddresses * 2)
  const words = items.flatMap(item =>
    item
      .split(/\s+/, mostAddresses * 2)
      .filter(Boolean)
      .map((word, at): Word => ({ text: word, isItem: at === 0 })),
  )
  const parts: Part[] = []
  let at = 0
  while (at < words.length) {
    const { end, isTorn } = groupAt(words, at)
    const group = words.slice(at, end)
    if (isTorn) parts.push({ text: group.map(shownIn).join(''), isTorn })
    else parts.push(...group.map(({ text: word }) => ({ text: word, isTorn })))
    at = end
  }
  return parts
}

function shownIn({ text, isItem }: Word, at: number): string {
  if (at === 0) return text
  return isItem ? `,${text}` : ` ${text}`
}

/** The words from one on that are one torn mailbox, or whole ones. */
function groupAt(words: readonly Word[], start: number): { end: number; isTorn: boolean } {
  let at = start
  let isStart = false
  for (; at < words.length && !words[at]?.text.includes('@'); at++) {
    const [word, next] = [words[at]?.text ?? '', words[at + 1]]
    // A word before a comma is the start of a mailbox only where it can be a local part, and the next one is no URI.
    if (next?.isItem && (!isBareLocal(word) || isUri(next))) return { end: at + 1, isTorn: false }
    isStart ||= !isJoining(word)
  }
  if (at >= words.length) return { end: at, isTorn: false }
  const end = endOfMailbox(words, at)
  return { end, isTorn: isStart || end > at + 1 }
}

/** Behind a mailbox and what may be the rest of its domain, which may also be the start of the next mailbox. */
function endOfMailbox(words: readonly Word[], start: number): number {
  let at = start
  while (isTail(words, at)) {
    const next = words[at + 2]
    if (next === undefined || next.isItem || !next.text.includes('@') || isUri(next)) return at + 2
    at += 2
  }
  return at + 1
}

function isUri({ text }: Word): boolean {
  return /^(?:mailto|https?)[:=]/i.test(text)
}

/** A word that stands between addresses, or before one, and is no part of it. */
function isJoining(word: string): boolean {
  return /^(?:mailto[:=]?|and|or)$/i.test(word)
}

/** `mailto:a`, `a`, `first.last`: what can begin a mailbox, and no whole word of the list. */
function isBareLocal(word: string): boolean {
  const bare = word.replace(/^(?:ru[af]=){1,3}/i, '').replace(scheme, '')
  return bare !== '' && !isJoining(bare) && !/[:=]/.test(bare)
}

/** Whether the word after an address may be the rest of its domain. A valid address before a comma is as published. */
function isTail(words: readonly Word[], at: number): boolean {
  const [word, next, last] = [words[at], words[at + 1], words[at + 2]]
  if (word === undefined || next === undefined || /[@:=]/.test(next.text) || isJoining(next.text)) return false
  if (next.isItem) {
    if (readReportUri(word.text)?.domain != null) return false
    if (word.text.endsWith('.')) return /^[a-z0-9-]/i.test(next.text)
    return /^[.-]|^[a-z0-9-]{1,63}\.|^[a-z]{2,3}$/i.test(next.text)
  }
  if (/^[.-]|\./.test(next.text)) return true
  const isLast = last === undefined || last.isItem || isJoining(last.text)
  return isLast && /^[a-z0-9-]{1,63}$/i.test(next.text)
}

function looseAddress(written: string): string | null {
  const part = withALabels(written) ?? written
  const read = readReportUri(part)
  if (read !== null && (read.domain !== null || !scheme.test(part))) return part
  const address = part
    .replace(/^(?:ru[af]=){1,3}/i, '')
    .replace(/^[<([]/, '')
    .replace(scheme, '')
    .replace(/^[<([/:]{1,3}/, '')
    .replace(/@{2,}/, '@')
    .replace(/(?:![0-9a-z]{0,16})?[>)\].:]{0,3}$/i, '')
  if (!mailbox.test(address)) return read === null ? null : part
  const uri = address.includes('%') ? `mailto:${address}` : reportUriOf(address)
  return readReportUri(uri)?.domain == null ? null : uri
}
