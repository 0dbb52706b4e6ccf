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

/** Letters and digits alone: Markdown changes nothing in it. */
const placeholder = /\bHIDDEN(?:PERSON|ADDRESS|KEY|NOTE|EVENT|WORKSPACE|MESSAGE|REPLY)\d{1,6}\b/g

/** No private text yet. */
export const noPlaceholders: Placeholders = { texts: new Map() }

/**
 * Puts a placeholder in place of every private text of a value, at any depth. The same text of the same kind has the same
 * placeholder, so that a model can tell that the author of a decision is a member. A placeholder that a text of the value
 * contains already, say a DNS record, is not given.
 *
 * @param value plain data
 * @param before what was hidden already for the same answer: its placeholders go on
 */
export function hidePrivate<T>(value: T, before: Placeholders = noPlaceholders): Hidden<T> {
  const taken = new Set(textsIn(value).flatMap(text => text.match(placeholder) ?? []))
  const texts = new Map(before.texts)
  const given = new Map([...texts].map(([name, text]) => [`${kindOf(name)} ${text}`, name]))
  const placeholderFor = ({ private: kind, text }: Private): string => {
    const key = `${kind} ${text}`
    const known = given.get(key)
    if (known !== undefined) return known
    let n = 1
    while (texts.has(nameOf(kind, n)) || taken.has(nameOf(kind, n))) n += 1
    const name = nameOf(kind, n)
    given.set(key, name)
    texts.set(name, text)
    return name
  }
  return { value: mapPrivate(value, each => (each.text === '' ? '' : placeholderFor(each))), placeholders: { texts } }
}

const nameOf = (kind: PrivateKind, n: number): string => `HIDDEN${kind.toUpperCase()}${n}`

/** The kind that a placeholder names. */
const kindOf = (name: string): string => /[A-Z]+/.exec(name)?.[0].slice('HIDDEN'.length).toLowerCase() ?? ''

const masks: { readonly [K in PrivateKind]: string } = {
  person: '(a person)',
  address: '(an address)',
  key: '(an API key)',
  note: '(a note)',
  event: '(an action)',
  workspace: '(the workspace)',
  message: '(a subject)',
  reply: '(an answer)',
}

/**
 * A value without its private texts: words for what they are. For what is kept of an answer as the context of later
 * questions, which a language model may get when nothing knows the texts any more.
 */
export function maskPrivate<T>(value: T): T {
  return mapPrivate(value, ({ private: kind }) => masks[kind])
}

/** The same for what a model wrote, by its placeholders. */
export function maskIn(written: string): string {
  return written.replaceAll(placeholder, name => masks[kindOf(name) as PrivateKind])
}

/** The value with other texts in its private ones. */
function mapPrivate<T>(value: T, textFor: (each: Private) => string): T {
  const mapped = (each: unknown): unknown => {
    if (typeof each !== 'object' || each === null) return each
    if (Array.isArray(each)) return each.map(mapped)
    if (isPrivate(each)) return { ...each, text: textFor(each) }
    return Object.fromEntries(Object.entries(each).map(([key, inside]) => [key, mapped(inside)]))
  }
  return mapped(value) as T
}

function isPrivate(value: object): value is Private {
  return 'private' in value && privateKinds.includes(value.private as PrivateKind) && 'text' in value
}

/**
 * Puts the placeholders into a text that a person or an earlier answer has: a question, a turn of the conversation. A
 * private text is found as whole words, in any letter case, also as Markdown writes it; of the name of a person also each word of three letters or
 * more, in its own letter case.
 */
export function hideIn(text: string, { texts }: Placeholders): string {
  const wanted = [...texts]
    .flatMap(([name, hidden]) => [
      { name, text: hidden, isExact: false },
      { name, text: privateMarkdown(hidden), isExact: false },
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

/** A private text as one line of Markdown in which nothing is markup, for `fillIn` in an answer in Markdown. */
export function privateMarkdown(text: string): string {
  return markdownOf(paragraph(text)).trim()
}
