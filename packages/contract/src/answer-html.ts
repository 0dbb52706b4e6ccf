import type { RecordFinder, RecordInText } from '@waxseal/core/assistant'
import { tokensOf } from './answer-markdown.ts'
import { type Piece, piecesOf } from './answer-pieces.ts'
import { judgeRecords, type RecordPlace } from './answer-records.ts'
import { modelAnswer, uncheckedRecords } from './wording.ts'

/** The words after the fences of the built-in analyst: those of `@waxseal/core/assistant`. */
const madeFences = new Map([
  ['dns-record', 'ai-checked'],
  ['published-record', 'ai-published'],
  ['policy-file', 'ai-checked'],
  ['ask-next', 'ai-asks'],
])
const noFences = new Map<string, string>()

/**
 * Whose records an answer has. `unmarked`: not known yet, nothing is marked. `made`: the built-in analyst wrote it, and a
 * fence with the word `dns-record` has a record that our code made, one with `published-record` a record that a scan saw in DNS, one with `policy-file` a file that our code made, and one with `ask-next` questions to ask next. A finder (`recordFinder` of `@waxseal/core/assistant`): a
 * language model wrote it, and the finder knows the source of each record in it.
 */
export type AnswerRecords = 'unmarked' | 'made' | RecordFinder

/**
 * An answer in Markdown as HTML with the tags p, strong, em, ul, li, br, h1 to h4 and span, and no attribute but `class`, with
 * classes that begin with `ai-`. Markup, links and images in the answer become text. Accepts any text: what is longer than
 * 20,000 characters is cut.
 *
 * A record has the classes `ai-record` and one of `ai-checked` (our code made it), `ai-published` (a scan saw it in DNS; `ai-when` says which) and
 * `ai-unchecked`. One that our code made, or that is in DNS, has its name and value in `ai-name` and `ai-value`: the name is
 * from our data. If a model's answer has anything to publish that is neither made nor published nor a text of ours, in one
 * piece or not, the HTML ends with a paragraph of the class `ai-warning`. Any other answer of a model ends with one of the class
 * `ai-note`: plain words, or a form of a record that is not recognized, can still tell what to publish.
 */
export function answerHtml(markdown: string, records: AnswerRecords): string {
  const pieces = piecesOf(tokensOf(markdown), records === 'made' ? madeFences : noFences)
  if (typeof records === 'string') return htmlOf(pieces, [])
  const { places, hasUnchecked } = judgeRecords(pieces, records)
  const end = hasUnchecked
    ? `<p class="ai-warning">${escaped(uncheckedRecords)}</p>`
    : `<p class="ai-note">${escaped(modelAnswer)}</p>`
  return htmlOf(pieces, places) + end
}

/** Whether an answer of a language model has anything to publish that is neither made nor published nor a text of ours. */
export function hasUncheckedRecords(markdown: string, finder: RecordFinder): boolean {
  return judgeRecords(piecesOf(tokensOf(markdown), noFences), finder).hasUnchecked
}

const classes: Readonly<Record<RecordInText['source'], string>> = {
  quoted: '',
  engine: 'ai-checked',
  published: 'ai-published',
  unchecked: 'ai-unchecked',
}

/** Places are in the text of all pieces but tags, in order, and do not overlap. */
function htmlOf(pieces: readonly Piece[], places: readonly RecordPlace[]): string {
  let html = ''
  let from = 0
  let next = 0
  for (const { kind, text } of pieces) {
    if (kind === 'tag') {
      html += text
      continue
    }
    if (kind === 'text') html += markedText(text, from, places, next)
    from += text.length
    while ((places[next]?.end ?? Number.POSITIVE_INFINITY) <= from) next += 1
  }
  return html
}

/** A text in which the parts of records have their classes. */
function markedText(text: string, from: number, places: readonly RecordPlace[], first: number): string {
  let html = ''
  let done = 0
  for (let at = first; at < places.length; at += 1) {
    const { start, end, source, name, when } = places[at] as RecordPlace
    if (start >= from + text.length) break
    const [begin, stop] = [Math.max(0, start - from), Math.min(text.length, end - from)]
    if (stop <= begin) continue
    html += escaped(text.slice(done, begin))
    const value = escaped(text.slice(begin, stop))
    // A record in several pieces has its name before the first one.
    const isFirst = start >= from
    const named =
      name === null || !isFirst
        ? value
        : `<span class="ai-name">${escaped(name)}</span> <span class="ai-value">${value}</span>${whenOf(when)}`
    html += `<span class="ai-record ${classes[source]}">${named}</span>`
    done = stop
  }
  return html + escaped(text.slice(done))
}

/** When a scan saw a record. */
function whenOf(when: string | null): string {
  return when === null ? '' : ` <span class="ai-when">${escaped(when)}</span>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, character => entities[character] ?? character)
}
