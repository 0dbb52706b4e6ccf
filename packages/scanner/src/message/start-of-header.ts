import { endOfName, fieldOn, lineAt, type TextLine, textFrom, textOfLine } from './header-lines.ts'

/** How far below a summary its header is looked for, in lines and bytes. */
const searchedLines = 300
const searchedBytes = 65_536

/**
 * The offset of the first line of the header in a pasted text: mail programs show a summary above it ("Show original" of
 * Gmail), and people a sentence or an envelope. A text is skipped only where none of its lines is a field that mail systems
 * write, and a header with its own From follows behind an empty line. 0: the header begins at once.
 */
export function startOfHeader(raw: Uint8Array): number {
  const first = textFrom(raw, 0)
  if (first === null) return 0
  if (textOfLine(raw, first).startsWith('*** ENVELOPE RECORDS')) return behindEnvelope(raw, first)
  const summary = paragraphAt(raw, first)
  if (summary.traceBelow !== null) return summary.traceBelow
  if (summary.isWritten || (summary.lines === 1 && summary.known === 1)) return 0
  let next = textFrom(raw, summary.end)
  let plain: number | null = null
  for (let count = 0; next !== null && count < searchedLines && next.start < searchedBytes; count++) {
    const paragraph = paragraphAt(raw, next)
    const { hasFrom, isTraceFirst, isFieldFirst, isWritten, known } = paragraph
    if (hasFrom && isTraceFirst) return next.start
    if (hasFrom && isFieldFirst && known > 1 && summary.known === 0) {
      if (isWritten) return next.start
      // It may be a summary itself.
      plain ??= next.start
    }
    next = textFrom(raw, paragraph.end)
  }
  return plain ?? 0
}

/** Postfix shows the envelope of a queued message so (`postcat`). */
function behindEnvelope(raw: Uint8Array, first: TextLine): number {
  let line: TextLine | null = first
  for (let count = 0; line !== null && count < searchedLines; count++) {
    if (textOfLine(raw, line).startsWith('*** MESSAGE CONTENTS')) return line.next
    line = lineAt(raw, line.next)
  }
  return 0
}

interface Paragraph {
  end: number
  lines: number
  /** Lines with a field of a message. */
  known: number
  hasFrom: boolean
  /** It has a field that programs write and no summary shows. */
  isWritten: boolean
  /** A field of the path, or of a filter, is one of its first three lines. */
  isTraceFirst: boolean
  /** So is a field of a message. */
  isFieldFirst: boolean
  /** Where its first field of the path begins, below lines of a summary: a From and one that is no field; else null. */
  traceBelow: number | null
}

/** The lines up to the next empty one; of a long paragraph the first ones. */
function paragraphAt(raw: Uint8Array, first: TextLine): Paragraph {
  const found = { lines: 0, known: 0, hasFrom: false, isWritten: false, isTraceFirst: false, isFieldFirst: false }
  const trace: { start: number | null; hasFrom: boolean; isStrange: boolean } = {
    start: null,
    hasFrom: false,
    isStrange: false,
  }
  let traceBelow: number | null = null
  let line: TextLine | null = first
  while (line !== null && line.kind !== 'empty' && line.kind !== 'blank') {
    found.lines += 1
    const name = found.lines <= searchedLines ? fieldOn(raw, line) : null
    trace.isStrange ||= trace.start === null && line.kind === 'text' && endOfName(textOfLine(raw, line)) === -1
    if (name !== null) {
      const isTrace = tracks.test(name)
      found.known += 1
      if (isTrace && trace.start === null) {
        trace.start = line.start
        trace.hasFrom = found.hasFrom
      } else if (name === 'from' && trace.hasFrom && trace.isStrange) traceBelow ??= trace.start
      found.hasFrom ||= name === 'from'
      found.isWritten ||= isTrace || written.test(name)
      found.isTraceFirst ||= isTrace && found.lines <= 3
      found.isFieldFirst ||= found.lines <= 3
    }
    line = lineAt(raw, line.next)
  }
  return { ...found, traceBelow, end: line?.start ?? raw.length }
}

const tracks =
  /^(?:received|return-path|delivered-to|envelope-to|delivery-date|original-recipient|received-spf|dkim-signature|domainkey-signature|authentication-results|arc-.{1,60}|x-.{1,200})$/
const written = /^(?:message-id|mime-version|content-.{1,60}|list-.{1,60}|references|in-reply-to|user-agent)$/
