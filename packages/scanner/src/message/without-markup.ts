import { endOfLine } from './unquoted.ts'
import { decodedEntities } from './without-entities.ts'

/** So far a text is searched for the line that tells its kind. */
const searchedBytes = 65_536

/** A tag of HTML. An address in angle brackets is none: `<b@x.example>`. */
const tag =
  /<\/?(?:html|head|body|main|section|article|pre|code|samp|tt|div|p|br|hr|span|font|b|i|u|em|strong|a|wbr|table|thead|tbody|tr|td|th|ul|ol|li|dl|dt|dd|blockquote|textarea|h[1-6]|title|meta|link)(?:[ \t\r\n][^<>]{0,2000})?\/?>/gi
/** Where a line begins in a page, with the blanks around it. */
const lineBreak =
  /[ ]?<\/?(?:br|p|div|tr|li|ul|ol|dl|dt|dd|table|tbody|thead|blockquote|h[1-6]|hr|pre|body|html|title)(?:[ ][^<>]{0,2000})?\/?>[ ]?/gi
/** What begins a page or a piece of one. No header begins so. */
const pageStart =
  /^(?:<!doctype html|<!--|<(?:html|head|body|main|section|article|pre|code|samp|tt|div|p|br|hr|span|font|b|i|u|em|strong|a|wbr|table|thead|tbody|tr|td|th|ul|ol|li|dl|dt|dd|blockquote|textarea|h[1-6]|title|meta|link)(?:[ \t\r\n/>]|$))/i
const brokenLine = /<br[ ]?\/?>[ \t]*$/i

/**
 * A header that was copied from the source of a web page, with its tags removed: what is between `<pre>` and `</pre>`, in
 * its lines, or a page in which `<br>`, `<p>`, rows and list items are the lines. Any other text is returned as it is,
 * also a message whose body is HTML: it does not begin with a tag.
 */
export function withoutMarkup(raw: Uint8Array): Uint8Array {
  if (!isPage(raw)) return raw
  // Byte by byte: what is not ASCII stays as it is.
  const text = latin1(raw, raw.length)
  const open = /<(?:pre|textarea)(?:[ \t\r\n][^<>]{0,2000})?>/i.exec(text)
  const lines = open === null ? linesOfPage(text) : preformatted(text, open)
  // With an address in real angle brackets, it is text between tags and no page: nothing in it was encoded.
  return Buffer.from(lines.includes('<') ? lines : decodedEntities(lines), 'latin1')
}

function isPage(raw: Uint8Array): boolean {
  let start = 0
  while (start < raw.length && (raw[start] ?? 0) <= 32) start += 1
  const isTag = raw[start] === 0x3c && pageStart.test(latin1(raw.subarray(start), 64))
  const line = raw.subarray(start, Math.min(endOfLine(raw, start), start + searchedBytes))
  return isTag || brokenLine.test(latin1(line.subarray(-64), 64))
}

/** The lines stay on their numbers. */
function preformatted(text: string, open: RegExpExecArray): string {
  const start = open.index + open[0].length
  const close = text.toLowerCase().indexOf(`</${open[0].slice(1, 4).toLowerCase()}`, start)
  const above = text.slice(0, start).replace(/[^\r\n]+/g, '')
  const inside = text.slice(start, close < 0 ? text.length : close)
  return above + inside.replace(/<br(?:[ ][^<>]{0,200})?\/?>(?:\r?\n)?/gi, '\n').replace(tag, '')
}

/** Line ends in the source of a page are blanks. */
function linesOfPage(text: string): string {
  const lines = withoutElements(text)
    .replace(/[\r\n]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(lineBreak, '\n')
    .replace(tag, '')
  return lines.replace(/\n{2,}/g, '\n')
}

/** Without comments, and without elements that no one sees, each to its end. */
function withoutElements(text: string): string {
  const lower = text.toLowerCase()
  const kept: string[] = []
  const start = /<!--|<!doctype|<(?:head|script|style)(?=[ \t\r\n>])/g
  let from = 0
  for (let found = start.exec(lower); found !== null; found = start.exec(lower)) {
    kept.push(text.slice(from, found.index))
    const [opening] = found
    const closing = opening === '<!--' ? '-->' : opening === '<!doctype' ? '>' : `</${opening.slice(1)}>`
    const end = lower.indexOf(closing, found.index)
    from = end < 0 ? text.length : end + closing.length
    start.lastIndex = from
  }
  return kept.join('') + text.slice(from)
}

function latin1(raw: Uint8Array, length: number): string {
  return Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, length)).toString('latin1')
}
