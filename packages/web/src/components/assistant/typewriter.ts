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
