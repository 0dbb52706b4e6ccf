import type { Dice } from './dice.ts'

/** The values of the macro letters in one evaluation (RFC 7208 section 7.2), as far as a name may contain them. */
export interface MacroValues {
  s: string
  l: string
  o: string
  d: string
  /** IPv4 dotted, IPv6 as 32 nibbles between dots. */
  i: string
  p: string
  v: string
  h: string
}

/** One macro with random transformers, of one of these letters. */
export function randomMacro(dice: Dice, letters: string): string {
  const letter = dice.pick(letters.split(''))
  const written = dice.percent(12) ? letter.toUpperCase() : letter
  const digits = dice.percent(40) ? String(dice.between(1, 4)) : ''
  const reverse = dice.percent(35) ? 'r' : ''
  const delimiters = dice.percent(25) ? dice.pick(['-', '+', '_', '-.', '.-', '=', '/', '+-', ',']) : ''
  return `%{${written}${digits}${reverse}${delimiters}}`
}

/**
 * Expands a macro-string, in order to publish names that a pattern matches. Whether the pattern really expands to that
 * name is for the peers to judge, each with its own parser.
 */
export function written(pattern: string, values: MacroValues): string {
  return pattern.replace(
    /%(?:\{([a-z])(\d*)(r?)([-.+,/_=]*)\}|[%_-])/gi,
    (all, letter, digits, reverse, delimiters) => {
      if (letter === undefined) return { '%%': '%', '%_': ' ', '%-': '%20' }[all] ?? ''
      const lower = String(letter).toLowerCase() as keyof MacroValues
      const at = new Set<string>(delimiters === '' ? '.' : delimiters)
      let parts = ['']
      for (const character of values[lower]) {
        if (at.has(character)) parts.push('')
        else parts[parts.length - 1] += character
      }
      if (reverse !== '') parts.reverse()
      if (digits !== '') parts = parts.slice(-Number(digits))
      const text = parts.join('.')
      return letter === lower ? text : escaped(text)
    },
  )
}

function escaped(text: string): string {
  return text.replace(/[^\w.~-]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}
