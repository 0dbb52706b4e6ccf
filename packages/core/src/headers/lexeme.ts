import { structuredFieldCharacters } from '../caps/index.ts'

/** A piece of a structured field: a word, a comment without its parentheses, or a semicolon. */
export interface Lexeme {
  kind: 'word' | 'comment' | 'semicolon'
  text: string
  /** The offset behind the piece. */
  end: number
}

/**
 * Splits a structured field into its pieces (RFC 5322 section 3.2). Quoted strings become words without the quotes; a
 * word that continues after a quoted string is one word. Comments nest; a comment that never closes ends with the text.
 * Never throws, and reads each character once.
 */
export function lexemesOf(value: string): readonly Lexeme[] {
  const text = value.length > structuredFieldCharacters ? value.slice(0, structuredFieldCharacters) : value
  const lexemes: Lexeme[] = []
  let word: string | null = null
  const closeWord = (end: number): void => {
    if (word !== null) lexemes.push({ kind: 'word', text: word, end })
    word = null
  }
  let at = 0
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char === '(') {
      closeWord(at)
      const end = endOfComment(text, at)
      lexemes.push({ kind: 'comment', text: text.slice(at + 1, end - 1).trim(), end })
      at = end
    } else if (char === '"') {
      const end = endOfQuoted(text, at)
      word = (word ?? '') + unquoted(text.slice(at + 1, text[end - 1] === '"' && end > at + 1 ? end - 1 : end))
      at = end
    } else if (char === ';' || char === ' ' || char === '\t') {
      closeWord(at)
      at += 1
      if (char === ';') lexemes.push({ kind: 'semicolon', text: ';', end: at })
    } else {
      const end = endOfWord(text, at)
      word = (word ?? '') + text.slice(at, end)
      at = end
    }
  }
  closeWord(text.length)
  return lexemes
}

function endOfWord(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && !'(";\t '.includes(text[at] ?? '')) at += 1
  return at
}

/** The offset behind the closing parenthesis; behind the text and one more when it is missing. */
function endOfComment(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at += 1
    else if (char === '(') depth += 1
    else if (char === ')') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return text.length + 1
}

function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

function unquoted(text: string): string {
  return text.includes('\\') ? text.replace(/\\([^])/g, '$1') : text
}
