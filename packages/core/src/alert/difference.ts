import { codePointName, displayRecord } from '../dns/index.ts'

/*
 * Two texts side by side, each within a number of characters: what differs is shown with its surroundings, and differs on
 * the screen too.
 */

/** A text by itself, on one line, cut at its end. */
export function shownLine(text: string, max: number): string {
  return displayRecord(text, max)
}

/**
 * Two different texts as they are shown side by side, each in at most `max` characters. A text that fits is whole; of a
 * longer one the part that differs is shown, with `…` at each cut. What only looks the same is named: blanks at an end or
 * beside another one, and characters that are written in another form.
 */
export function shownPair(one: string, other: string, max: number): readonly [string, string] {
  if (one === other) return [shownLine(one, max), shownLine(other, max)]
  const [first, second] = namedWhereAlike(one, other)
  const before = commonStart(first, second)
  const after = commonEnd(first, second, before)
  const pair = [partOf(first, before, after, max), partOf(second, before, after, max)] as const
  if (pair[0] !== pair[1]) return pair
  // The same text repeated more often, or the escape of a character beside the character itself.
  return [cutEnd(pair[0], max - 24) + lengthOf(first), cutEnd(pair[1], max - 24) + lengthOf(second)]
}

/** Texts that a reader takes for the same one: what differs invisibly is named in both. */
function namedWhereAlike(one: string, other: string): readonly [string, string] {
  if (lookOf(one) !== lookOf(other)) return isSmall(one) && isSmall(other) ? namedLetters(one, other) : [one, other]
  return [namedAll(one), namedAll(other)]
}

/**
 * What a reader sees: without the form of a character, variation selectors, joiners and fillers. Format characters are
 * not among them: they are shown by their number anyway.
 */
function lookOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/(?!\p{Cf})\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Blanks that no one sees, and all characters beyond ASCII. */
function namedAll(text: string): string {
  const isEnd = (blanks: string, at: number) => at === 0 || at + blanks.length === text.length
  return text
    .replace(
      / +/g,
      (blanks, at: number) => (isEnd(blanks, at) ? '' : ' ') + mark.repeat(blanks.length - (isEnd(blanks, at) ? 0 : 1)),
    )
    .replace(/\P{ASCII}/gu, named)
}

/** Letters of another script in the place of ASCII ones: `а` of Cyrillic beside `a`. */
function namedLetters(one: string, other: string): readonly [string, string] {
  const [first, second] = [Array.from(one), Array.from(other)]
  const differing = first.flatMap((letter, at) => (letter === second[at] ? [] : [[letter, second[at] ?? ''] as const]))
  const isForm = first.length === second.length && differing.every(pair => pair.filter(isAscii).length === 1)
  if (!isForm) return [one, other]
  return [namedBeside(first, second), namedBeside(second, first)]
}

function namedBeside(letters: readonly string[], beside: readonly string[]): string {
  return letters.map((letter, at) => (letter === beside[at] || isAscii(letter) ? letter : named(letter))).join('')
}

const lengthOf = (text: string): string => ` (${text.length.toLocaleString('en-US')} characters)`
const mark = '[U+0020]'
const isAscii = (letter: string): boolean => letter.charCodeAt(0) < 0x80
const isSmall = (text: string): boolean => text.length <= 4096
const named = (character: string): string => `[${codePointName(character)}]`

function commonStart(one: string, other: string): number {
  let at = 0
  while (at < one.length && at < other.length && one.charCodeAt(at) === other.charCodeAt(at)) at++
  // Two characters beyond the first 65,536 may differ in their second half only.
  return /[\uD800-\uDBFF]/.test(one.charAt(at - 1)) ? at - 1 : at
}

/** Of what follows a common start. */
function commonEnd(one: string, other: string, start: number): number {
  const most = Math.min(one.length, other.length) - start
  let count = 0
  while (count < most && one.charCodeAt(one.length - 1 - count) === other.charCodeAt(other.length - 1 - count)) count++
  return /[\uDC00-\uDFFF]/.test(one.charAt(one.length - count)) ? count - 1 : count
}

/** The part of a text between a common start and a common end, with as much around it as there is room for. */
function partOf(text: string, start: number, end: number, max: number): string {
  if (start === 0 && end === 0) return shownLine(text, max)
  if (text.length <= max) {
    const whole = displayRecord(text)
    if (whole.length <= max) return whole
  }
  const room = max - 2
  const middle = shortened(text.slice(start, text.length - end), Math.floor(room * 0.7))
  const around = room - middle.length
  const before = displayRecord(text.slice(Math.max(0, start - around), start))
  const after = displayRecord(text.slice(text.length - end, text.length - end + around))
  const toEnd = Math.min(after.length, Math.max(Math.floor(around / 2), around - before.length))
  const left = cutStart(before, around - toEnd, start > around)
  return `${left}${middle}${cutEnd(after, toEnd, end > around)}`
}

/** Both ends of a text, because it differs at both. */
function shortened(text: string, max: number): string {
  if (text.length <= max) {
    const whole = displayRecord(text)
    if (whole.length <= max) return whole
  }
  const half = Math.floor((max - 3) / 2)
  return `${cutEnd(displayRecord(text.slice(0, half)), half)} … ${cutStart(displayRecord(text.slice(-half)), half)}`
}

/** The beginning of a text. `isCut`: it was cut before. Nothing is added to `max` but the mark. */
function cutEnd(text: string, max: number, isCut = false): string {
  if (text.length <= max) return isCut ? `${text}…` : text
  return `${text
    .slice(0, max)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`
}

/** The end of a text, from a blank on where one is near, so that it begins with a whole term. */
function cutStart(text: string, max: number, isCut = false): string {
  if (text.length <= max) return isCut ? `…${text}` : text
  const rest = text
    .slice(text.length - max)
    .toWellFormed()
    .replace(/^\uFFFD/, '')
  const blank = rest.indexOf(' ')
  return `…${blank > 0 && blank <= max / 3 ? rest.slice(blank + 1) : rest}`
}
