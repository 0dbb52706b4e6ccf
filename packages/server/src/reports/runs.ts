import { type Face, faceFor, facesOf, type Voice } from './fonts.ts'

/** A part of a line that is set in one font. */
export interface Run {
  text: string
  face: Face
  /** It has blanks that programs drop when they copy text, unless the file says that they are part of it. */
  hasBlanks?: true
  /** Its place in the text: a program that copies the line reads its runs in this order. */
  order: number
}

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}]/u
const leftToRight = /\p{L}/u

/**
 * The runs of one line, from left to right, as they are drawn. Words of a script that is written from right to left are
 * in that order among themselves; the letters of each word stay in reading order, because the font puts them in place.
 * This is the rule of Unicode (UAX 9) for lines without directional controls: `visible` has made those plain text.
 *
 * @param line without hidden characters
 */
export function runsOf(line: string, voice: Voice): Run[] {
  const runs = inVisualOrder(line).flatMap(({ text, order }) => byFace(text, order, voice))
  return voice === 'mono' && atRisk.test(line) ? runs.flatMap(blanksApart) : runs
}

/** Several blanks, or one at an end: programs copy one blank between words, and drop these. */
const atRisk = / {2}|^ | $/
/** The same in a run, with a letter beside them. */
const blanks = /(.? {2,}.?|^ +.?|.? +$)/u

/** In a record each blank counts: those that a program would drop are runs of their own. */
function blanksApart(run: Run): Run[] {
  // Every second part is what the pattern matched.
  return run.text
    .split(blanks)
    .map((text, at): Run => ({ ...run, text, ...(at % 2 === 1 && { hasBlanks: true }) }))
    .filter(({ text }) => text !== '')
}

/** How often the font changes in a text, at most: how its words are ordered follows from where its lines end. */
export function fontChangesIn(text: string, voice: Voice): number {
  const isReordered = rightToLeft.test(text)
  let changes = 0
  let before: Face | null = null
  for (const character of text) {
    const face = faceFor(voice, character.codePointAt(0) ?? 0)
    const isPart = isReordered && character === ' '
    if (face !== before || isPart) changes += 1
    before = isPart ? null : face
  }
  return Math.max(0, changes - 1)
}

function byFace(text: string, order: number, voice: Voice): Run[] {
  const runs: Run[] = []
  for (const character of text) {
    const face = faceFor(voice, character.codePointAt(0) ?? 0) ?? facesOf[voice][0]
    const last = runs.at(-1)
    if (last !== undefined && last.face === face) last.text += character
    else runs.push({ text: character, face, order })
  }
  return runs
}

function inVisualOrder(line: string): { text: string; order: number }[] {
  if (!rightToLeft.test(line)) return [{ text: line, order: 0 }]
  const words = line.split(/( +)/)
  const parts = words.map((text, order) => ({ text, order }))
  for (let at = 0; at < words.length; ) {
    const end = rightToLeft.test(words[at] ?? '') ? endOfRightToLeft(words, at) : at + 1
    parts.splice(at, end - at, ...parts.slice(at, end).toReversed())
    at = end
  }
  return parts
}

/** The index behind the last word of the right-to-left words that begin here. Numbers between them belong to them. */
function endOfRightToLeft(words: readonly string[], start: number): number {
  let end = start + 1
  for (let at = end; at < words.length; at++) {
    const word = words[at] ?? ''
    if (rightToLeft.test(word)) end = at + 1
    else if (leftToRight.test(word)) break
  }
  return end
}
