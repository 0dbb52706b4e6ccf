import type { ExtendedError } from './answer.ts'
import { displayText } from './presentation.ts'

/** The meaning of extended errors about DNSSEC (RFC 8914 section 4), specific ones before the general "bogus". */
const dnssecErrors: ReadonlyMap<number, string> = new Map([
  [7, 'a signature has expired'],
  [8, 'a signature is not valid yet'],
  [9, 'the DS record at the parent matches no key of the zone'],
  [10, 'signatures are missing'],
  [11, 'the key at the parent is no zone key'],
  [12, 'the proof that a record is absent is missing'],
  [1, 'the zone uses a key algorithm the resolver does not know'],
  [2, 'the DS record uses a digest the resolver does not know'],
  [5, 'the chain of signatures cannot be followed'],
  [6, 'the signatures do not fit'],
])

/** Why DNSSEC validation failed, in a few words for people. The resolver's own text only when it sent no known code. */
export function dnssecErrorWords(errors: readonly ExtendedError[]): string {
  for (const [code, words] of dnssecErrors) if (errors.some(error => error.code === code)) return words
  const text = errors.find(error => error.text !== '')?.text
  return text === undefined ? 'validation fails' : displayText(text, 200)
}
