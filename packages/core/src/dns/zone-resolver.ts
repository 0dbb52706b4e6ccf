import type { Answer, FailureReason, Via } from './answer.ts'
import type { BrokenZone } from './broken-zone.ts'
import { normalName, parentOf } from './name.ts'
import { sortedRecords } from './presentation.ts'
import type { RecordData, RecordType, ResourceRecord } from './record.ts'
import type { Resolver, Signal } from './resolver.ts'

/** The notation of each type in a zone: short for types that tests use often, as data for the others. */
interface ZoneData {
  A: string
  AAAA: string
  CNAME: string
  NS: string
  PTR: string
  MX: readonly [preference: number, exchange: string]
  /** One text, cut into strings of 255 bytes, or the strings themselves. Each character is one byte. */
  TXT: string | readonly string[]
  SPF: string | readonly string[]
  SOA: RecordData['SOA']
  CAA: RecordData['CAA']
  TLSA: RecordData['TLSA']
  DS: RecordData['DS']
  DNSKEY: RecordData['DNSKEY']
  RRSIG: RecordData['RRSIG']
}

/** The records at one name. A name without records (`{}`) exists: it answers no data. */
export type ZoneEntry = { readonly [K in RecordType]?: readonly ZoneData[K][] } & {
  /** Seconds, 300 when absent. */
  readonly ttl?: number
  /** Every query for this name fails this way, or only those of the given types. */
  readonly fail?: FailureReason | { readonly [K in RecordType]?: FailureReason }
  readonly authentic?: 'yes' | 'bogus'
  /** With `bogus`: the zone whose DNSSEC is broken. */
  readonly broken?: BrokenZone
}

/**
 * The whole DNS as a plain object: name to its records. `*.example.com` is a wildcard (RFC 4592). There are no zone
 * cuts.
 *
 * ```ts
 * { 'example.com': { MX: [[10, 'mx1.example.com']], TXT: ['v=spf1 mx -all'] }, 'mx1.example.com': { A: ['192.0.2.1'] } }
 * ```
 */
export type Zone = { readonly [name: string]: ZoneEntry }

export interface ZoneResolver extends Resolver {
  /** Every question asked, in order. */
  readonly calls: readonly { name: string; type: RecordType }[]
}

export interface ZoneResolverOptions {
  /** Milliseconds since 1970, for `askedAt`. */
  now?: () => number
  /** Awaited before each answer: lets a test hold answers back and see what is asked at the same time. */
  wait?: (name: string, type: RecordType) => Promise<void>
}

const longestChain = 16

/**
 * The Resolver port answered by a plain object: the fake for tests, the demo and the screenshots. It tells no data from
 * no such name, knows empty non-terminals and wildcards, follows CNAMEs (loops are `malformed`, as on the wire) and
 * fails where the zone says so. Throws on a zone whose names or data cannot be DNS: that is a mistake in the test.
 */
export function zoneResolver(zone: Zone, options: ZoneResolverOptions = {}): ZoneResolver {
  const { now = Date.now, wait } = options
  const entries = new Map<string, ZoneEntry>()
  const existing = new Set<string>(['.'])
  for (const [written, entry] of Object.entries(zone)) {
    const name = nameOrThrow(written)
    if (entries.has(name)) throw new Error(`two entries for ${name}`)
    entries.set(name, entry)
    for (let at: string | null = name; at !== null && !existing.has(at); at = parentOf(at)) existing.add(at)
  }
  const calls: { name: string; type: RecordType }[] = []

  const entryAt = (name: string): ZoneEntry | null => {
    if (existing.has(name)) return entries.get(name) ?? {}
    // RFC 4592 section 3.3.1: only the wildcard right below the closest encloser can answer.
    let encloser = parentOf(name) ?? '.'
    while (!existing.has(encloser)) encloser = parentOf(encloser) ?? '.'
    return entries.get(encloser === '.' ? '*' : `*.${encloser}`) ?? null
  }

  const answer = <T extends RecordType>(asked: string, type: T): Answer<T> => {
    const via = zoneVia(now())
    let name = asked
    for (let step = 0; step < longestChain; step++) {
      const entry = entryAt(name)
      const ttl = entry?.ttl ?? 300
      via.ttl = Math.min(via.ttl, ttl)
      if (entry === null) {
        return { kind: 'no-such-name', via: { ...via, rcode: 'NXDOMAIN', authentic: weaker(via.authentic, 'no') } }
      }
      const reason = typeof entry.fail === 'string' ? entry.fail : entry.fail?.[type]
      if (reason !== undefined) return { kind: 'failed', reason, via: failedVia(via, reason) }
      if (entry.broken !== undefined) via.broken ??= entry.broken
      via.authentic = step === 0 ? (entry.authentic ?? 'no') : weaker(via.authentic, entry.authentic ?? 'no')
      const target = type === 'CNAME' ? undefined : entry.CNAME?.[0]
      if (target === undefined) {
        const records = recordsOf(name, ttl, type, entry)
        return records.length === 0 ? { kind: 'no-data', via } : { kind: 'records', records, via }
      }
      name = nameOrThrow(target)
      if (name === asked || via.cnames.includes(name)) break
      via.cnames.push(name)
    }
    return { kind: 'failed', reason: 'malformed', via: failedVia(via, 'malformed') }
  }

  return {
    calls,
    async query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>> {
      const asked = nameOrThrow(name)
      calls.push({ name: asked, type })
      await wait?.(asked, type)
      if (signal?.aborted) {
        return { kind: 'failed', reason: 'cancelled', via: failedVia(zoneVia(now()), 'cancelled') }
      }
      return answer(asked, type)
    },
  }
}

function nameOrThrow(text: string): string {
  const name = normalName(text)
  if (name === null) throw new Error(`not a domain name: ${text}`)
  return name
}

/** An answer is vouched for as far as the weakest part of its chain (RFC 4035 section 3.2.3). */
function weaker(one: Via['authentic'], other: Via['authentic']): Via['authentic'] {
  if (one === 'bogus' || other === 'bogus') return 'bogus'
  return one === 'yes' ? other : one
}

function zoneVia(askedAt: number): Via & { cnames: string[] } {
  return {
    server: 'zone',
    authoritative: false,
    rcode: 'NOERROR',
    ede: [],
    authentic: 'no',
    cnames: [],
    ttl: Number.POSITIVE_INFINITY,
    ms: 0,
    askedAt,
    cached: false,
  }
}

function failedVia(via: Via, reason: FailureReason): Via {
  const rcodes: { readonly [K in FailureReason]?: string } = { servfail: 'SERVFAIL', refused: 'REFUSED' }
  const reached = reason !== 'timeout' && reason !== 'unreachable' && reason !== 'cancelled' && reason !== 'over-budget'
  return { ...via, server: reached ? via.server : null, rcode: rcodes[reason] ?? null, ttl: 0 }
}

function recordsOf<T extends RecordType>(name: string, ttl: number, type: T, entry: ZoneEntry): ResourceRecord<T>[] {
  const written: readonly ZoneData[RecordType][] = entry[type] ?? []
  const records = written.map(data => ({ type, name, ttl, ...dataOf(type, data) }) as ResourceRecord<T>)
  return sortedRecords(records)
}

function dataOf(type: RecordType, data: ZoneData[RecordType]): RecordData[RecordType] {
  if (typeof data === 'string') {
    if (type === 'A' || type === 'AAAA') return { address: data }
    if (type === 'TXT' || type === 'SPF') return { strings: octetStrings([data]) }
    return { target: nameOrThrow(data) }
  }
  if (isList(data)) {
    const [first, second] = data
    if (type === 'MX') return { preference: Number(first), exchange: nameOrThrow(String(second)) }
    return { strings: octetStrings(data.map(String)) }
  }
  return data
}

function isList(data: ZoneData[RecordType]): data is readonly (string | number)[] & ZoneData[RecordType] {
  return Array.isArray(data)
}

function octetStrings(texts: readonly string[]): string[] {
  return texts.flatMap(text => {
    if (/[^\0-\xff]/.test(text)) throw new Error('TXT strings hold bytes: write text as octetsOfText(text)')
    return text.match(/[^]{1,255}/g) ?? ['']
  })
}

/** Joins zones; for a name in several of them, the entry of the last zone counts. Nothing can be added to the whole. */
export function zonesOf(...zones: readonly Zone[]): Zone {
  return Object.freeze(Object.assign({}, ...zones) as Zone)
}
