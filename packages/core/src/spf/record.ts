import { type Address, blockOf, displayText, formatAddress, parseAddress } from '../dns/index.ts'
import { type MacroString, parseDomainSpec, parseMacroString, printMacroString } from './macro.ts'

/*
 * record    = version terms *SP              version   = "v=spf1"
 * terms     = *( 1*SP ( directive / modifier ) )
 * directive = [ qualifier ] mechanism        qualifier = "+" / "-" / "?" / "~"
 * mechanism = all / include / a / mx / ptr / ip4 / ip6 / exists
 * include   = "include" ":" domain-spec      exists    = "exists" ":" domain-spec
 * a         = "a"  [ ":" domain-spec ] [ dual-cidr-length ]
 * mx        = "mx" [ ":" domain-spec ] [ dual-cidr-length ]
 * ptr       = "ptr" [ ":" domain-spec ]
 * ip4       = "ip4" ":" ip4-network [ "/" 0-32 ]      ip6 = "ip6" ":" ip6-network [ "/" 0-128 ]
 * dual-cidr-length = [ "/" 0-32 ] [ "//" 0-128 ]
 * modifier  = "redirect=" domain-spec / "exp=" domain-spec / name "=" macro-string
 *                                                                     (RFC 7208 section 12)
 */

export type Qualifier = '+' | '-' | '~' | '?'

/**
 * One parsed term, with the parts of its grammar rule. The domain of `a`, `mx` and `ptr` is optional; the default is
 * the domain of the record.
 */
export type SpfTerm =
  | { kind: 'all'; qualifier: Qualifier }
  | { kind: 'include'; qualifier: Qualifier; domain: MacroString }
  | { kind: 'exists'; qualifier: Qualifier; domain: MacroString }
  | { kind: 'a'; qualifier: Qualifier; domain: MacroString | null; prefix4: number; prefix6: number }
  | { kind: 'mx'; qualifier: Qualifier; domain: MacroString | null; prefix4: number; prefix6: number }
  | { kind: 'ptr'; qualifier: Qualifier; domain: MacroString | null }
  | { kind: 'ip4'; qualifier: Qualifier; address: Address; prefix: number }
  | { kind: 'ip6'; qualifier: Qualifier; address: Address; prefix: number }
  | { kind: 'redirect'; domain: MacroString }
  | { kind: 'exp'; domain: MacroString }
  | { kind: 'modifier'; name: string; value: MacroString }
  | { kind: 'unknown'; text: string }

/** A term with its published text. */
export interface PublishedTerm {
  text: string
  term: SpfTerm
}

export interface SpfProblem {
  /** The index of the term with the problem; null when it is about the record. */
  term: number | null
  /** An error is a syntax error of RFC 7208: the whole record is a permerror. A warning has no effect at receivers. */
  severity: 'error' | 'warning'
  /** A few words, printable. */
  message: string
}

export interface ParsedSpf {
  terms: readonly PublishedTerm[]
  problems: readonly SpfProblem[]
}

/**
 * Parses an SPF record (RFC 7208 sections 4.6.1 and 12) strictly: a term that the grammar does not allow gets the kind
 * `unknown` and an error. Accepts any text.
 */
export function parseSpf(text: string): ParsedSpf {
  const problems: SpfProblem[] = []
  const [version = '', ...texts] = text.split(' ')
  if (version.toLowerCase() !== 'v=spf1') {
    problems.push({ term: null, severity: 'error', message: 'does not begin with v=spf1' })
  }
  const seen = new Set<string>()
  const terms = texts.filter(Boolean).map((published, at): PublishedTerm => {
    const term = parseTerm(published)
    if (typeof term === 'string') {
      problems.push({ term: at, severity: 'error', message: term })
      return { text: published, term: { kind: 'unknown', text: published } }
    }
    if (term.kind === 'redirect' || term.kind === 'exp') {
      // RFC 7208 section 6: each of the two may occur once.
      if (seen.has(term.kind)) problems.push({ term: at, severity: 'error', message: `a second ${term.kind}=` })
      seen.add(term.kind)
    }
    const warning = warningAbout(term)
    if (warning !== null) problems.push({ term: at, severity: 'warning', message: warning })
    return { text: published, term }
  })
  return { terms, problems }
}

/** Parses one term; returns an error text when the grammar does not allow it. */
export function parseTerm(text: string): SpfTerm | string {
  const modifier = /^([a-z][a-z0-9._-]*)=/i.exec(text)
  if (modifier !== null) return parseModifier(modifier[1] ?? '', text.slice(modifier[0].length))
  const qualifier = /^[-+~?]/.exec(text)?.[0] as Qualifier | undefined
  const mechanism = qualifier === undefined ? text : text.slice(1)
  const end = mechanism.search(/[:/]/)
  const name = (end === -1 ? mechanism : mechanism.slice(0, end)).toLowerCase()
  return parseMechanism(name, end === -1 ? '' : mechanism.slice(end), qualifier ?? '+')
}

function parseModifier(written: string, value: string): SpfTerm | string {
  const name = written.toLowerCase()
  if (name === 'redirect' || name === 'exp') {
    const domain = parseDomainSpec(value)
    return typeof domain === 'string' ? `${name}= with ${domain}` : { kind: name, domain }
  }
  const macros = parseMacroString(value)
  return typeof macros === 'string' ? `a modifier with ${macros}` : { kind: 'modifier', name, value: macros }
}

/** `rest` is the text after the name: '' or a text that begins with `:` or `/`. */
function parseMechanism(name: string, rest: string, qualifier: Qualifier): SpfTerm | string {
  switch (name) {
    case 'all':
      return rest === '' ? { kind: name, qualifier } : 'nothing may follow all'
    case 'include':
    case 'exists': {
      const domain = parseDomainSpec(rest.slice(1))
      if (rest.startsWith('/')) return `${name} without a domain name`
      return typeof domain === 'string' ? `${name} with ${domain}` : { kind: name, qualifier, domain }
    }
    case 'ptr': {
      const domain = optionalDomain(rest)
      return typeof domain === 'string' ? `ptr with ${domain}` : { kind: name, qualifier, domain }
    }
    case 'a':
    case 'mx':
      return parseHostMechanism(name, rest, qualifier)
    case 'ip4':
    case 'ip6':
      return parseNetwork(name, rest, qualifier)
    default:
      return unknownMechanism(name)
  }
}

function optionalDomain(rest: string): MacroString | null | string {
  if (rest === '') return null
  return rest.startsWith(':') ? parseDomainSpec(rest.slice(1)) : 'a prefix length'
}

const prefixLengths = /(?:\/(0|[1-9]\d?))?(?:\/\/(0|[1-9]\d{0,2}))?$/

function parseHostMechanism(kind: 'a' | 'mx', rest: string, qualifier: Qualifier): SpfTerm | string {
  const lengths = prefixLengths.exec(rest)
  const spec = lengths === null ? rest : rest.slice(0, lengths.index)
  const prefix4 = Number(lengths?.[1] ?? 32)
  const prefix6 = Number(lengths?.[2] ?? 128)
  if (prefix4 > 32 || prefix6 > 128 || /^\/|\/\d*$/.test(spec)) return `${kind} with an invalid prefix length`
  const domain = optionalDomain(spec)
  return typeof domain === 'string' ? `${kind} with ${domain}` : { kind, qualifier, domain, prefix4, prefix6 }
}

function parseNetwork(kind: 'ip4' | 'ip6', rest: string, qualifier: Qualifier): SpfTerm | string {
  const family = kind === 'ip4' ? 4 : 6
  if (!rest.startsWith(':')) return `${kind} without an address`
  const slash = rest.indexOf('/')
  const address = parseAddress(rest.slice(1, slash === -1 ? undefined : slash))
  if (address === null || address.family !== family) return `${kind} without an IPv${family} address`
  const bits = family === 4 ? 32 : 128
  const prefix = slash === -1 ? String(bits) : rest.slice(slash + 1)
  if (!/^(?:0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > bits) return `${kind} with an invalid prefix length`
  return { kind, qualifier, address, prefix: Number(prefix) }
}

const meant: { readonly [written: string]: string } = {
  ip: 'ip4',
  ipv4: 'ip4',
  ipv6: 'ip6',
  includes: 'include',
  nclude: 'include',
  al: 'all',
  redirect: 'redirect=',
}

function unknownMechanism(name: string): string {
  const shown = displayText(name, 30)
  const hint = Object.hasOwn(meant, name) ? ` (did you mean ${meant[name]}?)` : ''
  return `unknown mechanism ${shown === '' ? 'without a name' : shown}${hint}`
}

function warningAbout(term: SpfTerm): string | null {
  if (term.kind === 'ip4' || term.kind === 'ip6') {
    const { first } = blockOf(term.address, term.prefix)
    return first === term.address.value
      ? null
      : `bits set after /${term.prefix}, so receivers read ${formatAddress({ ...term.address, value: first })}/${term.prefix}`
  }
  if (term.kind === 'ptr') return 'RFC 7208 section 5.5 advises against ptr'
  if (term.kind === 'modifier' && term.name === 'v') return 'receivers ignore a second v=spf1 inside the record'
  if (term.kind === 'modifier' && /^(?:ip4|ip6|include|a|mx|exists|all|ptr)$/.test(term.name)) {
    return `receivers ignore ${term.name}= because a mechanism needs a colon`
  }
  return null
}

/** Prints a record in canonical form: `+` only before `all`, prefix lengths only when they differ from the default. */
export function printSpf(terms: readonly SpfTerm[]): string {
  return ['v=spf1', ...terms.map(printTerm)].join(' ')
}

/** Prints one term. */
function printTerm(term: SpfTerm): string {
  if (term.kind === 'unknown') return term.text
  if (term.kind === 'modifier') return `${term.name}=${printMacroString(term.value)}`
  if (!('qualifier' in term)) return `${term.kind}=${printMacroString(term.domain)}`
  if (term.kind === 'all') return `${term.qualifier}all`
  return `${term.qualifier === '+' ? '' : term.qualifier}${term.kind}${printArgument(term)}`
}

function printArgument(term: Extract<SpfTerm, { qualifier: Qualifier }>): string {
  switch (term.kind) {
    case 'all':
      return ''
    case 'ip4':
    case 'ip6':
      return `:${formatAddress(term.address)}${term.prefix === (term.kind === 'ip4' ? 32 : 128) ? '' : `/${term.prefix}`}`
    case 'a':
    case 'mx': {
      const lengths = `${term.prefix4 === 32 ? '' : `/${term.prefix4}`}${term.prefix6 === 128 ? '' : `//${term.prefix6}`}`
      return `${printDomain(term.domain)}${lengths}`
    }
    case 'include':
    case 'exists':
    case 'ptr':
      return printDomain(term.domain)
    default:
      return term satisfies never
  }
}

function printDomain(domain: MacroString | null): string {
  return domain === null ? '' : `:${printMacroString(domain)}`
}

/**
 * Separates the TXT records of a name into SPF records (RFC 7208 section 4.5: `v=spf1`, then a space or the end, in any
 * case) and lookalikes: a leading space, `v=spf10`, quotes around it, `spf1` alone, terms without a version, `SPF:` in
 * front of it. Receivers ignore lookalikes.
 */
export function selectSpf(texts: readonly string[]): { records: string[]; lookalikes: string[] } {
  const records = texts.filter(isSpfRecord)
  const lookalikes = texts.filter(
    text =>
      !isSpfRecord(text) && [misspelledVersion, withoutVersion, zoneLine, pastedPrefix].some(form => form.test(text)),
  )
  return { records, lookalikes }
}

/** Spaces and quotation marks of all kinds, each as bytes of UTF-8, then something like `v=spf1`. */
const misspelledVersion =
  /^[\s"'`\\\ufeff\xc2\xa0\xab\xbb\xe2\xef\xbf\x80-\x9f]*(?:v\s*[=:]+\s*(?:spf\s*v?\d?|sfp\d)|spf\s?\d)/i

/** A mechanism that takes an argument, and an ending: terms whose version was forgotten. */
const withoutVersion = /^[\s"]*(?:include|ip4|ip6|a|mx)[: ][^=]{1,2000}[-~?]all[\s"]*$/i

/** A line of a zone file in the place of its text: the name, the TTL, the class, the type, then the text in quotes. */
export const zoneLine =
  /^\s{0,9}(?:[a-z0-9_.@-]{1,253}[\t ]{1,40}(?:\d{1,10}[\t ]{1,40})?(?:IN[\t ]{1,40})?)?TXT[\t ]{1,40}["\\]{0,2}(?=v=spf)/i

/** What people copy together with a record: `SPF:`, `TXT=`, `@`, `=`, or the name of the domain. */
export const pastedPrefix =
  /^\s{0,9}(?:[=@][\t ]{0,9}|(?:spf|txt)[\t :=]{1,9}|[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){1,9}\.?[\t ]{1,9})(?=v=spf1(?:\s|$))/i

/** Whether one TXT record is SPF (see `selectSpf`). */
export function isSpfRecord(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text)
}
