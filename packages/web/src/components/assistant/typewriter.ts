/** 10 ms a character, as the specification has it: the speed of an answer that arrives slowly. */
const charactersPerSecond = 100
/** The time in which what has arrived would be typed at the speed of the moment, in seconds: it never lags behind. */
const behindSeconds = 0.6
const behindSecondsAfterEnd = 0.35

/** How far an answer is typed. `position` counts UTF-16 units and may have a fraction. */
export interface Typing {
  position: number
  /** The length of the text that has arrived. */
  total: number
  /** The whole answer has arrived. */
  hasEnded: boolean
}

/** The position `elapsedMs` later. After a pause, as in a hidden tab, it catches up at once. */
export function advanced({ position, total, hasEnded }: Typing, elapsedMs: number): number {
  const backlog = total - position
  if (backlog <= 0) return total
  const speed = Math.max(charactersPerSecond, backlog / (hasEnded ? behindSecondsAfterEnd : behindSeconds))
  return Math.min(total, position + (speed * Math.max(0, elapsedMs)) / 1_000)
}

/** The typed beginning of a text. It never ends within a character of two units. */
export function typedPart(text: string, position: number): string {
  const end = Math.min(text.length, Math.floor(position))
  const isCut = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && end < text.length
  return text.slice(0, isCut ? end + 1 : end)
}

/**
 * The typed part without the marks that its last line has opened and not closed yet: "*No lang" is "No lang" until the rest has
 * come, and emphasized from then on. Else a reader would see the marks of Markdown at the end of what is typed.
 */
export function withoutOpenMarks(part: string): string {
  const start = part.lastIndexOf('\n') + 1
  const line = part.slice(start)
  const bullet = /^ *[*-] /.exec(line)?.[0] ?? ''
  let rest = line.slice(bullet.length)
  for (const mark of ['`', '**', '*']) rest = withoutLastIfOpen(rest, mark)
  return part.slice(0, start) + bullet + rest
}

/** Drops the last of an odd number of these marks. A single star is none of a pair. */
function withoutLastIfOpen(line: string, mark: string): string {
  const others = mark === '*' ? line.replaceAll('**', '\u0000\u0000') : line
  const count = others.split(mark).length - 1
  if (count % 2 === 0) return line
  const last = others.lastIndexOf(mark)
  return line.slice(0, last) + line.slice(last + mark.length)
}
