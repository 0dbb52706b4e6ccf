import type { DomainFacts } from '../facts.ts'
import { isPlainWord } from '../reading/plain-words.data.ts'
import { isKnownWord } from '../reading/read.ts'
import { phrasesByWord } from '../texts/concepts.ts'

/** The shortest label that stands for its domain. */
const labelMin = 3

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))
const between = set('and or vs versus than with to - / & ,')
const comparing = set('compare comparing compared vs versus than difference differences better worse which both')
const asking = set('is does did has was')
const verbs = set('have has lack lacks get gets got break breaks broke broken lose lost score scores scored')

/** A piece of a question between blanks. */
interface Piece {
  text: string
  /** Without punctuation around it, in lower case, and without the s of a genitive. */
  bare: string
}

/**
 * A question with the domains that it names by their first label alone written in full: "compare toomany and twospf". A label
 * that is also a word, as in shop.example, counts only where nothing else is meant: beside another domain that it is compared
 * with, or as what a verb or a number is about.
 */
export function namedInFull(text: string, domains: readonly Pick<DomainFacts, 'name'>[]): string {
  const pieces = text.split(' ').map((each): Piece => ({ text: each, bare: bareOf(each) }))
  const wanted = new Set(pieces.map(({ bare }) => bare))
  const labels = labelsOf(domains, wanted)
  if (labels.size === 0) return text
  const names = new Set(domains.map(({ name }) => name))
  const isName = (at: number) => names.has(pieces[at]?.bare ?? '') || labels.has(pieces[at]?.bare ?? '')
  const isCompared = pieces.some(({ bare }) => comparing.has(bare))
  const sure = new Set<string>()
  pieces.forEach(({ bare }, at) => {
    if (!labels.has(bare)) return
    const [before, next] = [pieces[at - 1]?.bare ?? '', pieces[at + 1]?.bare ?? '']
    const isBeside = isCompared && ((between.has(before) && isName(at - 2)) || (between.has(next) && isName(at + 2)))
    const isSubject = asking.has(before) && isSaidOf(next, pieces[at + 2]?.bare ?? '')
    if (!isWord(bare) || isBeside || isSubject || isAlone(pieces, at)) sure.add(bare)
  })
  return pieces.map(({ text: piece, bare }) => (sure.has(bare) ? inFull(piece, bare, labels) : piece)).join(' ')
}

/** "And marketing?", "what about shop?": nothing else is asked. */
function isAlone(pieces: readonly Piece[], at: number): boolean {
  if (at !== pieces.length - 1 || at === 0) return false
  return /^(?:(?:and|or) )?(?:(?:what|how) about |and )?(?:for |at |of |with )?$/.test(
    `${pieces
      .slice(0, at)
      .map(({ bare }) => bare)
      .join(' ')} `,
  )
}

/** "only 83", "has 74", "get better". */
function isSaidOf(next: string, second: string): boolean {
  if (verbs.has(next) || isNumber(next)) return true
  return (next === 'only' || next === 'just' || next === 'at') && (isNumber(second) || verbs.has(second))
}

const isNumber = (word: string) => /^\d{1,40}$/.test(word)

function bareOf(piece: string): string {
  const bare = piece
    .toLowerCase()
    .replace(/^["'(“‘`]{1,3}/, '')
    .replace(/["')”’`?!.,;:]{1,4}$/, '')
    .replace(/['’]s$/, '')
  return bare === '' ? piece : bare
}

function inFull(piece: string, bare: string, labels: ReadonlyMap<string, string>): string {
  const at = piece.toLowerCase().indexOf(bare)
  return `${piece.slice(0, at)}${labels.get(bare) ?? bare}${piece.slice(at + bare.length)}`
}

/** The wanted labels of one domain alone. */
function labelsOf(
  domains: readonly Pick<DomainFacts, 'name'>[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  const several = new Set<string>()
  for (const { name } of domains) {
    const label = name.slice(0, Math.max(0, name.indexOf('.')))
    if (label.length < labelMin || label.startsWith('xn--') || !wanted.has(label)) continue
    if (labels.has(label)) several.add(label)
    labels.set(label, name)
  }
  for (const label of several) labels.delete(label)
  return labels
}

/** Whether it means something beside the domain. */
function isWord(word: string): boolean {
  return isPlainWord(word) || isKnownWord(word) || phrasesByWord.has(word)
}
