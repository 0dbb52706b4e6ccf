import { type HeaderField, lineOf } from './field.ts'
import { type Lexeme, lexemesOf } from './lexeme.ts'
import type { AuthenticationResults, MethodResult, ReceivedSpf } from './result.ts'

/** A field names a few methods; a hostile one names more than anyone reads. */
const mostMethods = 100
const mostProperties = 30
const longestComment = 300

/**
 * Reads an `Authentication-Results` field (RFC 8601 section 2.2), also without an authserv-id, as Microsoft 365 writes
 * it, and an `ARC-Authentication-Results` field, whose instance is ignored here. What does not fit is left out.
 */
export function parseAuthenticationResults(field: HeaderField): AuthenticationResults {
  const segments = segmentsOf(lexemesOf(field.value)).filter(
    segment => !/^i=\d{1,3}$/i.test(pairsIn(segment).join(' ')),
  )
  const [first = [], ...others] = segments
  const id = authservIdIn(first)
  const methods = (id === null ? segments : others).flatMap(methodIn)
  return { authservId: id, methods: methods.slice(0, mostMethods), at: lineOf(field) }
}

function segmentsOf(lexemes: readonly Lexeme[]): readonly (readonly Lexeme[])[] {
  const segments: Lexeme[][] = [[]]
  for (const lexeme of lexemes) {
    if (lexeme.kind === 'semicolon') segments.push([])
    else segments.at(-1)?.push(lexeme)
  }
  return segments.filter(segment => segment.some(({ kind }) => kind === 'word'))
}

/** A first segment that is no result names the host: `mx.example.com 1`. */
function authservIdIn(segment: readonly Lexeme[]): string | null {
  const [word] = pairsIn(segment)
  return word === undefined || word.includes('=') ? null : word.toLowerCase().slice(0, 255)
}

/** The words, with blanks around an equals sign removed: `smtp.mailfrom = example.com` is one word. */
function pairsIn(lexemes: readonly Lexeme[]): readonly string[] {
  const words: string[] = []
  let isOpen = false
  for (const { kind, text } of lexemes) {
    if (kind !== 'word') continue
    const last = words.length - 1
    if (last >= 0 && (isOpen || text.startsWith('='))) words[last] = `${words[last]}${text}`
    else words.push(text)
    isOpen = text.endsWith('=') && text.indexOf('=') === text.length - 1
  }
  return words
}

function methodIn(segment: readonly Lexeme[]): readonly MethodResult[] {
  const [head, ...rest] = pairsIn(segment)
  const found = /^([a-z][a-z0-9_-]{0,30})(?:\/\d{1,3})?=([a-z][a-z0-9_.-]{0,30})$/i.exec(head ?? '')
  if (found === null) return []
  const [, method = '', result = ''] = found
  const properties = new Map<string, string>()
  let reason: string | null = null
  for (const word of rest) {
    const at = word.indexOf('=')
    if (at < 1) continue
    const name = word.slice(0, at).toLowerCase()
    const value = word.slice(at + 1, at + 1_000)
    if (name === 'reason') reason ??= value
    else if (properties.size < mostProperties && !properties.has(name)) properties.set(name, value)
  }
  const comment = segment.find(({ kind }) => kind === 'comment')?.text.slice(0, longestComment) ?? null
  return [{ method: method.toLowerCase(), result: result.toLowerCase(), reason, properties, comment }]
}

/** Reads a `Received-SPF` field (RFC 7208 section 9.1); null when it does not begin with a word. */
export function parseReceivedSpf(field: HeaderField): ReceivedSpf | null {
  const lexemes = lexemesOf(field.value)
  const result =
    lexemes
      .find(({ kind }) => kind === 'word')
      ?.text.toLowerCase()
      .replace(/[:,]$/, '') ?? ''
  if (!/^[a-z]{2,20}$/.test(result)) return null
  const properties = new Map<string, string>()
  for (const word of pairsIn(lexemes)) {
    const at = word.indexOf('=')
    const name = word.slice(0, at).toLowerCase()
    if (at < 1 || properties.has(name) || properties.size >= mostProperties) continue
    properties.set(name, word.slice(at + 1, at + 1_000).replace(/,$/, ''))
  }
  const comment = lexemes.find(({ kind }) => kind === 'comment')?.text.slice(0, longestComment) ?? null
  return { result, comment, properties, at: lineOf(field) }
}
