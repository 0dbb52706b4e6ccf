import { dkimRows } from '../../dkim/index.ts'
import type { ScanFacts } from '../facts.ts'
import type { KeyDetails } from '../scan-details.ts'
import { type Attribute, known, unknown, type Value, type ValueRead } from './attribute.ts'

const ofKeys =
  (read: (keys: readonly KeyDetails[]) => Value) =>
  (scan: ScanFacts): ValueRead => {
    const { keys } = scan.details
    if (keys.length > 0) return known(read(keys))
    const ids = new Set(scan.findings.map(({ id }) => id))
    if (ids.has('dkim_not_found_sure') || ids.has('dkim_revoked_only') || scan.isNonMail === true)
      return known(read([]))
    if (ids.has('dkim_not_found_unguessable'))
      return unknown('its selectors cannot be guessed; the header of a message or a selector that you add shows them')
    if (scan.findings.some(({ id, title }) => id === 'dkim_not_found_unsure' && title !== dkimRows[id].title))
      return unknown('a wildcard answers every selector, so no scan can see which one signs')
    return unknown(scan.sections.dkim.reason ?? 'no key is at a known selector, and others cannot be guessed')
  }

const working = ({ state }: KeyDetails) => state !== 'revoked' && state !== 'broken'
const bitsOf = ({ type, bits }: KeyDetails) => (type?.toLowerCase().includes('ed25519') === true ? null : bits)

export const dkimAttributes = [
  {
    id: 'dkim-keys',
    name: 'DKIM keys',
    none: 'no DKIM key that works',
    asks: ['dkim', 'dkim signed', 'signed', 'key', 'dkim key'],
    also: 'record exist txt secure dns key broken issue send signed domain',
    takes: ['services', 'labels'],
    term: 'dkim',
    record: 'dkim',
    read: ofKeys(keys => keys.filter(working).map(keyWords)),
    meets: (value, { services: [service], labels }) => {
      if (!Array.isArray(value) || (service === undefined && labels.length === 0)) return null
      return value.some(key =>
        service === undefined
          ? labels.some(label => String(key).startsWith(`${label.split('.')[0]}`))
          : String(key).includes(`(${service.name})`),
      )
    },
  },
  {
    id: 'dkim-selectors',
    name: 'DKIM selectors',
    none: 'no DKIM selector with a key',
    asks: [
      'selector',
      'dkim selector',
      'howmany dkim',
      'howmany key',
      'howmany selector',
      'labels hosts',
      'labels selector',
      'labels',
    ],
    also: 'dkim key record exist hosts',
    takes: ['services', 'labels', 'words'],
    term: null,
    read: ofKeys(keys => keys.map(({ selector }) => selector)),
    meets: (value, { text, services, labels }) => {
      const wanted = [
        ...(/ (?:selector|selectors) (?:named |called |with the name )?(\S+) /.exec(text)?.slice(1) ?? []),
        ...(/ (selector\d|s\d|k\d) /.exec(text)?.slice(1) ?? []),
        ...services.map(({ id }) => id.split('-')[0] ?? ''),
        ...labels.map(label => label.split('.')[0] ?? ''),
      ].filter(each => each !== '' && !/^(?:does|do|has|have|is|are|of|for)$/.test(each))
      return wanted.length === 0 ? null : Array.isArray(value) && value.some(each => wanted.includes(String(each)))
    },
  },
  {
    id: 'dkim-length',
    name: 'DKIM key length',
    none: 'no DKIM key with a length',
    asks: ['length', 'howlong dkim', 'howlong key', 'howlong dkim key', 'length key', 'length dkim', 'length dkim key'],
    also: 'key dkim selector record exist secure domain signed length',
    takes: ['numbers', 'labels'],
    term: 'dkim',
    read: ofKeys(keys => keys.filter(key => bitsOf(key) !== null).map(keyWords)),
    meets: (value, { numbers }) => {
      const wanted = numbers.filter(each => each.value >= 256)
      if (wanted.length === 0) return null
      const bits = (Array.isArray(value) ? value : []).map(each =>
        Number(/\b(\d{1,6}) bits/.exec(String(each))?.[1] ?? 0),
      )
      return wanted.every(each => bits.some(one => isWithin(one, each)))
    },
  },
  {
    id: 'dkim-type',
    name: 'type of the DKIM keys',
    asks: ['keytype', 'dkim keytype', 'keytype key', 'keytype length', 'dkim keytype length', 'keytype selector'],
    also: 'key dkim selector record exist length',
    takes: ['labels'],
    term: null,
    read: ofKeys(keys => keys.filter(({ type }) => type !== null).map(keyWords)),
    saysCondition: ({ text }) => / (ed25519|rsa) /.exec(text)?.[1] ?? null,
    meets: (value, { text }) => {
      const wanted = / ed25519 /.test(text) ? 'Ed25519' : / rsa /.test(text) ? 'RSA' : null
      return wanted === null ? null : Array.isArray(value) && value.some(each => String(each).includes(`: ${wanted}`))
    },
  },
  {
    id: 'dkim-revoked',
    name: 'revoked DKIM keys',
    asks: ['revoked', 'dkim revoked'],
    also: 'key dkim selector record exist',
    term: null,
    read: ofKeys(keys => keys.filter(({ state }) => state === 'revoked').map(({ host }) => host)),
  },
] as const satisfies readonly Attribute[]

function keyWords(key: KeyDetails): string {
  const { selector, type, state, provider } = key
  const bits = bitsOf(key)
  const size = bits === null ? '' : `, ${bits} bits`
  const weak = state === 'weak' ? ' (weak: receivers ignore keys below 1024 bits, and 2048 is usual)' : ''
  const of = provider === null ? '' : ` (${provider})`
  return `${selector}${of}: ${typeWords(type)}${size}${weak}`
}

function typeWords(type: string | null): string {
  return type?.toLowerCase() === 'ed25519' ? 'Ed25519' : (type ?? 'unknown').toUpperCase()
}

export function isWithin(value: number, { op, value: bound }: { op: string; value: number }): boolean {
  if (op === 'below') return value < bound
  if (op === 'above') return value > bound
  if (op === 'least') return value >= bound
  return op === 'most' ? value <= bound : value === bound
}
