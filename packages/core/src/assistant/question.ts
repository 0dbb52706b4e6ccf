import { formatAddress, parseAddress } from '../dns/index.ts'
import { isNear } from './near-word.ts'

/** The most characters of a question that are read; the server refuses longer ones. */
export const questionMax = 2_000
const wordsMax = 400

/** A question as the intents read it. */
export interface Question {
  /** In lower case, letters and digits only: "what's" is `whats`. */
  words: readonly string[]
  /** The same between blanks, with one at both ends, so that a phrase is found as whole words. */
  text: string
  /** The domain names in it, in lower case, without labels that begin with `_`. */
  names: readonly string[]
  /** The IP addresses in it, but for those in a term of an SPF record; each in one spelling. */
  addresses: readonly string[]
  /** `~all` in it: the qualifier; null: none. */
  ending: '+' | '-' | '~' | '?' | null
}

/** Reads a question of any length and content. Nothing of it is ever shown. */
export function readQuestion(text: string): Question {
  const plain = text.slice(0, questionMax).normalize('NFKC').toLowerCase().slice(0, questionMax)
  const words = plain
    .replaceAll(/['’‘`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
    .slice(0, wordsMax)
  return {
    words,
    text: ` ${words.join(' ')} `,
    names: namesIn(plain),
    addresses: addressesIn(plain),
    ending: endingIn(plain),
  }
}

/** A term of an SPF record or an address of a DMARC record: the name in it is part of the record, not what is asked about. */
const termWithName = /(?<![\p{L}\p{N}])(?:(?:include|exists|a|mx|ptr|mailto):|(?:redirect|exp)=)[^\s,;()"'`]*/gu

function addressesIn(text: string): readonly string[] {
  const found = text
    .split(/[^0-9a-z:.]+/u)
    .map(token => parseAddress(token.replace(/(?:\.|(?<!:):)$/, '')))
    .filter(address => address !== null)
  return [...new Set(found.map(formatAddress))]
}

function endingIn(text: string): Question['ending'] {
  const qualifier = /(?<![^\s"'(`])[-+~?]all\b/.exec(text)?.[0].charAt(0)
  return qualifier === '+' || qualifier === '-' || qualifier === '~' || qualifier === '?' ? qualifier : null
}

/** A host name in a text, a URL or an email address. The last label has two letters or more: `p=none` and `1.2.3.4` are none. */
function namesIn(text: string): readonly string[] {
  const found = text
    .replaceAll(termWithName, ' ')
    .split(/[^\p{L}\p{N}._-]+/u)
    .map(token => token.split('.').filter(label => label !== '' && !label.startsWith('_')))
    .filter(labels => labels.length >= 2 && /^(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})$/u.test(labels.at(-1) ?? ''))
    .map(labels => labels.join('.'))
    .filter(name => name.length <= 253 && /^[\p{L}\p{N}.-]+$/u.test(name))
  return [...new Set(found)]
}

/** Whether the question has one of the phrases, as whole words. A typo in a word of six letters and more is forgiven. */
export function hasAny({ text, words }: Question, phrases: readonly string[]): boolean {
  return phrases.some(phrase => {
    if (text.includes(` ${phrase} `)) return true
    return phrase.length >= 6 && !phrase.includes(' ') && words.some(word => isNear(word, phrase))
  })
}
