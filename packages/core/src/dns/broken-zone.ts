import type { Answer, ExtendedError, Via } from './answer.ts'
import { isSubdomain, labels } from './name.ts'
import { displayText } from './presentation.ts'
import type { RecordData } from './record.ts'

/** A zone whose answers validating resolvers refuse (RFC 4035 section 5.5), and why. */
export interface BrokenZone {
  zone: string
  /** False: the zone as such validates, and only some of its records do not. */
  whole: boolean
  fault: DnssecFault
  /** Only the name is known that was refused, not the zone it belongs to: `zone` is that name. */
  guessed?: boolean
}

export type DnssecFaultCode =
  | 'expired' // the signatures have expired
  | 'not-yet-valid' // the signatures begin in the future
  | 'no-keys' // a DS record at the parent, and a zone without keys
  | 'ds-without-key' // the key tags of the DS records are those of no key
  | 'ds-algorithm' // a DS record names another algorithm than the key with its tag has
  | 'ds-digest' // a DS record has the tag and algorithm of a key, and another digest
  | 'key-unusable' // the key that the DS record names is no zone key, or is revoked
  | 'algorithm-unknown' // resolvers do not support the algorithm
  | 'digest-unknown' // resolvers do not support the digest of the DS record
  | 'signatures-missing'
  | 'proof-missing' // the proof (NSEC, NSEC3) that a record does not exist is missing
  | 'signatures-wrong' // none of the above: the signatures do not fit the records
  | 'unknown'

/** Why validation fails, as data. All but `code` are absent where they are not known or mean nothing. */
export interface DnssecFault {
  code: DnssecFaultCode
  /** When the signatures expired or begin: a date, `2026-11-01`. */
  date?: string
  /** The key tags in the DS records at the parent, and those of the zone's keys (RFC 4034 appendix B). */
  ds?: readonly number[]
  keys?: readonly number[]
  /** With `ds-algorithm`: the algorithm of the DS record, and that of the key (RFC 8624). */
  algorithms?: readonly [ds: number, key: number]
  /** The resolver's own words, printable; only with `unknown`. */
  text?: string
}

/** Extended errors about DNSSEC (RFC 8914 section 4), specific ones before the general "bogus". */
const codesOfErrors: ReadonlyMap<number, DnssecFaultCode> = new Map([
  [7, 'expired'],
  [8, 'not-yet-valid'],
  [9, 'ds-without-key'],
  [10, 'signatures-missing'],
  [11, 'key-unusable'],
  [12, 'proof-missing'],
  [1, 'algorithm-unknown'],
  [2, 'digest-unknown'],
  [6, 'signatures-wrong'],
])

/** What a resolver says of a failed validation. Its own text only where it sent no known code. */
export function faultOfErrors(errors: readonly ExtendedError[]): DnssecFault {
  for (const [number, code] of codesOfErrors) if (errors.some(error => error.code === number)) return { code }
  const text = errors.find(error => error.text !== '')?.text
  return text === undefined ? { code: 'unknown' } : { code: 'unknown', text: displayText(text, 200) }
}

/** The zone whose DNSSEC is broken, of an answer that was obtained with CD=1 only; null for any other answer. */
export function brokenZoneOf(name: string, via: Via): BrokenZone | null {
  if (via.authentic !== 'bogus') return null
  return via.broken ?? { zone: via.cnames.at(-1) ?? name, whole: true, fault: faultOfErrors(via.ede), guessed: true }
}

/** Whether validating resolvers refuse every answer of `domain` for this reason: its own zone is broken, or one above. */
export function breaksAllOf(domain: string, { zone, whole, guessed }: BrokenZone): boolean {
  // Of a name at or below the domain, the domain's own zone is the likely one.
  return guessed ? isSubdomain(zone, domain) : whole && isSubdomain(domain, zone)
}

/**
 * The zone that keeps validating resolvers from every record of these answers about one host; null while one of them
 * leads there, or could not be asked.
 */
export function brokenZoneOfHost(name: string, answers: readonly Answer[]): BrokenZone | null {
  if (answers.some(({ kind }) => kind === 'failed')) return null
  const found = answers.filter(({ kind }) => kind === 'records')
  if (found.some(({ via }) => via.authentic !== 'bogus')) return null
  const [first] = found.flatMap(({ via }) => brokenZoneOf(name, via) ?? [])
  return first ?? null
}

/**
 * What depends on broken zones, by zone: one zone is one cause, however much depends on it. Names whose zone could not be
 * found count as one when their last two labels are equal: failed lookups must not make more causes.
 */
export function byBrokenZone<T>(
  items: readonly T[],
  brokenOf: (item: T) => BrokenZone | undefined,
): { broken: BrokenZone; items: readonly [T, ...T[]] }[] {
  const zones = new Map<string, { broken: BrokenZone; items: [T, ...T[]] }>()
  for (const item of items) {
    const broken = brokenOf(item)
    if (broken === undefined) continue
    const key = broken.guessed ? labels(broken.zone).slice(-2).join('.') : broken.zone
    const known = zones.get(key)
    if (known === undefined) zones.set(key, { broken, items: [item] })
    else {
      known.items.push(item)
      if (known.broken.guessed && !broken.guessed) known.broken = broken
    }
  }
  return [...zones.values()]
}

/** The key tag of a key (RFC 4034 appendix B). */
export function keyTag({ flags, protocol, algorithm, key }: RecordData['DNSKEY']): number {
  const octets = [flags >> 8, flags & 0xff, protocol, algorithm]
  for (let at = 0; at + 1 < key.length; at += 2) octets.push(Number.parseInt(key.slice(at, at + 2), 16))
  // RSA/MD5 (RFC 4034 appendix B.1) takes the tag from the end of the modulus.
  if (algorithm === 1) return ((octets.at(-3) ?? 0) << 8) | (octets.at(-2) ?? 0)
  let sum = 0
  for (const [at, octet] of octets.entries()) sum += at % 2 === 0 ? octet << 8 : octet
  return (sum + (sum >> 16)) & 0xffff
}

/** What the parent and the zone publish for DNSSEC. null: it could not be asked. */
export interface PublishedDnssec {
  ds: readonly RecordData['DS'][] | null
  keys: readonly RecordData['DNSKEY'][] | null
  /** The signatures at the name of the records that were refused, and the numbers of their types. */
  signatures: readonly RecordData['RRSIG'][] | null
  types: readonly number[]
  /** What the resolver says of it. */
  errors: readonly ExtendedError[]
  /** Whether a DS record has the digest of a key with its tag and algorithm; null: a digest of an unknown kind. */
  fits: (ds: RecordData['DS'], key: RecordData['DNSKEY']) => boolean | null
  /** Seconds since 1970. */
  now: number
}

const zoneKey = 0x0100
const revoked = 0x0080

/**
 * Why validation fails. What the parent and the zone publish proves a DS record without a key; a resolver's word decides
 * between the faults of signatures, and where it gives none, their dates.
 */
export function dnssecFault({ ds, keys, signatures, types, errors, fits, now }: PublishedDnssec): DnssecFault {
  const chain = ds === null || keys === null || ds.length === 0 ? null : faultOfChain(ds, keys, fits)
  if (chain !== null) return chain
  const said = faultOfErrors(errors)
  const own = types.map(type => signatures?.filter(({ covers }) => covers === type) ?? null)
  const dated = faultOfDates(own, now)
  if (dated !== null && (said.code === dated.code || !isSpecific(said.code))) return dated
  if (isSpecific(said.code)) return said
  if (own.some(each => each?.length === 0)) return { code: 'signatures-missing' }
  // Where the DS record has its key, the resolver's word for that is wrong.
  const hasKey = said.code === 'ds-without-key' && ds !== null && keys !== null && ds.length > 0
  return hasKey ? { code: 'signatures-wrong' } : said
}

function isSpecific(code: DnssecFaultCode): boolean {
  return code !== 'unknown' && code !== 'signatures-wrong' && code !== 'ds-without-key'
}

/** RFC 4035 section 5.2: one DS record that a zone key fits is enough. */
function faultOfChain(
  ds: readonly RecordData['DS'][],
  keys: readonly RecordData['DNSKEY'][],
  fits: PublishedDnssec['fits'],
): DnssecFault | null {
  const tagged = keys.map(key => ({ key, tag: keyTag(key) }))
  const tags = { ds: unique(ds.map(record => record.keyTag)), keys: unique(tagged.map(({ tag }) => tag)) }
  if (keys.length === 0) return { code: 'no-keys', ds: tags.ds }
  const sameTag = ds.flatMap(record =>
    tagged.flatMap(({ key, tag }) => (tag === record.keyTag ? [{ record, key }] : [])),
  )
  const [first] = sameTag
  if (first === undefined) return { code: 'ds-without-key', ...tags }
  const sameAlgorithm = sameTag.filter(({ record, key }) => record.algorithm === key.algorithm)
  if (sameAlgorithm.length === 0) {
    const { record, key } = first
    return { code: 'ds-algorithm', ds: [record.keyTag], algorithms: [record.algorithm, key.algorithm] }
  }
  const fitting = sameAlgorithm.filter(({ record, key }) => fits(record, key) !== false)
  if (fitting.length === 0) return { code: 'ds-digest', ds: unique(sameAlgorithm.map(({ record }) => record.keyTag)) }
  const usable = fitting.some(({ key }) => (key.flags & zoneKey) !== 0 && (key.flags & revoked) === 0)
  return usable ? null : { code: 'key-unusable', ds: unique(fitting.map(({ record }) => record.keyTag)) }
}

/** All signatures of one type of records have expired, or none of them is valid yet. */
function faultOfDates(byType: readonly (readonly RecordData['RRSIG'][] | null)[], now: number): DnssecFault | null {
  for (const own of byType) {
    if (own === null || own.length === 0) continue
    const last = Math.max(...own.map(({ expiration }) => expiration))
    if (last < now) return { code: 'expired', date: dateOf(last) }
    const begin = Math.min(...own.map(({ inception }) => inception))
    if (begin > now) return { code: 'not-yet-valid', date: dateOf(begin) }
  }
  return null
}

function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}

function unique(numbers: readonly number[]): number[] {
  return [...new Set(numbers)]
}
