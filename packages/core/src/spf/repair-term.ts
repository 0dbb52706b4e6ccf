import { aLabelsOf, displayText, displayTyped, formatAddress, normalName, parseAddress } from '../dns/index.ts'
import { parseTerm, type SpfTerm } from './record.ts'
import type { TermFault } from './repair-cause.ts'

/** One term of a repaired record. */
export interface RepairedTerm {
  /** As it was published, or as it is to be published. */
  text: string
  term: SpfTerm
  fault: { fault: TermFault; found: string } | null
}

/** Names that people write for a mechanism or modifier. */
const writtenNames: { readonly [written: string]: string } = {
  al: 'all',
  alll: 'all',
  inc: 'include',
  incl: 'include',
  includ: 'include',
  includes: 'include',
  inclide: 'include',
  inclued: 'include',
  inculde: 'include',
  incude: 'include',
  inlcude: 'include',
  nclude: 'include',
  ip: 'ip4',
  ipv4: 'ip4',
  'ip-v4': 'ip4',
  ip4v: 'ip4',
  ipv6: 'ip6',
  'ip-v6': 'ip6',
  ip6v: 'ip6',
  redirects: 'redirect',
}

const names = /^(?:all|include|a|mx|ptr|ip4|ip6|exists|redirect|exp)$/

/**
 * Reads one term as its author meant it: the terms that it holds (several where blanks are missing), or null when
 * nothing says what is meant.
 */
export function readTerm(written: string): RepairedTerm[] | null {
  const valid = validTerm(written)
  if (valid !== null) return [valid]
  const slip = withALabels(written) ?? withDots(written) ?? withColon(written)
  if (slip !== null) return [slip]
  const read = readOne(written)
  if (read !== null) return [read]
  return readJoined(written)
}

/** Whether a modifier has the name of a mechanism or modifier of SPF, as people also write it. */
export function namesTerm(name: string): boolean {
  return nameOf(name) !== null
}

/**
 * A term of a valid record that holds the record's ending, `a:mail.example.com-all`, as the two terms it means; null for
 * every other. It is certain: no top-level domain ends with `-all`, while `mail-all.example.com` is a name.
 */
export function endingInName(written: string): RepairedTerm[] | null {
  return glued.test(written) ? readJoined(written) : null
}

const glued = /\.[a-z]+[-+~?]all\.?$/i

/** `include:_spf,example.com`: a comma where only a dot makes a name or an address of it. */
export function withDots(written: string): RepairedTerm | null {
  const [, start = '', argument = ''] = /^([-+~?]?(?:include|redirect|ip4|mx|a)[:=])([^:=%]+)$/i.exec(written) ?? []
  const [first = '', ...others] = argument.split(',')
  // Two names or addresses with a comma between them are two terms.
  if (others.length === 0 || others.includes('') || first.includes('.')) return null
  const name = [first, ...others].join('.')
  const meant = networkText(name)?.startsWith('ip4') || isHost(name) ? validTerm(`${start}${name}`) : null
  return meant === null ? null : { ...meant, fault: { fault: 'comma', found: displayText(written, 100) } }
}

/**
 * `include:münchen.example`: a name in its own letters, which a record holds as A-labels only (RFC 8616 section 4). A label
 * that a macro is a part of has no A-label.
 */
function withALabels(written: string): RepairedTerm | null {
  const [, start = '', name = '', end = ''] = named.exec(written) ?? []
  const macros = name.match(macro) ?? []
  // A label with a macro is put aside, so that its name is one in letters.
  const aside: string[] = []
  const labels = name.replace(macro, '%').replace(/\.$/, '').split('.')
  const plain = labels.map(label => (label.includes('%') ? `_${aside.push(label)}_` : label)).join('.')
  if (aside.some(label => /[^\0-\x7f]/.test(label))) return null
  const encoded = aLabelsOf(plain)?.split('.') ?? []
  const restored = encoded.map(label =>
    /^_\d{1,3}_$/.test(label) ? (aside[Number(label.slice(1, -1)) - 1] ?? label) : label,
  )
  const meant = restored.join('.').replaceAll('%', () => macros.shift() ?? '')
  if (meant === '') return null
  const text = `${start}${meant}${end}`
  const read = validTerm(text) ?? readOne(text)
  return read === null ? null : { ...read, fault: { fault: 'letters', found: displayTyped(written, 100) } }
}

const named =
  /^([-+~?]?(?:include|exists|redirect|exp|a|mx|ptr)[:=])((?:[^\s:=%/]|%\{[a-z0-9.+,/_=-]{1,20}\}|%[%_-]){1,253})(\/[\d/]{1,8})?$/i
const macro = /%(?:\{[^{}]{1,20}\}|[%_-])/g

/** `include_spf.example.com` and `ip4192.0.2.1`. */
function withColon(written: string): RepairedTerm | null {
  const [, name = '', argument = ''] = /^([-+~?]?(?:include|ip4|ip6))([a-z0-9_][^:=]*)$/i.exec(written) ?? []
  const isNamed = /include$/i.test(name) ? isHost(argument) : networkText(argument) !== null
  const meant = isNamed ? validTerm(`${name}:${argument}`) : null
  return meant === null ? null : { ...meant, fault: { fault: 'missing_colon', found: displayText(written, 100) } }
}

/** A term that the grammar allows and that says what it seems to say. */
function validTerm(text: string): RepairedTerm | null {
  const term = parseTerm(text)
  if (typeof term === 'string' || isMisread(text, term)) return null
  return { text, term, fault: null }
}

/** The grammar allows nearly every character in a domain name, and any name before `=`. */
function isMisread(text: string, term: SpfTerm): boolean {
  if (term.kind === 'modifier') return nameOf(term.name) !== null
  if (!('domain' in term) || term.domain === null) return false
  const argument = text.slice(text.search(/[:=]/) + 1).replace(/%\{[^{}]{0,40}\}/g, '0')
  return /[;,'":@]|\.\./.test(argument) || glued.test(argument)
}

function nameOf(written: string): string | null {
  const name = written.toLowerCase()
  if (names.test(name)) return name
  return Object.hasOwn(writtenNames, name) ? (writtenNames[name] ?? null) : null
}

function readOne(written: string): RepairedTerm | null {
  const trimmed = written.replace(/^[.,;:"'()<>[\]|]{1,9}/, '')
  const stripped = withoutStray(trimmed)
  const [, qualifiers = '', blank = '', name = '', separator = '', rest = ''] =
    /^([-+~?]{0,3})( ?)([a-z0-9-]*)( ?[:=]? ?)(.*)$/is.exec(stripped) ?? []
  const qualifier = qualifierOf(qualifiers)
  if (qualifier === null) return null
  const bare = networkText(stripped.slice(qualifiers.length))
  if (bare !== null) return repaired(`${qualifier}${bare}`, 'bare', written)
  const meant = nameOf(name)
  if (meant === null) return null
  // In `a-records.example` the name goes on.
  if (separator === '' && rest !== '' && !rest.startsWith('/')) return null
  const argument = withoutPrefix(rest)
  const fault = faultOf({ name, meant, separator: `${blank}${separator}`, rest })
  switch (meant) {
    case 'all':
      return rest === '' ? repaired(`${qualifier}all`, fault, written) : null
    case 'ip4':
    case 'ip6': {
      const network = networkText(argument)
      if (network !== null)
        return repaired(`${qualifier}${network}`, networkFault(network, meant, argument, fault), written)
      return isHost(argument) ? repaired(`${qualifier}a:${argument}`, 'host', written) : null
    }
    case 'a':
    case 'mx':
    case 'ptr': {
      if (rest === '') return repaired(`${qualifier}${meant}`, fault, written)
      const network = meant === 'ptr' ? null : networkText(argument)
      if (network !== null) return repaired(`${qualifier}${network}`, 'address', written)
      const joint = separator === '' ? '' : ':'
      return repaired(`${qualifier}${meant}${joint}${argument}`, fault, written)
    }
    case 'include':
    case 'exists': {
      const network = meant === 'include' ? networkText(argument) : null
      if (network !== null) return repaired(`${qualifier}${network}`, 'address', written)
      return separator === '' ? null : repaired(`${qualifier}${meant}:${argument}`, fault, written)
    }
    default:
      return separator === '' || qualifier !== '' ? null : repaired(`${meant}=${argument}`, fault, written)
  }
}

/** `--all` means `-all`; of different qualifiers nobody knows which is meant. */
function qualifierOf(written: string): string | null {
  const [only = '', ...others] = new Set(written)
  return others.length === 0 ? only : null
}

function withoutStray(text: string): string {
  let end = text.length
  while (end > 0 && '.,;:"\'()<>|\\/'.includes(text[end - 1] ?? '')) end--
  // A dot at the end of a name is allowed.
  return text.slice(0, end)
}

/** The argument without a URL's scheme and path, and without the name of a mechanism in it. */
function withoutPrefix(rest: string): string {
  const name = rest
    .replace(/^(?:(?:include|redirect|spf|ip4|ip6)[:=]){1,3}/i, '')
    .replace(/^@/, '')
    .replace(/\.{2,}/g, '.')
  const scheme = /^[a-z]{2,8}:\/{2}/i.exec(name)
  return scheme === null ? name : (name.slice(scheme[0].length).split('/', 1)[0] ?? '')
}

interface Parts {
  name: string
  meant: string
  separator: string
  rest: string
}

function faultOf({ name, meant, separator, rest }: Parts): TermFault {
  if (separator.includes(' ')) return 'blank'
  if (name.toLowerCase() !== meant) return 'name'
  if (rest.includes('://')) return 'url'
  const isModifier = meant === 'redirect' || meant === 'exp'
  if (separator === '=' && !isModifier) return 'colon'
  return separator === ':' && isModifier ? 'equals' : 'stray'
}

function networkFault(network: string, meant: string, argument: string, fault: TermFault): TermFault {
  if (!network.startsWith(meant) && fault !== 'name') return 'family'
  return /\/\d+\./.test(argument) ? 'mask' : fault
}

/** An address or network as a term of its family; null for every other text. */
function networkText(text: string): string | null {
  const [written = '', suffix, ...more] = text.split('/')
  if (more.length > 0) return null
  const address = parseAddress(written.replace(/^\[|\]$/g, ''))
  if (address === null) return null
  const bits = address.family === 4 ? 32 : 128
  const prefix = suffix === undefined ? bits : prefixOf(suffix)
  if (prefix === null || prefix > bits) return null
  return `ip${address.family}:${formatAddress(address)}${prefix === bits ? '' : `/${prefix}`}`
}

/** A prefix length, also as a mask: `255.255.255.0` is 24. */
function prefixOf(text: string): number | null {
  if (/^\d{1,3}$/.test(text)) return Number(text)
  const mask = parseAddress(text)
  if (mask === null || mask.family !== 4) return null
  const zeros = (~mask.value & 0xffff_ffffn) + 1n
  return (zeros & (zeros - 1n)) === 0n ? 33 - zeros.toString(2).length : null
}

/** A host name: a letter begins its last label, so it is no mistyped address. */
function isHost(text: string): boolean {
  if (text.length > 253 || !/^[a-z0-9_.-]+$/i.test(text)) return false
  const dot = text.lastIndexOf('.')
  return dot > 0 && /^[a-z][a-z0-9-]*[a-z0-9]$/i.test(text.slice(dot + 1)) && normalName(text) !== null
}

/** Whether a text can only be the argument of the term before it. */
export function isArgument(text: string): boolean {
  return networkText(text) !== null || isHost(withoutStray(text)) || text.includes('%{')
}

function repaired(text: string, fault: TermFault, written: string): RepairedTerm | null {
  const term = parseTerm(text)
  if (typeof term === 'string' || isMisread(text, term) || term.kind === 'modifier') return null
  return { text, term, fault: { fault, found: displayText(written, 100) } }
}

/** The include of what `redirect=` names: beside `all`, only that names senders. */
export function includeOf(redirect: RepairedTerm): RepairedTerm {
  const text = `include:${redirect.text.slice(redirect.text.indexOf('=') + 1)}`
  const term = parseTerm(text)
  return { ...redirect, text, term: typeof term === 'string' ? redirect.term : term }
}

const inside = /[-+~?]?(?:include|ip4|ip6|exists|redirect)[:=]/gi
const endings = ['-all', '~all', '?all', '+all']

/** Several terms without a blank between them; null when one of them cannot be read. */
function readJoined(written: string): RepairedTerm[] | null {
  const starts = Array.from(written.matchAll(inside), ({ index }) => index).filter(at => at > 0)
  const ending = withoutStray(written).slice(-4).toLowerCase()
  const endAt = endings.includes(ending) ? withoutStray(written).length - 4 : 0
  const cuts = [...new Set([0, ...starts, ...(endAt > 0 ? [endAt] : [])])].sort((one, other) => one - other)
  if (cuts.length < 2) return null
  const pieces = cuts.map((at, index) => written.slice(at, cuts[index + 1]).replace(/[;,]{1,9}$/, ''))
  const read = pieces.map(piece => validTerm(piece) ?? readOne(piece))
  if (!read.every(piece => piece !== null)) return null
  const isEnded = read.some(({ term }) => term.kind === 'all')
  const [first, ...others] = read.map(each => (isEnded && each.term.kind === 'redirect' ? includeOf(each) : each))
  if (first === undefined) return null
  return [{ ...first, fault: { fault: 'missing_blank', found: displayText(written, 100) } }, ...others]
}
