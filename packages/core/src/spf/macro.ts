import { codePointName, firstInvisible } from '../dns/index.ts'

/*
 * domain-spec   = macro-string domain-end
 * domain-end    = ( "." toplabel [ "." ] ) / macro-expand
 * toplabel      = ( *alphanum ALPHA *alphanum ) / ( 1*alphanum "-" *( alphanum / "-" ) alphanum )
 * macro-string  = *( macro-expand / macro-literal )
 * macro-expand  = ( "%{" macro-letter transformers *delimiter "}" ) / "%%" / "%_" / "%-"
 * macro-literal = %x21-24 / %x26-7E
 * macro-letter  = "s" / "l" / "o" / "d" / "i" / "p" / "h" / "c" / "r" / "t" / "v"
 * transformers  = *DIGIT [ "r" ]
 * delimiter     = "." / "-" / "+" / "," / "/" / "_" / "="          (RFC 7208 section 7.1)
 */

/** The macro letters. `c`, `r` and `t` are allowed in explanations only (section 7.2), never in a domain-spec. */
export type MacroLetter = 's' | 'l' | 'o' | 'd' | 'i' | 'p' | 'h' | 'v' | 'c' | 'r' | 't'

export type MacroPart =
  | { kind: 'literal'; text: string }
  | { kind: 'escape'; text: '%%' | '%_' | '%-' }
  | {
      kind: 'macro'
      letter: MacroLetter
      /** A letter in upper case: the value is URL-escaped (section 7.3). */
      escaped: boolean
      /** How many parts from the right to keep; null: all. */
      keep: number | null
      reverse: boolean
      /** The characters that split the value; '' means `.`. */
      delimiters: string
    }

/** A parsed macro-string. Adjacent literals are merged, so equal strings are equal values. */
export type MacroString = readonly MacroPart[]

/** No value has this many parts; larger numbers have the same effect (section 7.3). */
const mostParts = 1_000_000

/** Parses a macro-string; returns an error text when it is invalid. */
export function parseMacroString(text: string): MacroString | string {
  return parseParts(text, /[!-$&-~]+/y, /[slodiphv]/)
}

/**
 * Parses the explanation of `exp=` (section 6.2): a macro-string that may contain spaces and the letters `c`, `r`, `t`.
 * Returns an error text when it is invalid.
 */
export function parseExplanation(text: string): MacroString | string {
  return parseParts(text, /[ -$&-~]+/y, /[slodiphvcrt]/)
}

function parseParts(text: string, literal: RegExp, allowed: RegExp): MacroString | string {
  const macro = /%(?:\{([a-z])(\d*)(r?)([-.+,/_=]*)\}|[%_-])/iy
  const parts: MacroPart[] = []
  for (let at = 0; at < text.length; ) {
    literal.lastIndex = at
    const plain = literal.exec(text)
    if (plain !== null) {
      parts.push({ kind: 'literal', text: plain[0] })
      at = literal.lastIndex
      continue
    }
    macro.lastIndex = at
    const found = macro.exec(text)
    if (found === null) return text[at] === '%' ? 'a % that is not part of a macro' : unfit(text)
    const part = macroPart(found, allowed)
    if (typeof part === 'string') return part
    parts.push(part)
    at = macro.lastIndex
  }
  return parts
}

const letters = 'letters outside ASCII'

/** What a text has that is no visible ASCII, in words that show what no one sees. */
function unfit(text: string): string {
  const hidden = firstInvisible(text)
  if (hidden !== null) return `an invisible character (${codePointName(hidden)})`
  return /[^\0-\x7f]/.test(text) ? letters : 'a character outside visible ASCII'
}

function macroPart(found: RegExpExecArray, allowed: RegExp): MacroPart | string {
  const [text, letter, digits = '', reverse = '', delimiters = ''] = found
  if (letter === undefined) return { kind: 'escape', text: text as '%%' | '%_' | '%-' }
  const lower = letter.toLowerCase()
  if (!allowed.test(lower))
    return /[crt]/.test(lower)
      ? `the macro %{${lower}}, which is valid only in explanations`
      : `the unknown macro %{${lower}}`
  if (/^0+$/.test(digits)) return 'a macro that keeps 0 parts'
  return {
    kind: 'macro',
    letter: lower as MacroLetter,
    escaped: letter !== lower,
    keep: digits === '' ? null : Math.min(Number(digits), mostParts),
    reverse: reverse !== '',
    delimiters,
  }
}

const domainEnd = /\.(?:[0-9]*[a-z][a-z0-9]*|[a-z0-9]+(?:-+[a-z0-9]+)+)\.?$/i

/** Parses a domain-spec; returns an error text when it is invalid. */
export function parseDomainSpec(text: string): MacroString | string {
  if (text === '') return 'no domain name'
  const parts = parseMacroString(text)
  if (parts === letters) return `${letters}, which a name has as A-labels only (RFC 8616)`
  if (typeof parts === 'string') return parts
  const end = parts.at(-1)
  if (end?.kind === 'literal' && !domainEnd.test(end.text.slice(-66))) return 'no full domain name'
  return parts
}

/** Prints a macro-string as it was parsed. */
export function printMacroString(parts: MacroString): string {
  return parts
    .map(part => {
      if (part.kind !== 'macro') return part.text
      const letter = part.escaped ? part.letter.toUpperCase() : part.letter
      return `%{${letter}${part.keep ?? ''}${part.reverse ? 'r' : ''}${part.delimiters}}`
    })
    .join('')
}

/** The maximum length of a name (RFC 7208 section 7.3). */
const longestName = 253

/**
 * Expands the macro-string of a domain-spec (RFC 7208 section 7.3) with the values that the caller knows; null when it
 * needs another. A name over 253 characters loses labels from its left.
 */
export function expandMacroString(parts: MacroString, valueOf: (letter: MacroLetter) => string | null): string | null {
  let text = ''
  let room = longestName
  // From the right: characters beyond the maximum length of a name are cut off anyway, so the work is bounded.
  for (let at = parts.length - 1; at >= 0 && text.length <= room; at--) {
    const part = expandPart(parts[at], valueOf)
    if (part === null) return null
    text = part + text
    room = text.endsWith('.') ? longestName + 1 : longestName
  }
  if (text.length <= room) return text
  // The longest suffix that starts at a label and fits. Without one, no cut makes a valid name.
  const dot = text.indexOf('.', text.length - room - 1)
  return dot === -1 ? text.slice(-room - 1) : text.slice(dot + 1)
}

/** Expands an explanation (see `parseExplanation`); null when it needs an unknown value, or exceeds `max`. */
export function expandExplanation(
  parts: MacroString,
  valueOf: (letter: MacroLetter) => string | null,
  max: number,
): string | null {
  let text = ''
  for (const part of parts) {
    const expanded = expandPart(part, valueOf)
    if (expanded === null) return null
    text += expanded
    if (text.length > max) return null
  }
  return text
}

/** Whether a macro-string uses one of these letters. */
export function usesMacro(parts: MacroString, letters: string): boolean {
  return parts.some(part => part.kind === 'macro' && letters.includes(part.letter))
}

const escapes = { '%%': '%', '%_': ' ', '%-': '%20' } as const

function expandPart(part: MacroPart | undefined, valueOf: (letter: MacroLetter) => string | null): string | null {
  if (part === undefined) return ''
  if (part.kind === 'literal') return part.text
  if (part.kind === 'escape') return escapes[part.text]
  const value = valueOf(part.letter)
  return value === null ? null : transformed(value, part)
}

function transformed(value: string, part: MacroPart & { kind: 'macro' }): string {
  const { keep, reverse, delimiters, escaped } = part
  // Splitting at dots and joining with dots changes nothing.
  const text = keep === null && !reverse && delimiters === '' ? value : rearranged(value, part)
  // Only the unreserved characters of RFC 3986 stay unescaped. Bytes that are no text cannot be escaped as text.
  return escaped
    ? encodeURIComponent(text.toWellFormed()).replace(
        /[!'()*]/g,
        mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
      )
    : text
}

function rearranged(value: string, { keep, reverse, delimiters }: MacroPart & { kind: 'macro' }): string {
  const split: string[] = ['']
  for (const character of value) {
    if ((delimiters || '.').includes(character)) split.push('')
    else split[split.length - 1] += character
  }
  if (reverse) split.reverse()
  return (keep === null ? split : split.slice(-keep)).join('.')
}
