import { blank, type Range } from './blank.ts'
import { datesIn, daysFrom } from './dates.ts'
import { hostsIn } from './hosts.ts'
import { numbersIn } from './numbers.ts'
import { subjectsIn, verdictsIn } from './verdicts.ts'
import { type VisibleLine, visibleLines } from './visible-lines.ts'

/** What a statement is: `person`: a placeholder for a private text; `code`: a status code of SMTP; `markup`: HTML, an image or a script. */
export type StatementKind = 'number' | 'date' | 'time' | 'domain' | 'address' | 'verdict' | 'person' | 'code' | 'markup'

/** Something in a text that must have a source. */
export interface Statement {
  kind: StatementKind
  /** As it is written. */
  text: string
  /** Each way to read it: keys of which all must be known. */
  any: readonly (readonly string[])[]
  /** The domains of the user that its sentence is about. */
  about: readonly string[]
  /**
   * Of a verdict: how its sentence says it. `plain`: a few words that say nothing else, as in "SPF: fail"; `open`: under a
   * condition, as a wish or in general; `said`: any other way.
   */
  how: 'plain' | 'said' | 'open'
}

/** A sentence with its statements in their order. */
export interface Sentence {
  text: string
  statements: readonly Statement[]
  /** Its words in lower case, with a mark for each statement. */
  form: string
}

/** What a text is read with. */
export interface ReadingOf {
  /** The domains of the user, as A-labels and in Unicode. */
  own: ReadonlySet<string>
  /** ISO 8601. */
  now: string
}

const sentenceEnd = /[.!?](?=\s+["“(]?[\p{Lu}\p{N}])/gu
const placeholder = /HIDDEN[A-Z]{2,20}\d{1,9}/g
/** `21:30`, `9:30 pm`, `9 am`. */
const time =
  /(?<![\d:.])(?:(\d{1,2}):(\d{2})(?::\d{2})?(?![\d:])(?: ?([ap])\.?m(?![\p{L}]))?|(\d{1,2}) ?([ap])\.?m(?![\p{L}]))/giu
const code = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/g
/** Tags that a page could have, images, and addresses that run. */
const markup =
  /<\/?(?:a|img|script|style|svg|iframe|object|embed|form|input|button|link|meta|base|video|audio|span|div|p|table|math|template|details|h[1-6])(?=[\s/>])|!\[|(?:javascript|vbscript):|data:[a-z]+\//gi

/** Sentences that were read, by their words and what stands around them: sources repeat each other. */
export type ReadSentences = Pick<Map<string, Sentence & { own: readonly string[] }>, 'get' | 'set'>

/**
 * The sentences of an answer, with everything in them that must have a source. Accepts any text.
 *
 * @param known what was read before with the same `reading`; it gets what is read now
 */
export function sentencesIn(answer: string, reading: ReadingOf, known: ReadSentences = new Map()): readonly Sentence[] {
  const found: Sentence[] = []
  let section: readonly string[] = []
  let before: readonly string[] = []
  for (const line of visibleLines(answer)) {
    const all = subjectsIn(line.text)
    if (line.isFirst) before = section
    for (const sentence of sentencesOf(line)) {
      const key = `${sentence}\n${before.join()}\n${all.join()}`
      const read = known.get(key) ?? readSentence(sentence, { ...reading, before, subjects: all })
      known.set(key, read)
      if (read.own.length > 0) before = read.own
      found.push(read)
    }
    if (line.isHeading) section = before
  }
  return found
}

function sentencesOf({ text }: VisibleLine): readonly string[] {
  const ends = [...text.matchAll(sentenceEnd)].map(({ index }) => index + 1)
  return [0, ...ends].map((from, at) => text.slice(from, ends[at] ?? text.length))
}

interface Around extends ReadingOf {
  /** What the sentence before was about. */
  before: readonly string[]
  /** What the words of the line are about. */
  subjects: readonly string[]
}

function readSentence(
  sentence: string,
  { own: domains, now, before, subjects }: Around,
): Sentence & { own: readonly string[] } {
  let rest = sentence
  const how = howSaid(sentence)
  const found: Found[] = (/[<:!]/.test(rest) ? [...rest.matchAll(markup)] : []).map(({ 0: text, index }) => {
    return { kind: 'markup', start: index, end: index, any: [[`x:${text.toLowerCase()}`]], text }
  })
  const take = (read: readonly Found[]) => {
    found.push(...read)
    rest = blank(rest, read)
  }
  if (rest.includes('HIDDEN')) take(matches(rest, placeholder, 'person', 'p'))
  take(datesIn(rest, now).map(({ keys, ...range }) => ({ ...range, kind: 'date', any: keys.map(one) })))
  const hosts = hostsIn(rest)
  take(hosts.map(({ keys, ...range }) => ({ ...range, any: keys.map(one) })))
  if (/\d/.test(rest)) {
    take([...rest.matchAll(time)].flatMap(timeOf))
    take(matches(rest, code, 'code', 'c'))
  }
  take(
    numbersIn(rest).map(({ any, ...range }) => ({
      ...range,
      kind: 'number',
      any: [...any, ...daysOf(rest, range, any, now)],
    })),
  )
  take(
    // A name can have a word that judges in it.
    verdictsIn(blank(sentence, hosts, 'x')).map(({ verdict, subjects: own, ...range }) => {
      const of = own.length > 0 ? own : subjects
      const keys = [...of.map(each => `${verdict} ${each}`), ...(of.length === 0 ? [] : [`${verdict} *`])]
      const isOpen = of.length === 0 || how === 'open'
      return { ...range, kind: 'verdict', any: [...keys, ...(isOpen ? [`${verdict} any`] : [])].map(one) }
    }),
  )
  const named = hosts.flatMap(({ keys }) => keys.flatMap(key => ownOf(key, domains) ?? []))
  const about = named.length > 0 ? [...new Set(named)] : before
  const inOrder = found.toSorted((each, other) => each.start - other.start)
  return {
    text: sentence,
    statements: inOrder.map(({ kind, start, end, any, text = sentence.slice(start, end) }) => {
      return { kind, text, any, about, how }
    }),
    form: formOf(sentence, inOrder),
    own: [...new Set(named)],
  }
}

/** @param found in order, without overlaps */
function formOf(sentence: string, found: readonly { start: number; end: number }[]): string {
  let form = ''
  let from = 0
  for (const { start, end } of found) {
    if (end <= from) continue
    form += `${sentence.slice(from, start)} \u25a1 `
    from = end
  }
  return (form + sentence.slice(from))
    .toLowerCase()
    .replaceAll(/[^\p{L}\u25a1]+/gu, ' ')
    .trim()
}

const conditions =
  /(?<![\p{L}])(?:if|when|where|whether|unless|until|once|after|before|so that|in order to|must|should|would|could|can|may|might|will|to|every|each|any|as soon as|as long as)(?![\p{L}])/iu

function howSaid(sentence: string): Statement['how'] {
  if (conditions.test(sentence)) return 'open'
  return sentence.trim().split(/\s+/).length <= 5 ? 'plain' : 'said'
}

interface Found extends Range {
  kind: StatementKind
  any: Statement['any']
  /** Absent: the text of the range. */
  text?: string
}

const one = (key: string): readonly string[] => [key]

function matches(text: string, what: RegExp, kind: StatementKind, prefix: string): readonly Found[] {
  return [...text.matchAll(what)].map(({ 0: written, index }) => {
    return { kind, start: index, end: index + written.length, any: [[`${prefix}:${written}`]] }
  })
}

function timeOf(match: RegExpMatchArray): readonly Found[] {
  const half = (match[3] ?? match[5])?.toLowerCase()
  const hours = (Number(match[1] ?? match[4]) % (half === undefined ? 100 : 12)) + (half === 'p' ? 12 : 0)
  const minutes = Number(match[2] ?? 0)
  const start = match.index ?? 0
  if (hours > 24 || minutes > 59) return []
  return [{ kind: 'time', start, end: start + match[0].length, any: [[timeKey(hours, minutes)]] }]
}

const timeKey = (hours: number, minutes: number) => `t:${hours}:${String(minutes).padStart(2, '0')}`

const units: Readonly<Record<string, number>> = { day: 1, week: 7 }

/** "three days ago" is a date. */
function daysOf(
  text: string,
  { start, end }: Range,
  any: Statement['any'],
  now: string,
): readonly (readonly string[])[] {
  const after = /^[ -](day|week)s? (ago|before|earlier|old|from now|later|left)\b/i.exec(text.slice(end, end + 24))
  const isAhead = /\bin $/i.test(text.slice(Math.max(0, start - 4), start))
  const unit = (after ?? (isAhead ? /^ (day|week)s?\b/i.exec(text.slice(end, end + 8)) : null))?.[1]?.toLowerCase()
  const count = Number(/^n:(\d{1,3})$/.exec(any[0]?.[0] ?? '')?.[1] ?? Number.NaN)
  if (unit === undefined || Number.isNaN(count)) return []
  const days = count * (units[unit] ?? 1)
  return [[daysFrom(now, -days)], [daysFrom(now, days)]]
}

/** The domain of the user that a host is, or is below of. */
function ownOf(key: string, own: ReadonlySet<string>): string | undefined {
  if (!/^[eh]:/.test(key)) return undefined
  const host = key.slice(key.lastIndexOf(key.startsWith('e:') ? '@' : ':') + 1)
  const labels = host.split('.')
  for (let at = 0; at < labels.length - 1; at += 1) {
    const name = labels.slice(at).join('.')
    if (own.has(name)) return name
  }
  return undefined
}
