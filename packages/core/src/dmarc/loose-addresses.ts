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
   * A blank divides what may be one mailbox (`mailto:a b@x.example`, `a@x.co m`): nothing says which one is meant, and a
   * part of it would be another one.
   */
  isTorn: boolean
}

/** The parts between commas and semicolons, and in each the words, torn mailboxes as one part. */
function partsOf(text: string): Part[] {
  const items = text.split(/[,;]+|%2c(?=mailto:)|(?<=[a-z0-9])(?=mailto:)/i, mostAddresses * 2)
  return items.flatMap((item): Part[] => {
    const words = item.split(/\s+/, mostAddresses * 2).filter(Boolean)
    const first = words.findIndex(word => word.includes('@'))
    const before = words.slice(0, Math.max(first, 0)).filter(word => !/^mailto[:=]?$/i.test(word))
    const isStart = before.length > 0 && !before.every(word => /^(?:and|or)$/i.test(word))
    const [, last] = words.slice(first)
    const isEnd = first >= 0 && words.length === first + 2 && last !== undefined && /^[.@-]|^[a-z0-9]{1,3}$/i.test(last)
    if (!isStart && !isEnd) return words.map(word => ({ text: word, isTorn: false }))
    const torn = words.slice(0, isEnd ? undefined : first + 1).join(' ')
    return [
      { text: torn, isTorn: true },
      ...words.slice(isEnd ? words.length : first + 1).map(word => ({ text: word, isTorn: false })),
    ]
  })
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
