import { type Answer, andWords, paragraph } from '../answer.ts'
import type { DomainFacts } from '../facts.ts'

/** Which of the user's domains a question is about: those with a tag, or all but some. */
export interface Narrowed {
  /** The question without the words that choose. */
  rest: string
  /** The tag that they have, or do not have; null: no tag is named. */
  tag: { text: string; isWithout: boolean } | null
  /** The domains that are left out. */
  without: readonly string[]
}

type Row = Pick<DomainFacts, 'name' | 'tags'>

/** The most tags and names that are looked for in one question. */
const tagsMax = 200

const except =
  /(?:^|\s)(?:except(?:ing)?(?: for)?|exept|execpt|besides|apart from|aside from|other than|excluding|leaving out|not counting|all but|but not)\s{1,9}/i
const between = /^(?:and|or|,|&|nor)$/i
/** After these the names that follow are left out; elsewhere they are what the question is about. */
const edges = /^[("'“‘]{1,3}|[)"'”’?!.,;:]{1,4}$/g

/**
 * Reads which domains a question takes or leaves out: "the ones tagged client", "all except parked.example". A tag counts
 * only where one of the domains has it.
 *
 * @returns null: the question chooses no domains by these words
 */
export function narrowedIn(text: string, domains: readonly Row[]): Narrowed | null {
  const out = withoutIn(text, domains)
  const { rest, without } = out ?? { rest: text, without: [] }
  const tagged = taggedIn(rest, domains)
  if (tagged === null) return out
  return { rest: tagged.rest, tag: { text: tagged.tag, isWithout: tagged.isWithout }, without }
}

function withoutIn(text: string, domains: readonly Row[]): Narrowed | null {
  const found = except.exec(text)
  if (found === null) return null
  const before = text.slice(0, found.index)
  const pieces = text.slice(found.index + found[0].length).split(/\s+/)
  const without: string[] = []
  let used = 0
  for (const piece of pieces) {
    const bare = piece.replaceAll(edges, '').toLowerCase()
    const name = domains.find(each => each.name === bare || each.name.startsWith(`${bare}.`))?.name
    if (bare !== '' && name !== undefined) without.push(name)
    else if (!between.test(piece) || without.length === 0) break
    used += 1
  }
  if (without.length === 0) return null
  const kept = /^all but\s/i.test(found[0].trimStart()) ? `${before} all domains` : before
  return { rest: `${kept} ${pieces.slice(used).join(' ')}`.trim(), tag: null, without }
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))
const marked = set('tagged labelled labeled')
const marks = set('tag label')
const plural = set('ones domains')
const whose = set('the our my all only')
const linking = set('the a are is with having have carry carrying in under')
const whole = set('all everything everyone every domains ones any')
const negating = set('not without except excluding excl besides')

interface Piece {
  text: string
  bare: string
}

/** The words that choose by a tag: from, to, and whether they leave out what has it. */
interface Chosen {
  from: number
  to: number
  isWithout: boolean
}

function taggedIn(text: string, domains: readonly Row[]): { rest: string; tag: string; isWithout: boolean } | null {
  const pieces = text
    .split(/\s+/)
    .filter(piece => piece !== '')
    .map((piece): Piece => ({ text: piece, bare: piece.replaceAll(edges, '').toLowerCase() }))
  const known = [...new Set(domains.flatMap(({ tags }) => tags))]
    .toSorted((one, other) => other.length - one.length)
    .slice(0, tagsMax)
  for (const tag of known) {
    const words = tag.toLowerCase().split(/\s+/)
    for (let at = 0; at + words.length <= pieces.length; at += 1) {
      const chosen = words.every((word, next) => isWordOf(pieces[at + next], word, next === words.length - 1))
        ? chosenAt(pieces, at, at + words.length)
        : null
      if (chosen === null) continue
      const rest = [...pieces.slice(0, chosen.from), ...pieces.slice(chosen.to)]
      return { rest: rest.map(piece => piece.text).join(' '), tag, isWithout: chosen.isWithout }
    }
  }
  return null
}

function isWordOf(piece: Piece | undefined, word: string, isLast: boolean): boolean {
  return piece?.bare === word || (isLast && piece?.bare === `${word}-tagged`)
}

/** "tagged client", "with the client tag", "the client ones": the words around a tag that is meant. */
function chosenAt(pieces: readonly Piece[], start: number, end: number): Chosen | null {
  const word = (at: number) => pieces[at]?.bare ?? ''
  let [from, to] = [start, end]
  const isHyphened = word(end - 1).endsWith('-tagged')
  if (marked.has(word(from - 1))) from -= 1
  else if ((word(from - 1) === 'as' || word(from - 1) === 'with') && marked.has(word(from - 2))) from -= 2
  else if (marks.has(word(from - 1))) from -= 1
  else if (marks.has(word(to)) || marked.has(word(to)) || isHyphened) to += isHyphened ? 0 : 1
  else if (plural.has(word(to)) && whose.has(word(from - 1))) from -= 1
  else return null
  if (plural.has(word(to))) to += 1
  while (linking.has(word(from - 1))) from -= 1
  if ((word(from - 1) === 'that' || word(from - 1) === 'which') && from > 1) from -= 1
  const before = plural.has(word(from - 1)) || word(from - 1) === 'those' ? from - 1 : from
  const first = whose.has(word(before - 1)) && before < from ? before - 1 : before
  const isBut = word(first - 1) === 'but' && whole.has(word(first - 2))
  const isLeftOut =
    isBut || negating.has(word(first - 1)) || (word(first - 1) === 'for' && word(first - 2) === 'except')
  if (!isLeftOut) return { from, to, isWithout: false }
  return {
    from: word(first - 1) === 'for' ? first - 2 : word(first - 2) === 'but' ? first - 2 : first - 1,
    to,
    isWithout: true,
  }
}

/** The domains that a question is about, of those it could be. */
export function domainsNarrowed<T extends Row>(
  domains: readonly T[],
  { tag, without }: Omit<Narrowed, 'rest'>,
): readonly T[] {
  return domains.filter(({ name, tags }) => {
    if (without.includes(name)) return false
    return tag === null || tags.some(each => each.toLowerCase() === tag.text.toLowerCase()) !== tag.isWithout
  })
}

/** Which domains the answer is about, as it was understood. */
export function narrowedWords({ tag, without }: Narrowed): Answer {
  const tagged = tag === null ? '' : `Only the domains ${tag.isWithout ? 'without' : 'with'} the tag “${tag.text}”.`
  const left = without.length === 0 ? '' : `Left out: ${andWords(without)}.`
  return paragraph(`${tagged} ${left}`.trim())
}
