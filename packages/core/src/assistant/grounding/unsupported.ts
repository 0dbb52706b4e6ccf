import { indexSources, type Source, type Sources } from './sources.ts'
import { type ReadingOf, type ReadSentences, type Statement, type StatementKind, sentencesIn } from './statements.ts'

/** What an answer says that no source has. */
export interface Unsupported {
  kind: StatementKind
  /** As the answer writes it. */
  text: string
}

/** What an answer of a language model rests on. */
export interface Grounds extends ReadingOf {
  sources: readonly Source[]
  /** What the user typed, in this conversation. */
  questions: readonly string[]
}

/** An answer compared with its sources. */
export interface Checked {
  /** Empty: everything has a source. */
  unsupported: readonly Unsupported[]
  /** The titles of the fewest sources that have all of it, in their order. */
  cited: readonly string[]
}

/** Compares an answer with its sources. `answers`: views of the same one, such as its Markdown and what a browser shows. */
export type AnswerChecker = (...answers: readonly string[]) => Checked

/**
 * Compares answers with what the tools returned for them: every number, date, time, host, address, status code, placeholder
 * and word that judges needs a source. In a sentence about a domain of the user it needs one about this domain, or one that is
 * about none; HTML, images and scripts need one with the same. What the user typed is known, too, but not as a verdict. A
 * verdict of which the sources plainly say the opposite has none, and neither has what was changed in a sentence of theirs.
 * Any text is accepted.
 */
export function answerChecker({ sources, questions, ...reading }: Grounds): AnswerChecker {
  const read: ReadSentences = new Map()
  const known = indexSources(sources, questions, reading, read)
  return (...answers) => {
    const own: ReadSentences = new Map()
    // What the sources say is not read again, and nothing of an answer is kept.
    const both: ReadSentences = {
      get: key => own.get(key) ?? read.get(key),
      set: (key, value) => own.set(key, value),
    }
    const sentences = answers.flatMap(answer => sentencesIn(answer, reading, both))
    const statements = sentences.flatMap(each => each.statements)
    const unsupported = sentences.flatMap(sentence => {
      const altered = known.alteredIn(sentence)
      const isQuote = known.isSaid(sentence)
      const without = sentence.statements.filter(
        each => (known.of(each).length === 0 && !known.isAsked(each)) || (!isQuote && known.isDenied(each)),
      )
      return [...without, ...(altered === null ? [] : [altered])].map(({ kind, text }) => ({ kind, text }))
    })
    return { unsupported, cited: unsupported.length > 0 ? [] : citedBy(statements, known) }
  }
}

/** The fewest sources for all statements, by the greatest gain. */
function citedBy(statements: readonly Statement[], known: Sources): readonly string[] {
  let left = statements.map(known.of).filter(each => each.length > 0)
  const chosen = new Set<number>()
  while (left.length > 0) {
    const counts = new Map<number, number>()
    for (const each of left) for (const source of new Set(each)) counts.set(source, (counts.get(source) ?? 0) + 1)
    const [best] = [...counts].toSorted(([one, ones], [other, others]) => others - ones || one - other)
    if (best === undefined) break
    chosen.add(best[0])
    left = left.filter(each => !each.includes(best[0]))
  }
  return known.titles.filter((_, at) => chosen.has(at))
}
