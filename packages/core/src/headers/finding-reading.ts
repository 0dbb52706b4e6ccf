import { lineOf, type MessageHeader } from './field.ts'
import type { HeaderFinding } from './finding.ts'
import { finding } from './write-finding.ts'

/** What of the pasted text was not a plain header: notes, so that nobody misses a field without a word. */
export function readingFindings({ reading }: Pick<MessageHeader, 'reading'>): readonly HeaderFinding[] {
  if (reading === undefined) return []
  return [
    ...finding('text_above', [reading.above]),
    ...finding('blank_lines', [reading.crossed]),
    ...finding('fields_below', [reading.below]),
  ]
}

/** A text with more fields was not pasted as one line. */
const mostFields = 2
/** Characters of a field that are searched. */
const searchedCharacters = 20_000
/** So many other names in one value are fields that lost their line breaks. */
const fewestNames = 2

/** A name of a field behind a blank, a bracket, a line end of other systems (U+0085), or a line break that became `\\n`. */
const nameInside =
  /(?:[\s\u0085>)"]|\\[nr])(from|to|subject|date|message-id|received|return-path|delivered-to|mime-version|content-type|dkim-signature|authentication-results):/gi

/**
 * The note that the header was pasted as one line. It is not read: text of the sender, such as a subject, could name the
 * fields of a receiver.
 */
export function oneLineFindings({ fields }: Pick<MessageHeader, 'fields'>): readonly HeaderFinding[] {
  if (fields.length > mostFields) return []
  const joined = fields.find(({ name, value }) => {
    const found = ` ${value.slice(0, searchedCharacters)}`.matchAll(nameInside)
    const names = new Set([...found].map(([, inside = '']) => inside.toLowerCase()).filter(each => each !== name))
    return names.size >= fewestNames
  })
  return joined === undefined ? [] : finding('one_line', [lineOf(joined)])
}
