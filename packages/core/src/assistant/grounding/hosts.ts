import { formatAddress, parseAddress } from '../../dns/index.ts'
import { blank, type Range } from './blank.ts'

/** A name of a host, an address or an e-mail address in a text, with its place. */
export interface HostFound extends Range {
  kind: 'domain' | 'address'
  /** Each way to read it: keys of which one must be known. */
  keys: readonly string[]
}

/** Ends of names of files, which no domain has. */
const files: ReadonlySet<string> = new Set(
  'txt json conf xml pem eml csv pdf yaml yml cf ini log html htm js ts cfg'.split(' '),
)
/** Properties of the field Authentication-Results (RFC 8601), written as names. */
const properties: ReadonlySet<string> = new Set(
  'header.from header.to smtp.mailfrom smtp.helo smtp.rcptto smtp.mail dns.sec'.split(' '),
)
const url = /:\/\/[^\s<>()[\]"'|]+/g
const words = /[\p{L}\p{N}_.@+:/-]+/gu
const label = /^[\p{L}\p{M}\p{N}_-]+$/u
const lettersOnly = /^\p{L}+$/u

/** Hosts and addresses in a line, also with a final dot, in any letter case, and of a URL. */
export function hostsIn(line: string): readonly HostFound[] {
  const found = [...line.matchAll(url)].map(({ 0: written, index }) => urlAt(line, written, index))
  for (const { 0: written, index } of blank(line, found).matchAll(words)) {
    for (const part of partsOf(written, index)) {
      const read = readWord(part.text)
      if (read !== null) found.push({ ...read, start: part.start, end: part.start + part.text.length })
    }
  }
  return found.toSorted((one, other) => one.start - other.start)
}

/** A URL by what follows its scheme. */
function urlAt(line: string, written: string, at: number): HostFound {
  let start = at
  while (start > 0 && at - start < 20 && /[a-z0-9+.-]/i.test(line.charAt(start - 1))) start -= 1
  const authority = written.slice(3).split(/[/?#]/, 1).join('')
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d{1,5}$/, '')
  const keys = keysOfHost(host) ?? [`h:${host.toLowerCase()}`]
  return { kind: 'domain', start, end: at + written.length, keys }
}

interface Word {
  text: string
  start: number
}

/** A word without the punctuation around it; what is no address is divided where a name ends. */
function partsOf(written: string, at: number): readonly Word[] {
  const { text, lead } = trimmed(written, '-.:/+@')
  const start = at + lead
  if (addressOf(written) !== null) return [{ text: written, start: at }]
  if (!/[.:]/.test(text)) return []
  if (addressOf(text) !== null || (text.includes('@') && !/[:/]/.test(text))) return [{ text, start }]
  let from = start
  return text.split(/[:/+]/).map(part => {
    const inside = trimmed(part, '-.')
    const word = { text: inside.text, start: from + inside.lead }
    from += part.length + 1
    return word
  })
}

/** A text without these characters around it, and how many were in front. */
function trimmed(text: string, edge: string): { text: string; lead: number } {
  let lead = 0
  let end = text.length
  while (lead < end && edge.includes(text.charAt(lead))) lead += 1
  while (end > lead && edge.includes(text.charAt(end - 1))) end -= 1
  return { text: text.slice(lead, end), lead }
}

function addressOf(text: string): string | null {
  const bare = text.replace(/^(?:ip[46]:|\[)/i, '').replace(/\/\d{1,3}$/, '')
  const address = /\d\.\d/.test(bare) || bare.split(':').length > 2 ? parseAddress(bare) : null
  return address === null ? null : formatAddress(address)
}

function readWord(text: string): Pick<HostFound, 'kind' | 'keys'> | null {
  const address = addressOf(text)
  if (address !== null) return { kind: 'address', keys: [`a:${address}`] }
  const at = text.lastIndexOf('@')
  if (at > 0) {
    const domain = keysOfHost(text.slice(at + 1))
    return domain === null ? null : { kind: 'domain', keys: [`e:${text.toLowerCase()}`] }
  }
  const keys = keysOfHost(text.slice(at + 1))
  return keys === null ? null : { kind: 'domain', keys }
}

/** The name itself, and the name below which a record of mail has its own: `_dmarc`, `s1._domainkey`, `mta-sts`. null: no host. */
function keysOfHost(text: string): readonly string[] | null {
  const name = text.toLowerCase().replace(/\.$/, '')
  const labels = name.split('.')
  if (labels.length < 2 || name.length > 253 || !labels.every(isLabel)) return null
  const last = labels.at(-1) ?? ''
  if (!isEnd(last) || files.has(last) || properties.has(name)) return null
  const own = labels.findLastIndex(each => each.startsWith('_') || each === 'mta-sts') + 1
  // One label more is a selector; several are another name.
  const isBelow = own > 0 && labels.findIndex(each => each.startsWith('_') || each === 'mta-sts') <= 1
  return isBelow && labels.length - own > 1 ? [`h:${name}`, `h:${labels.slice(own).join('.')}`] : [`h:${name}`]
}

const isLabel = (text: string) => text.length <= 63 && !text.startsWith('-') && !text.endsWith('-') && label.test(text)
const isEnd = (text: string) => text.startsWith('xn--') || (text.length >= 2 && lettersOnly.test(text))

/** What else is known where a host or an address is: the names above it, and the host of an e-mail address. */
export function keysAround(key: string): readonly string[] {
  if (key.startsWith('e:')) return [key, ...keysAround(`h:${key.slice(key.lastIndexOf('@') + 1)}`)]
  if (!key.startsWith('h:')) return [key]
  const labels = key.slice(2).split('.')
  return labels.slice(0, -1).map((_, at) => `h:${labels.slice(at).join('.')}`)
}
