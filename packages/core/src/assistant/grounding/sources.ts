import { keysOfDate } from './dates.ts'
import { keysAround } from './hosts.ts'
import { type ReadingOf, type ReadSentences, type Sentence, type Statement, sentencesIn } from './statements.ts'

/** What a tool returned for an answer. */
export interface Source {
  /** What it is, in words that can end a sentence: "the last scan of one.example". */
  title: string
  /** Markdown of our own code, or plain data. */
  content: unknown
  /** The domain of the user that all of it is about; null: its texts say it. */
  about: string | null
}

/** An index of sources: which values they have, and about what. */
export interface Sources {
  /** The numbers of the sources that have a statement; empty: none has. */
  of: (statement: Statement) => readonly number[]
  /** Whether a source has the sentence in these words. */
  isSaid: (sentence: Sentence) => boolean
  /** Whether the sources plainly say the opposite of a verdict: "SPF: fail" of "SPF passes". */
  isDenied: (statement: Statement) => boolean
  /**
   * The first statement of a sentence by which it differs from every sentence of the sources in the same words; null: it is
   * one of them, or says something in words of its own.
   */
  alteredIn: (sentence: Sentence) => Statement | null
  /** Whether a person's question has it: numbers, names and dates, but no verdict. */
  isAsked: (statement: Statement) => boolean
  titles: readonly string[]
}

/** By key: the domains that it is said about (`''`: none), each with the sources. */
type Index = Map<string, Map<string, Set<number>>>

/**
 * @param questions what the user typed: its numbers, names and dates are known
 * @param read the sentences that were read already
 */
export function indexSources(
  sources: readonly Source[],
  questions: readonly string[],
  reading: ReadingOf,
  read: ReadSentences = new Map(),
): Sources {
  const index: Index = new Map()
  const plainly: Index = new Map()
  const sentences = new Set<string>()
  const forms = new Map<string, (readonly Statement[])[]>()
  const asked = new Set(
    questions
      .flatMap(text => sentencesIn(text, reading, read))
      .flatMap(({ statements }) => statements.flatMap(each => keysOf(each, reading.now))),
  )
  for (const [number, source] of sources.entries()) {
    for (const { text, about } of partsOf(source, reading.own)) {
      for (const sentence of sentencesIn(text, reading, read)) {
        sentences.add(spelled(sentence.text))
        if (isForm(sentence)) forms.set(sentence.form, [...(forms.get(sentence.form) ?? []), sentence.statements])
        for (const statement of sentence.statements) {
          const said = statement.about.length > 0 ? statement.about : about === null ? [''] : [about]
          for (const key of keysOf(statement, reading.now)) add(index, key, said, number)
          if (statement.how === 'plain') for (const key of verdictsOf(statement)) add(plainly, key, said, number)
        }
      }
    }
  }
  const sourcesOfKey = (key: string, about: readonly string[], within = index): readonly number[] => {
    const said = within.get(key)
    if (said === undefined) return []
    const fitting = about.length === 0 ? [...said.values()] : ['', ...about].flatMap(each => said.get(each) ?? [])
    return [...new Set(fitting.flatMap(each => [...each]))]
  }
  return {
    titles: sources.map(({ title }) => title),
    of: ({ any, about }) =>
      any.flatMap(all => {
        const of = all.map(key => sourcesOfKey(key, about))
        return of.every(each => each.length > 0) ? of.flat() : []
      }),
    isSaid: ({ text }) => sentences.has(spelled(text)),
    alteredIn: sentence => {
      const same = isForm(sentence) ? (forms.get(sentence.form) ?? []) : []
      if (same.length === 0 || same.some(each => differing(sentence.statements, each) === null)) return null
      // Of another domain the same can be said, where the sources say it of that one.
      if (isOfAnother(sentence.statements, same) && hasOwn(sentence.statements, sourcesOfKey)) return null
      return differing(sentence.statements, same[0] ?? [])
    },
    isDenied: statement => {
      const isSaid = (key: string) => sourcesOfKey(key, statement.about, plainly).length > 0
      return statement.how !== 'open' && verdictsOf(statement).some(key => isSaid(oppositeOf(key)) && !isSaid(key))
    },
    isAsked: ({ kind, any }) => kind !== 'verdict' && any.some(all => all.every(key => asked.has(key))),
  }
}

function add(index: Index, key: string, about: readonly string[], source: number): void {
  const said = index.get(key) ?? new Map<string, Set<number>>()
  index.set(key, said)
  for (const each of about) said.set(each, (said.get(each) ?? new Set()).add(source))
}

/** Every key that a statement of a source makes known. */
function keysOf({ kind, any }: Statement, now: string): readonly string[] {
  const keys = any.flat()
  if (kind === 'date') return keys.flatMap(key => keysOfDate(key, now))
  if (kind === 'domain') return keys.flatMap(keysAround)
  if (kind !== 'verdict') return keys
  const verdicts = keys.map(key => key.slice(0, key.indexOf(' ')))
  // Said about nothing: true of each subject.
  const isOpen = !keys.some(key => key.endsWith(' *'))
  return [
    ...keys.filter(key => !key.endsWith(' *')),
    ...new Set(verdicts.flatMap(each => [`${each} any`, ...(isOpen ? [`${each} *`] : [])])),
  ]
}

const spelled = (sentence: string) =>
  sentence
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Words of a sentence by which it is known again. */
const formWords = 2

const isForm = ({ form, statements }: Sentence) =>
  statements.length > 0 && form.split(' ').filter(word => word !== '\u25a1').length >= formWords

/** The first statement that says something else than the one at its place; null: none does. */
function differing(statements: readonly Statement[], source: readonly Statement[]): Statement | null {
  return statements.find((each, at) => !isSame(each, source[at])) ?? null
}

function isSame({ kind, any }: Statement, other: Statement | undefined): boolean {
  if (other === undefined || other.kind !== kind) return false
  // What a verdict is about depends on the line around it.
  const keys = (of: Statement['any']) => of.flat().map(key => (kind === 'verdict' ? key.split(' ', 1).join('') : key))
  const known = new Set(keys(other.any))
  return keys(any).some(key => known.has(key))
}

function isOfAnother(statements: readonly Statement[], same: readonly (readonly Statement[])[]): boolean {
  return same.every(each => subjectOf(each) !== subjectOf(statements))
}

const subjectOf = ([first]: readonly Statement[]) => first?.about.join(' ')

/** Whether a sentence has numbers, addresses or verdicts, and the sources say all of them of its domain. */
function hasOwn(
  statements: readonly Statement[],
  sourcesOf: (key: string, about: readonly string[]) => readonly number[],
): boolean {
  const values = statements.filter(({ kind }) => kind === 'number' || kind === 'address' || kind === 'verdict')
  return (
    values.length > 0 &&
    values.every(({ any, about }) => any.some(all => all.every(key => sourcesOf(key, about).length > 0)))
  )
}

/** What a verdict says of each of its subjects. */
function verdictsOf({ kind, any }: Statement): readonly string[] {
  return kind === 'verdict' ? any.flat().filter(key => !/ (?:any|\*)$/.test(key)) : []
}

function oppositeOf(key: string): string {
  const [verdict = '', subject] = key.split(' ')
  const group = verdict.slice(0, -1)
  return `${group}${verdict.endsWith('+') ? '-' : '+'} ${subject}`
}

interface Part {
  text: string
  about: string | null
}

/** The texts of a source, each about one thing. An object of plain data is one. */
function partsOf({ content, about }: Source, own: ReadonlySet<string>): readonly Part[] {
  return typeof content === 'string' ? [{ text: content, about }] : objectParts(content, about, '', own)
}

function objectParts(value: unknown, about: string | null, path: string, own: ReadonlySet<string>): readonly Part[] {
  if (typeof value !== 'object' || value === null) return leafParts(value, about, path)
  if (Array.isArray(value)) return value.flatMap(each => objectParts(each, about, path, own))
  const named = Object.entries(value).find(
    ([key, each]) => (key === 'domain' || key === 'name') && typeof each === 'string' && own.has(each),
  )
  const of = named === undefined ? about : String(named[1])
  const id = 'id' in value && typeof value.id === 'string' && value.id.length <= 40 ? ` ${wordsOf(value.id)}` : ''
  return Object.entries(value).flatMap(([key, each]) =>
    objectParts(each, of, `${path}${id} ${wordsOf(key)}`.trim(), own),
  )
}

/** `overall_verdict` and `isAligned` are words, too. */
function wordsOf(key: string): string {
  return key.replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, ' ').toLowerCase()
}

function leafParts(value: unknown, about: string | null, path: string): readonly Part[] {
  if (value === '' || !(typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')) return []
  const text = typeof value === 'string' && /^[a-z]+(?:_[a-z0-9]+)+$/.test(value) ? wordsOf(value) : String(value)
  return [{ text: typeof value === 'number' ? `${path} ${Math.abs(value)}` : `${path}: ${text}`, about }]
}
