import type { DnsRecordToPublish } from '../check/index.ts'
import type { PublishedRecord } from './facts.ts'
import { isHarmlessCode, type KnownTexts, knownTexts, textsIn } from './known-texts.ts'
import { type Found, hostRecords, hostsInProse, termsIn } from './record-hosts.ts'
import { isSpf, recordKey } from './record-keys.ts'
import { fitsName, nameBefore } from './record-names.ts'
import { isBareVersion, textRecords } from './record-texts.ts'

/**
 * Where a record in a text comes from: our own code, DNS, or the author of the text. `quoted`: our texts have it, but not as
 * a record to publish, or it is only the version of a record.
 */
export type RecordSource = 'engine' | 'published' | 'quoted' | 'unchecked'

/** A DNS record in a text, or a part of one that is unchecked. */
export interface RecordInText extends Found {
  source: RecordSource
  /** The owner name that our data has for a record of the source `engine` or `published`; else null. */
  name: string | null
  /** Of the source `published`: when a scan saw it. */
  when: string | null
}

/** The records that a text may have without a warning. */
export interface KnownRecords {
  /** What our own code made (`recordsMade`). */
  made: readonly DnsRecordToPublish[]
  /** What scans saw in DNS. */
  published: readonly (DnsRecordToPublish & Partial<Pick<PublishedRecord, 'when'>>)[]
  /** The texts that the author of the answer had, such as advice, names and descriptions (`textsIn`). */
  texts: readonly string[]
}

/** Judges the records of an answer. */
export interface RecordFinder {
  /** The records in a text, in order. */
  records: (text: string) => readonly RecordInText[]
  /** Whether code without its records says nothing that could be published: our texts have it, or it is only a term. */
  isHarmless: (code: string) => boolean
}

/** Longer texts are cut here. */
const textMax = 100_000

/**
 * Finds the DNS records in an answer of a language model, and where each comes from. Two records are the same if they parse
 * to the same terms or tags, whatever spaces and order they are written with. A name that is written directly before a
 * record must fit the name that ours is for. Accepts any text.
 */
export function recordFinder({ made, published, texts }: KnownRecords): RecordFinder {
  const engine = byKey(made)
  const dns = byKey(published)
  // Of several scans the first one is the one that was asked about.
  const seen = new Map(
    published.toReversed().map(({ type, name, value, when }) => [`${name} ${recordKey(type, value)}`, when]),
  )
  // A published record can have another one in it, as in `v=DMARC1; p=reject; note=publish v=spf1 +all`. It is known as a whole
  // (`dns`); of its parts, only those in front of another record.
  const known = knownTexts([
    ...texts,
    ...made.flatMap(({ name, value }) => [name, value]),
    ...published.flatMap(({ name, type, value }) => [name, type === 'TXT' ? firstRecord(value) : value]),
  ])
  const judged = (each: Found, text: string): RecordInText => {
    const key = recordKey(each.type, each.text)
    const before = nameBefore(text, each.start)
    for (const [source, names] of [
      ['engine', engine.get(key)],
      ['published', dns.get(key)],
    ] as const) {
      const name = names?.find(own => own === before) ?? names?.find(own => fitsName(own, before)) ?? null
      if (name === null) continue
      return { ...each, source, name, when: source === 'published' ? (seen.get(`${name} ${key}`) ?? null) : null }
    }
    const isOurs = engine.has(key) || dns.has(key)
    return {
      ...each,
      source: !isOurs && isQuoted(each, text.slice(each.start, each.end), before, known) ? 'quoted' : 'unchecked',
      name: null,
      when: null,
    }
  }
  return {
    records: answer => {
      const text = answer.slice(0, textMax)
      const whole = inOrder([...textRecords(text), ...hostRecords(text)])
      const terms = inOrder(termsIn(text))
      const hosts = outside(terms, inOrder(hostsInProse(text)))
      const parts = outside(whole, inOrder([...terms, ...hosts])).filter(each => !isPartKnown(each, known))
      return [
        ...whole.map(each => judged(each, text)),
        ...parts.map(each => ({ ...each, source: 'unchecked', name: null, when: null }) as const),
      ].toSorted((one, other) => one.start - other.start)
    },
    isHarmless: code => isHarmlessCode(code, known),
  }
}

/** The records in a text (`recordFinder`). */
export function recordsIn(answer: string, known: KnownRecords): readonly RecordInText[] {
  return recordFinder(known).records(answer)
}

/** Whether a text has anything that reads like a record, or like a part of one. */
export function hasRecord(text: string): boolean {
  return [textRecords, hostRecords, termsIn].some(find => find(text).length > 0)
}

/**
 * Every text in a value of plain data, without the records in it. Our words about a scan can quote a record of the zone, which
 * is none to publish; what our code makes is known by itself (`recordsMade`). Terms in a sentence stay.
 */
export function textsBesideRecords(value: unknown): readonly string[] {
  return textsIn(value).flatMap(text => {
    const quoted = [...textRecords(text).filter(each => !isBareVersion(each.text)), ...hostRecords(text)]
    const rest: string[] = []
    let from = 0
    for (const { start, end } of inOrder(quoted)) {
      if (start > from) rest.push(text.slice(from, start))
      from = Math.max(from, end)
    }
    return [...rest, text.slice(from)]
  })
}

/** A published text up to a second record in it. */
function firstRecord(value: string): string {
  const [own, ...others] = [...value.matchAll(versionInText)].map(({ index }) => index)
  if (own === undefined) return value
  const next = own > 0 ? own : others[0]
  return next === undefined ? value : value.slice(0, next)
}

const versionInText = /v ?= ?(?:spf1|dmarc1|dkim1|stsv1|tlsrptv1|bimi1)/gi

/** The owner names of the same record. */
function byKey(
  records: readonly { type: string; name: string; value: string }[],
): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>()
  for (const { type, name, value } of records) {
    const key = recordKey(type, value)
    const same = names.get(key)
    if (same === undefined) names.set(key, [name])
    else same.push(name)
  }
  return names
}

/** The data of these types is one name or address, which our texts can have in any sentence. */
const oneValue: ReadonlySet<Found['type']> = new Set(['A', 'AAAA', 'CNAME', 'NS', 'PTR'])

function isQuoted({ type, text }: Found, whole: string, before: string | null, known: KnownTexts): boolean {
  if (type === 'TXT') return isBareVersion(text) || (isSpf(text) ? known.has(text) : known.hasExactly(text))
  return known.has(whole) || (known.has(text) && (before === null || !oneValue.has(type)))
}

/** The end of an address may be a size of reports, and several addresses are separated by commas. */
function isPartKnown({ type, text }: Found, known: KnownTexts): boolean {
  if (/^p=/i.test(text)) return known.hasExactly(text.slice(2))
  if (known.has(text)) return true
  const value = type === 'host' ? text : text.replace(/^[^:=]*[:=]/, '')
  return value.split(',').every(each => known.has(each.replace(/^mailto:/i, '').replace(/!\d{1,9}[kmgt]?$/i, '')))
}

function inOrder(found: readonly Found[]): readonly Found[] {
  return found.toSorted((one, other) => one.start - other.start)
}

/** Those that overlap none of the records. Both are in order. */
function outside(records: readonly Found[], parts: readonly Found[]): readonly Found[] {
  let next = 0
  let end = 0
  return parts.filter(part => {
    for (; (records[next]?.start ?? Number.POSITIVE_INFINITY) < part.end; next += 1) {
      end = Math.max(end, records[next]?.end ?? 0)
    }
    return part.start >= end
  })
}
