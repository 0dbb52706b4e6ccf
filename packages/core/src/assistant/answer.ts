import type { DnsRecordToPublish } from '../check/index.ts'
import { boundedText } from './bounded-text.ts'
import { isShowable } from './showable.ts'

/** A line of a list: `lead` is shown bold in front of it. */
export interface ListItem {
  lead: string | null
  text: string
}

/**
 * One part of an answer. Every text is plain: one line without invisible characters, in which nothing is markup. A record
 * or a file is a block of its own. Only our own code makes one to publish.
 */
export type Block =
  | { kind: 'heading'; level: 2 | 3; text: string }
  /** `quiet`: an aside, shown in italics. `strong`: the verdict. */
  | { kind: 'paragraph'; tone: 'plain' | 'quiet' | 'strong'; text: string }
  | { kind: 'list'; items: readonly ListItem[] }
  | { kind: 'record'; record: DnsRecordToPublish }
  /** A record that a scan saw in DNS. `when`: the words of `scanMoment`. */
  | { kind: 'published'; record: DnsRecordToPublish; when: string }
  /** Questions to ask next, each as a button. */
  | { kind: 'asks'; questions: readonly string[] }
  /** The content of a file to serve. */
  | { kind: 'file'; lines: readonly string[] }

/** An answer, from the top. */
export type Answer = readonly Block[]

/** A heading, as a list for spreading: an empty text gives none. */
export function heading(level: 2 | 3, text: string): Answer {
  const shown = lineOf(text)
  return shown === '' ? [] : [{ kind: 'heading', level, text: shown }]
}

/** A paragraph; an empty text gives none. */
export function paragraph(text: string, tone: 'plain' | 'quiet' | 'strong' = 'plain'): Answer {
  const shown = lineOf(text)
  return shown === '' ? [] : [{ kind: 'paragraph', tone, text: shown }]
}

/** A list of texts, or of texts with a bold lead. Empty items are left out. */
export function list(items: readonly (string | { lead: string; text: string })[]): Answer {
  const shown = items.flatMap((item): readonly ListItem[] => {
    if (typeof item === 'string') return textItem(item)
    const lead = lineOf(item.lead)
    return lead === '' ? textItem(item.text) : [{ lead, text: lineOf(item.text) }]
  })
  return shown.length === 0 ? [] : [{ kind: 'list', items: shown }]
}

function textItem(text: string): readonly ListItem[] {
  const shown = lineOf(text)
  return shown === '' ? [] : [{ lead: null, text: shown }]
}

/** A line, and below it questions to ask next, at most four. None: only the line. */
export function asks(text: string, questions: readonly string[]): Answer {
  const shown = questions.map(lineOf).filter(each => each !== '' && /^[^`<>]{1,200}$/.test(each))
  return [...paragraph(text), ...(shown.length === 0 ? [] : [{ kind: 'asks' as const, questions: shown.slice(0, 4) }])]
}

/** A record to publish, letter by letter. One that markup could hide in is not shown here: the report has it. */
export function record(made: DnsRecordToPublish): Answer {
  return isShowable(made) ? [{ kind: 'record', record: made }] : paragraph('The report has the exact record.')
}

/** A record that a scan saw in DNS, letter by letter, where `record` would show it. */
export function published({ name, type, value, when }: DnsRecordToPublish & { when: string }): Answer {
  const found = { name, type, value }
  if (isShowable(found)) return [{ kind: 'published', record: found, when }]
  return list([{ lead: `${name} ${type}`, text: 'The report has the exact record.' }])
}

/** A file to serve, with its line ends removed. */
export function file(text: string): Answer {
  const lines = text.split(/\r?\n/).filter(line => line !== '')
  const isPlain = lines.length <= 200 && lines.every(line => /^[ -~]{1,500}$/.test(line) && !/[<>`]/.test(line))
  return isPlain ? [{ kind: 'file', lines }] : paragraph('The report has the exact file.')
}

/** One line: runs of spaces of any kind are one blank. */
function lineOf(text: string): string {
  return boundedText(text)
    .replaceAll(/\p{Z}+/gu, ' ')
    .trim()
}

/** "MX", "MX and SPF", "MX, SPF and DMARC". */
export function andWords(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}
