import { verdictGroups, verdictSubjects } from './verdicts.data.ts'

/** A word of a sentence that judges, and about what. */
export interface VerdictFound {
  start: number
  end: number
  /** `result:+`: the group with its side. */
  verdict: string
  /** What the clause is about; else what the sentence is about. */
  subjects: readonly string[]
}

type Side = '+' | '-'

const sides: ReadonlyMap<string, { group: string; side: Side; hasBoth: boolean }> = new Map(
  Object.entries(verdictGroups).flatMap(([group, both]) =>
    both.flatMap((words, at) =>
      (words ?? '')
        .split(' ')
        .map((word): [string, { group: string; side: Side; hasBoth: boolean }] => [
          word,
          { group, side: at === 0 ? '+' : '-', hasBoth: both.length === 2 },
        ]),
    ),
  ),
)
const subjectWords: ReadonlyMap<string, string> = new Map(
  Object.entries(verdictSubjects).flatMap(([id, words]) =>
    words.split(' ').map((word): [string, string] => [word, id]),
  ),
)
const negations: ReadonlySet<string> = new Set(
  'not no never neither nor without cannot none nothing nobody hardly'.split(' '),
)
/** "Good question": what it judges is not the user's. */
const idle: ReadonlySet<string> = new Set('question point idea news practice start luck'.split(' '))
/** Words between a negation and what it negates. */
const reach = 3
const words = /[\p{L}\p{N}'’-]+/gu

interface Word {
  text: string
  start: number
  end: number
  /** The number of its clause in the sentence. */
  clause: number
}

/** The verdicts of a sentence. A negation before the word changes the side. */
export function verdictsIn(sentence: string): readonly VerdictFound[] {
  const all = wordsOf(sentence)
  const found = all.flatMap((word, at): readonly (Omit<VerdictFound, 'subjects'> & { clause: number })[] => {
    const meant = sides.get(word.text)
    if (meant === undefined || (word.text === 'good' && idle.has(all[at + 1]?.text ?? ''))) return []
    const { group, side, hasBoth } = meant
    const isNegated = all
      .slice(Math.max(0, at - reach), at)
      .some(({ text, clause }) => clause === word.clause && isNegation(text))
    const shown = !isNegated ? side : !hasBoth ? 'not' : side === '+' ? '-' : '+'
    return [{ start: word.start, end: word.end, verdict: `${group}:${shown}`, clause: word.clause }]
  })
  if (found.length === 0) return []
  const inAll = subjectsOf(all)
  const inClause = new Map([...Map.groupBy(all, word => word.clause)].map(([clause, own]) => [clause, subjectsOf(own)]))
  return found.map(({ clause, ...verdict }) => {
    const own = inClause.get(clause) ?? []
    return { ...verdict, subjects: own.length > 0 ? own : inAll }
  })
}

/** What the words of a text are about. */
export function subjectsIn(text: string): readonly string[] {
  return subjectsOf(wordsOf(text))
}

const isNegation = (word: string) => negations.has(word) || /n['’]t$/.test(word)

const breaks: ReadonlySet<string> = new Set('but while whereas although though however because so if when'.split(' '))

function wordsOf(sentence: string): readonly Word[] {
  let clause = 0
  let from = 0
  return [...sentence.matchAll(words)].map(({ 0: written, index }) => {
    const text = bare(written.toLowerCase())
    if (/[,;:()|—–]/.test(sentence.slice(from, index)) || breaks.has(text)) clause += 1
    from = index + written.length
    return { text, start: index, end: from, clause }
  })
}

/** A word without quotation marks and dashes around it. */
function bare(word: string): string {
  let [from, to] = [0, word.length]
  while (from < to && "'’-".includes(word.charAt(from))) from += 1
  while (to > from && "'’-".includes(word.charAt(to - 1))) to -= 1
  return word.slice(from, to)
}

function subjectsOf(all: readonly Word[]): readonly string[] {
  return [
    ...new Set(
      all.flatMap(
        ({ text }) =>
          subjectWords.get(text) ??
          (text.includes('-') ? text.split('-').flatMap(part => subjectWords.get(part) ?? []) : []),
      ),
    ),
  ]
}
