import { type BeyondId, beyond, type PlaceId, places } from '../places.data.ts'
import type { Concept } from '../reading/lexicon.data.ts'
import { isPlainWord } from '../reading/plain-words.data.ts'
import type { Reading } from '../reading/read.ts'

/** A place, or what is beyond the product, that a question names. */
export type Named = { kind: 'place'; id: PlaceId } | { kind: 'beyond'; id: BeyondId }

interface Found {
  named: Named
  /** The number of words that are left beside it. */
  left: number
}

/** Words of people who ask where a thing is done, or want it done. */
const asking: ReadonlySet<string> = new Set(
  'how do does can could would where is it possible to way please want wish need set up show find see open button page menu which what change new'.split(
    ' ',
  ),
)

const phrases: readonly { phrase: string; named: Named }[] = [
  ...Object.entries(places).flatMap(([id, place]) =>
    place.phrases.map(phrase => ({ phrase, named: { kind: 'place' as const, id: id as PlaceId } })),
  ),
  ...Object.entries(beyond).flatMap(([id, { phrases: all }]) =>
    all.map(phrase => ({ phrase, named: { kind: 'beyond' as const, id: id as BeyondId } })),
  ),
].toSorted((one, other) => other.phrase.length - one.phrase.length)

/** The thing that a question asks where it is done, by its longest phrase; null: none. `isWhole`: no other word is left. */
export function placeOf({ text }: Pick<Reading, 'text'>): { named: Named; isWhole: boolean } | null {
  let best: Found | null = null
  for (const { phrase, named } of phrases) {
    if (!text.includes(` ${phrase} `)) continue
    const rest = text.replace(` ${phrase} `, ' ').trim().split(' ')
    const left = rest.filter(word => word !== '' && !asking.has(word) && !isPlainWord(word)).length
    if (best === null || left < best.left) best = { named, left }
  }
  return best === null ? null : { named: best.named, isWhole: best.left === 0 }
}

/** Where the subject of a question is set: the first that the question is about. */
const placeOfConcept: readonly (readonly [Concept, PlaceId])[] = [
  ['flatten', 'flatten'],
  ['apikey', 'create-key'],
  ['channel', 'alert-webhook'],
  ['alert', 'alert-types'],
  ['triggers', 'alert-types'],
  ['monitor', 'monitoring'],
  ['schedule', 'schedule'],
  ['tag', 'tags'],
  ['decision', 'decision'],
  ['member', 'invite'],
  ['plan', 'upgrade'],
  ['watchedaddress', 'addresses'],
  ['branding', 'branding'],
  ['dmarc', 'dmarc-builder'],
  ['rua', 'dmarc-builder'],
  ['spf', 'spf-builder'],
]

/** "Where is that setting?", "where do I change it?": what is asked is where the subject of the conversation is set. */
export function placeOfSubject({ concepts, forms, text, unknown }: Reading): Named | null {
  if (!forms.has('where') || unknown.length > 0) return null
  if (!/ (?:settings?|options?|set|change|configure|switch|turn|adjust|edit) /.test(text)) return null
  const found = placeOfConcept.find(([concept]) => concepts.has(concept))?.[1]
  if (found !== undefined) return { kind: 'place', id: found }
  const isOften = forms.has('howoften') || concepts.has('freq')
  return isOften && concepts.has('scan') ? { kind: 'place', id: 'schedule' } : null
}
