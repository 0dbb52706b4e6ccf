import { isNear } from '../near-word.ts'
import { type Concept, concepts, type Form, forms } from './lexicon.data.ts'
import { type NamedService, serviceAt } from './named-services.ts'
import { type Period, periodIn } from './period.ts'
import { isPlaceholderLabel } from './placeholder-names.ts'
import { isPlainWord } from './plain-words.data.ts'
import { type Token, tokensOf, withoutContraction } from './tokens.ts'

export type PolicyWord = 'none' | 'quarantine' | 'reject'

/** A number with what it is compared by. */
export interface NumberRead {
  op: 'below' | 'above' | 'least' | 'most' | 'is'
  value: number
}

/** Words of a question that mean something. */
interface Found {
  concepts: readonly Concept[]
  forms: readonly Form[]
  text: string
}

/** A question, read into what it is about. Nothing of it is shown but names of domains and addresses. */
export interface Reading {
  tokens: readonly Token[]
  /** Its words between blanks, without names and addresses. */
  text: string
  forms: ReadonlySet<Form>
  concepts: ReadonlySet<Concept>
  found: readonly Found[]
  /** Words that are in no list: they could change the answer. */
  unknown: readonly string[]
  names: readonly string[]
  addresses: readonly string[]
  emails: readonly string[]
  tags: readonly { key: string; value: string }[]
  terms: readonly string[]
  ending: '+' | '-' | '~' | '?' | null
  labels: readonly string[]
  services: readonly NamedService[]
  policies: readonly PolicyWord[]
  numbers: readonly NumberRead[]
  period: Period | null
  /** "it", "its": what the question before was about. `others`: all but that. `these`: the list of the answer before. */
  refers: { it: boolean; others: boolean; these: boolean; goesOn: boolean }
}

interface Phrase {
  words: readonly string[]
  concepts: Concept[]
  forms: Form[]
}

/** All phrases by their first word, the longest first. */
const phrases: ReadonlyMap<string, readonly Phrase[]> = phrasesByWord()

function phrasesByWord(): ReadonlyMap<string, readonly Phrase[]> {
  const found = new Map<string, Phrase[]>()
  for (const [kind, table] of [
    ['concepts', concepts],
    ['forms', forms],
  ] as const) {
    for (const [id, texts] of Object.entries(table)) {
      for (const written of texts.split('|')) {
        const words = written.split(' ').flatMap(word => withoutContraction(word, !written.includes(' ')))
        const [first = ''] = words
        const text = words.join(' ')
        const known = (found.get(first) ?? []).find(each => each.words.join(' ') === text)
        const phrase = known ?? { words, concepts: [], forms: [] }
        if (kind === 'concepts') phrase.concepts.push(id as Concept)
        else phrase.forms.push(id as Form)
        if (known === undefined) found.set(first, [...(found.get(first) ?? []), phrase])
      }
    }
  }
  for (const each of found.values()) each.sort((one, other) => other.words.length - one.words.length)
  return found
}

const longWords = [...phrases].flatMap(([word, all]) =>
  word.length >= 6 && all.some(p => p.words.length === 1) ? [word] : [],
)

const policyWords: Readonly<Record<string, PolicyWord>> = {
  reject: 'reject',
  rejects: 'reject',
  rejecting: 'reject',
  quarantine: 'quarantine',
  quarantines: 'quarantine',
  quarantined: 'quarantine',
}

const below: ReadonlySet<string> = new Set([
  'below',
  'under',
  'less',
  'fewer',
  'shorter',
  'lower',
  'smaller',
  'worse',
  'older',
  'weaker',
])
const above: ReadonlySet<string> = new Set([
  'above',
  'over',
  'more',
  'greater',
  'higher',
  'longer',
  'bigger',
  'exceeds',
  'exceed',
  'larger',
])

/** Reads a question of any length and content. @param now ISO 8601, for "since yesterday" */
export function read(text: string, now: string): Reading {
  const tokens = tokensOf(text)
  const words = tokens.map(token =>
    token.kind === 'word' ? token.text : token.kind === 'number' ? String(token.value) : '',
  )
  const taken = new Set<number>()
  const dated = periodIn(tokens, now)
  for (const place of dated?.places ?? []) taken.add(place)
  const found: Found[] = []
  const unknown: string[] = []
  const services: NamedService[] = []
  const policies: PolicyWord[] = []
  const selectors: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '' || taken.has(at) || tokens[at]?.kind === 'number') continue
    const policy = policyWords[word] ?? (isNonePolicy(words, at) ? 'none' : undefined)
    if (policy !== undefined) {
      policies.push(policy)
      continue
    }
    const service = serviceAt(words, at)
    if (service !== null) {
      services.push(service.service)
      for (let next = 0; next < service.length; next += 1) taken.add(at + next)
      at += service.length - 1
      continue
    }
    const phrase = phraseAt(words, at)
    if (phrase !== null && !(phrase.words.length === 1 && phrase.concepts.length === 0 && phrase.forms.length === 0)) {
      found.push({ concepts: phrase.concepts, forms: phrase.forms, text: phrase.words.join(' ') })
      for (let next = 0; next < phrase.words.length; next += 1) taken.add(at + next)
      at += phrase.words.length - 1
      continue
    }
    if (isPlainWord(word) || isPlaceholderLabel(word) || below.has(word) || above.has(word) || periodWords.has(word))
      continue
    if (/^(?:s\d{1,2}|k\d{1,2}|selector\d{1,2}|default)$/.test(word)) {
      selectors.push(word)
      continue
    }
    if (/^tls 1\.\d$/.test(word)) {
      found.push({ concepts: ['version'], forms: [], text: word })
      continue
    }
    if (/^[245]\.\d{1,3}\.\d{1,3}$/.test(word)) continue
    const near = longWords.find(each => word.length >= 6 && isNear(word, each))
    const meant = near === undefined ? null : phraseAt([near], 0)
    if (meant !== null) found.push({ concepts: meant.concepts, forms: meant.forms, text: near ?? '' })
    else unknown.push(word)
  }
  const of = <K extends Token['kind']>(kind: K) =>
    tokens.filter((token): token is Extract<Token, { kind: K }> => token.kind === kind)
  const labels = of('label').map(({ text: label }) => label)
  const ofRecords = labels.flatMap(label => recordLabel(label) ?? [])
  for (const { concept, label } of ofRecords) found.push({ concepts: [concept], forms: [], text: label })
  const tags = of('tag').map(({ key, value }) => ({ key, value }))
  for (const { key, value } of tags) if (key === 'p' || key === 'sp') if (isPolicy(value)) policies.push(value)
  if (tags.some(({ key }) => key === 'sp')) found.push({ concepts: ['subdomain'], forms: [], text: 'sp' })
  const plain = ` ${words.filter(word => word !== '').join(' ')} `
  return {
    tokens,
    text: plain,
    forms: new Set(found.flatMap(each => each.forms)),
    concepts: new Set(found.flatMap(each => each.concepts)),
    found,
    unknown,
    names: [...new Set([...of('name').map(({ text: name }) => name), ...ofRecords.flatMap(({ name }) => name ?? [])])],
    addresses: [...new Set(of('address').map(({ text: address }) => address))],
    emails: [...new Set(of('email').map(({ text: address }) => address))],
    tags,
    terms: of('term').map(({ text: term }) => term),
    ending: of('ending')[0]?.qualifier ?? null,
    labels: [...labels.filter(label => recordLabel(label) === null), ...selectors],
    services: [...new Map(services.map(each => [each.id, each])).values()],
    policies: [...new Set(policies)],
    numbers: numbersIn(tokens, taken),
    period: dated?.period ?? null,
    refers: {
      it: / (?:it|its|that|this|they|them|their|there|that one|this one) /.test(plain),
      others: / (?:others|other ones|other domains|the rest|remaining ones) /.test(plain),
      these: / (?:these|those|of them|which one|which ones|both|of the two|the two) /.test(plain),
      goesOn: /^ (?:and|what about|how about|also|then|or|but) /.test(plain),
    },
  }
}

const beforeNone: ReadonlySet<string> = new Set('is are at on to still p policy dmarc stays remains'.split(' '))

/** "DMARC is none", "the policy is still none": a value. "None of them" is a negation. */
function isNonePolicy(words: readonly string[], at: number): boolean {
  if (words[at] !== 'none' || words[at + 1] === 'of' || !beforeNone.has(words[at - 1] ?? '')) return false
  return words.includes('dmarc') || words.includes('policy') || words[at - 1] === 'p'
}

const labelConcepts = [
  ['_dmarc', 'dmarc'],
  ['_mta-sts', 'mtasts'],
  ['_smtp._tls', 'tlsrpt'],
  ['default._bimi', 'bimi'],
] as const satisfies readonly (readonly [string, Concept])[]

/** A label that says which record is meant: `_dmarc.example.com`. null: it is that of a selector, or another one. */
function recordLabel(label: string): { concept: Concept; name: string | null; label: string } | null {
  const known = labelConcepts.find(([start]) => label === start || label.startsWith(`${start}.`))
  if (known === undefined) return null
  const [start, concept] = known
  const name = label.slice(start.length + 1)
  return { concept, name: name.includes('.') ? name : null, label: start }
}

const periodWords: ReadonlySet<string> = new Set([
  'since',
  'ago',
  'recently',
  'lately',
  'before',
  'after',
  'until',
  'today',
  'within',
  'last',
  'past',
])

export function isPolicy(text: string): text is PolicyWord {
  return text === 'none' || text === 'quarantine' || text === 'reject'
}

/** Whether a word alone means something in a question: a concept, a form, a policy or a service. */
export function isKnownWord(word: string): boolean {
  return phrases.has(word) || word in policyWords || serviceAt([word], 0) !== null
}

function phraseAt(words: readonly string[], at: number): Phrase | null {
  const all = phrases.get(words[at] ?? '') ?? []
  return all.find(({ words: parts }) => parts.every((part, next) => words[at + next] === part)) ?? null
}

/** "More than one": elsewhere "one" is a pronoun. */
const smallNumbers = 'zero one two three four five six seven eight nine ten'.split(' ')

function numbersIn(tokens: readonly Token[], taken: ReadonlySet<number>): readonly NumberRead[] {
  const wordAt = (at: number) => {
    const token = tokens[at]
    return token?.kind === 'word' ? token.text : ''
  }
  return tokens.flatMap((token, at): readonly NumberRead[] => {
    const value =
      token.kind === 'number' ? token.value : wordAt(at - 1) === 'than' ? smallNumbers.indexOf(wordAt(at)) : -1
    if (value < 0 || taken.has(at)) return []
    const [two, one] = [wordAt(at - 2), wordAt(at - 1)]
    const near = one === 'than' ? two : one
    // "Between 50 and 90": both ends count.
    const isRangeEnd = one === 'and' && tokens[at - 2]?.kind === 'number' && wordAt(at - 3) === 'between'
    const isRangeStart = one === 'between' && wordAt(at + 1) === 'and' && tokens[at + 2]?.kind === 'number'
    if (isRangeEnd || isRangeStart) return [{ op: isRangeEnd ? 'most' : 'least', value }]
    const op = below.has(near)
      ? 'below'
      : above.has(near)
        ? 'above'
        : two === 'at' && one === 'least'
          ? 'least'
          : two === 'at' && one === 'most'
            ? 'most'
            : 'is'
    return [{ op, value }]
  })
}
