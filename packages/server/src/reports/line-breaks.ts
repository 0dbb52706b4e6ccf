import { faceFor, facesOf, type Voice, widthIn } from './fonts.ts'

/** The size of a text and the space it has, in points. */
export interface Setting {
  voice: Voice
  size: number
  width: number
}

/** The width of a line in ems. Kerning and joined letters can make text wider than its letters, by very little. */
function roomOf({ voice, size, width }: Setting): number {
  return (width / size) * (voice === 'mono' ? 1.000_001 : 0.985)
}

function widthOf(character: string, voice: Voice): number {
  const codePoint = character.codePointAt(0) ?? 0
  return widthIn(faceFor(voice, codePoint) ?? facesOf[voice][0], codePoint) ?? 1
}

/** The width of a text, in ems. */
export function emsOf(text: string, voice: Voice): number {
  let ems = 0
  for (const character of text) ems += widthOf(character, voice)
  return ems
}

const mark = /\p{M}/u

/** Breaks a text into lines at its spaces, and a word that is wider than a line wherever the line ends. */
export function wordLines(text: string, setting: Setting): string[] {
  const { voice } = setting
  const room = roomOf(setting)
  const lines: string[] = []
  let line = ''
  let used = 0
  const space = widthOf(' ', voice)
  for (const word of text.split(/ +/)) {
    const ems = emsOf(word, voice)
    if (line !== '' && used + space + ems <= room) {
      line += ` ${word}`
      used += space + ems
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    used = ems
    if (ems > room) {
      const pieces = broken(word, voice, room)
      line = pieces.pop() ?? ''
      lines.push(...pieces)
      used = emsOf(line, voice)
    }
  }
  if (line !== '' || lines.length === 0) lines.push(line)
  return lines
}

/** A break looks better behind one of these. */
const joint = /[;=/.,:&@]/
const jointsWithin = 16

/**
 * Breaks one line of a record so that its pieces joined are the record again: never beside a space, which programs that
 * copy text from a PDF leave out at the end of a line.
 */
export function recordLines(text: string, setting: Setting): string[] {
  return broken(text, setting.voice, roomOf(setting))
}

function broken(text: string, voice: Voice, room: number): string[] {
  const characters = Array.from(text)
  const lines: string[] = []
  let start = 0
  let used = 0
  for (let at = 0; at < characters.length; at++) {
    const ems = widthOf(characters[at] ?? '', voice)
    if (used + ems <= room || at === start) {
      used += ems
      continue
    }
    const end = breakBefore(characters, start, at)
    lines.push(characters.slice(start, end).join(''))
    start = end
    at = end - 1
    used = 0
  }
  return [...lines, characters.slice(start).join('')]
}

/** Where the line from `start` ends at the latest before `limit`: the index of the first character of the next line. */
function breakBefore(characters: readonly string[], start: number, limit: number): number {
  const isInside = (at: number): boolean =>
    (characters[at - 1] ?? ' ') !== ' ' && (characters[at] ?? ' ') !== ' ' && !mark.test(characters[at] ?? '')
  const soonest = Math.max(start + 1, limit - jointsWithin)
  for (let at = limit; at > soonest; at--) if (isInside(at) && joint.test(characters[at - 1] ?? '')) return at
  for (let at = limit; at > start; at--) if (isInside(at)) return at
  return limit
}
