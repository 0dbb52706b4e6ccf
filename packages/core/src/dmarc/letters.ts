import type { DmarcFault } from './faults.ts'

/** Letters of other scripts that look like Latin ones, beside those. */
const scripts = {
  Cyrillic: ['асԁеһіјкмнорԛѕтухАВСЕНІЈКМОРЅТХ', 'acdehijkmhopqstyxABCEHIJKMOPSTX'],
  Greek: ['αεικνορτυχΑΒΕΗΙΚΜΝΟΡΤΧ', 'aeiknoptuxABEHIKMNOPTX'],
} as const

const letters: ReadonlyMap<string, { script: string; latin: string }> = new Map(
  Object.entries(scripts).flatMap(([script, [foreign, latin]]) =>
    Array.from(foreign, (letter, at) => [letter, { script, latin: latin.charAt(at) }] as const),
  ),
)

/**
 * A text with Latin letters for those that only look like them. Those of a mail address remain: its domain may be in any
 * script.
 */
export function latinLetters(text: string): { text: string; fault: DmarcFault | null } {
  let fault: DmarcFault | null = null
  if (!/[\u{370}-\u{52f}]/u.test(text)) return { text, fault }
  const replaced = text.replace(/[^\s;,]+/g, word => {
    const at = word.indexOf('@')
    const start = at < 0 ? word.length : Math.max(word.lastIndexOf('=', at), word.lastIndexOf(':', at)) + 1
    const syntax = word.slice(0, start).replace(/[\u{370}-\u{52f}]/gu, letter => {
      const meant = letters.get(letter)
      if (meant === undefined) return letter
      fault ??= { code: 'character', found: `${meant.script} ${letter}`, meant: meant.latin }
      return meant.latin
    })
    return syntax + word.slice(start)
  })
  return { text: replaced, fault }
}
