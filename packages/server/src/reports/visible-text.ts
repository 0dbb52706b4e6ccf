import { faceFor, type Voice } from './fonts.ts'

/**
 * Characters that show nothing, or change what is beside them: control and format characters with all that set the
 * writing direction, separators of lines, surrogates without a partner, private and unassigned characters, and what
 * Unicode says to ignore. The fonts have two more without ink: the empty Braille pattern and the place of an object.
 */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFC]/u
/** All spaces but that of ASCII: they look like it, and programs copy it in their place. */
const otherSpace = /(?! )\p{Zs}/u
const mark = /\p{M}/u

/** More marks on one letter would grow into the lines above and below. */
const marksMax = 3

/** A tab is as wide as this many spaces. */
const tab = '    '

interface Options {
  /** Shows everything but ASCII as its code point: after a text that the fonts could not set. */
  escaped?: boolean
}

/**
 * A text with nothing in it that cannot be seen: hidden characters and those that no font has are shown as their code
 * point, `[U+202E]`. In a record so are spaces other than that of ASCII. A tab becomes spaces.
 */
export function visible(text: string, voice: Voice, { escaped = false }: Options = {}): string {
  let shown = ''
  let marks = 0
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    // Most of a header is ASCII.
    if (codePoint >= 0x20 && codePoint < 0x7f) {
      shown += character
      marks = 0
    } else if (character === '\t') shown += tab
    else {
      marks = mark.test(character) ? marks + 1 : 0
      const isHidden = hidden.test(character) || (voice === 'mono' && otherSpace.test(character))
      const isShown = !escaped && marks <= marksMax && !isHidden && faceFor(voice, codePoint) !== null
      shown += isShown ? character : `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`
    }
  }
  return shown
}
