import { paragraph } from './answer.ts'
import { textsIn } from './known-texts.ts'
import { markdownOf } from './markdown.ts'
import { type Private, type PrivateKind, privateKinds } from './private-text.ts'

/** What stands for each private text of one answer, as `HIDDENPERSON1`. Opaque: `hideIn` and `fillIn` read it. */
export interface Placeholders {
  /** Placeholder to text. */
  readonly texts: ReadonlyMap<string, string>
}

/** A value that a language model may see: each private text is a placeholder. */
export interface Hidden<T> {
  readonly value: T
  readonly placeholders: Placeholders
}

/** The longest placeholder is shorter than this. */
const placeholderMax = 24
/** Letters and digits alone: Markdown changes nothing in it. */
const placeholder = /\bHIDDEN(?:PERSON|ADDRESS|KEY|NOTE|EVENT|WORKSPACE|MESSAGE|REPLY)\d{1,6}\b/g

/**
 * Puts a placeholder in place of every private text of a value, at any depth. The same text of the same kind has the same
 * placeholder, so that a model can tell that the author of a decision is a member. A placeholder that a text of the value
 * contains already, say a DNS record, is not given.
 *
 * @param value plain data
 */
export function hidePrivate<T>(value: T): Hidden<T> {
  const taken = new Set(textsIn(value).flatMap(text => text.match(placeholder) ?? []))
  const given = new Map<string, string>()
  const texts = new Map<string, string>()
  const counts = new Map<PrivateKind, number>()
  const placeholderFor = ({ private: kind, text }: Private): string => {
    const key = `${kind} ${text}`
    const before = given.get(key)
    if (before !== undefined) return before
    let name: string
    do {
      const n = (counts.get(kind) ?? 0) + 1
      counts.set(kind, n)
      name = `HIDDEN${kind.toUpperCase()}${n}`
    } while (taken.has(name))
    given.set(key, name)
    texts.set(name, text)
    return name
  }
  const hidden = (each: unknown): unknown => {
    if (typeof each !== 'object' || each === null) return each
    if (Array.isArray(each)) return each.map(hidden)
    if (isPrivate(each)) return { ...each, text: each.text === '' ? '' : placeholderFor(each) }
    return Object.fromEntries(Object.entries(each).map(([key, inside]) => [key, hidden(inside)]))
  }
  return { value: hidden(value) as T, placeholders: { texts } }
}

function isPrivate(value: object): value is Private {
  return 'private' in value && privateKinds.includes(value.private as PrivateKind) && 'text' in value
}

/**
 * Puts the placeholders into a text that a person or an earlier answer has: a question, a turn of the conversation. A
 * private text is found as whole words, in any letter case; of the name of a person also each word of three letters or
 * more, in its own letter case.
 */
export function hideIn(text: string, { texts }: Placeholders): string {
  const wanted = [...texts]
    .flatMap(([name, hidden]) => [
      { name, text: hidden, isExact: false },
      ...(name.startsWith('HIDDENPERSON') ? partsOf(hidden).map(part => ({ name, text: part, isExact: true })) : []),
    ])
    .filter(({ text: hidden }) => hidden.trim() !== '')
    .toSorted((one, other) => other.text.length - one.text.length)
  let pieces: readonly Piece[] = [{ text, isPlaceholder: false }]
  for (const each of wanted)
    pieces = pieces.flatMap(piece => (piece.isPlaceholder ? [piece] : hiddenIn(piece.text, each)))
  return pieces.map(piece => piece.text).join('')
}

interface Piece {
  text: string
  isPlaceholder: boolean
}

const partsOf = (name: string): readonly string[] =>
  name.split(/\s+/u).filter(part => part.length >= 3 && part !== name)

function hiddenIn(text: string, wanted: { name: string; text: string; isExact: boolean }): readonly Piece[] {
  const folded = (each: string) => (wanted.isExact ? each : foldCase(each))
  const within = folded(text)
  const sought = folded(wanted.text)
  const pieces: Piece[] = []
  let from = 0
  for (let at = within.indexOf(sought); at >= 0; at = within.indexOf(sought, at + 1)) {
    if (at < from || !isWhole(text, at, at + sought.length)) continue
    pieces.push({ text: text.slice(from, at), isPlaceholder: false }, { text: wanted.name, isPlaceholder: true })
    from = at + sought.length
  }
  return [...pieces, { text: text.slice(from), isPlaceholder: false }]
}

/** In lower case, with every character at its place: one whose lower case is longer stays. */
function foldCase(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return Array.from(text, each => (each.toLowerCase().length === each.length ? each.toLowerCase() : each)).join('')
}

/** Whether a part of a text is words of its own: "Ada" is in "Ada's", and neither in "Adam" nor in "ada.example". */
function isWhole(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 2), from)
  const after = text.slice(to, to + 2)
  return !/[\p{L}\p{N}_@.-]$/u.test(before) && !/^(?:[\p{L}\p{N}_@]|[.-][\p{L}\p{N}])/u.test(after)
}

/**
 * Puts the private texts back into what a model wrote. A placeholder that stands for nothing stays as it is.
 *
 * @param escaped how a text is written where the answer goes: as Markdown, so that no name becomes markup
 */
export function fillIn(
  written: string,
  { texts }: Placeholders,
  escaped: (text: string) => string = text => text,
): string {
  return written.replaceAll(placeholder, name => {
    const text = texts.get(name)
    return text === undefined ? name : escaped(text)
  })
}

/**
 * The same for an answer that comes in pieces, of which one may end within a placeholder.
 *
 * @returns `next`: what can be shown after a piece; `end`: what is left
 */
export function fillPieces(
  placeholders: Placeholders,
  escaped?: (text: string) => string,
): { next(piece: string): string; end(): string } {
  let held = ''
  return {
    next(piece) {
      const text = held + piece
      const from = startOfLastWord(text)
      held = text.slice(from)
      return fillIn(text.slice(0, from), placeholders, escaped)
    },
    end() {
      const rest = held
      held = ''
      return fillIn(rest, placeholders, escaped)
    },
  }
}

/** Where the word begins that a text ends in; its end if there is none, or if it is too long for a placeholder. */
function startOfLastWord(text: string): number {
  let from = text.length
  while (from > 0 && /\w/.test(text.charAt(from - 1))) {
    from -= 1
    if (text.length - from > placeholderMax) return text.length
  }
  return from
}

/** A private text as one line of Markdown in which nothing is markup, for `fillIn` in an answer in Markdown. */
export function privateMarkdown(text: string): string {
  return markdownOf(paragraph(text)).trim()
}
