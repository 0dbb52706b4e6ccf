import { isSubdomain, labelOf, labels, normalName } from '@waxseal/core/dns'
import { encodeName } from '@waxseal/scanner/dns'
import { Journal, type Step } from './journal.ts'
import { addressData, type RecordSet, recordSet, soaData, TYPE, textData } from './record-set.ts'

/** What a zone needs beside its hosted records. */
export interface ZoneOptions {
  /** The apex, such as `waxseal.email`. */
  name: string
  /** Its name servers, the primary one first. A host inside the zone needs its addresses, another one has none here. */
  nameservers: readonly { host: string; addresses: readonly string[] }[]
  /** The mail address of the administrator, for the SOA record. */
  contact: string
  /**
   * The first serial. It must be later than the last one of an earlier run, so the Unix time in seconds is a good one:
   * a zone rarely changes more than once a second.
   */
  serial: number
}

/** The TXT record of a hosted name: its text, one character per byte, and its TTL in seconds. */
export interface HostedRecord {
  text: string
  ttl: number
}

/** Replaces the record of a name; null removes it. */
export interface Change {
  name: string
  record: HostedRecord | null
}

/** All records at one moment: those of the zone itself, and the keys and records of the hosted names at the same places. */
export interface Snapshot {
  own: readonly (readonly [key: string, sets: readonly RecordSet[]])[]
  keys: readonly string[]
  texts: readonly string[]
}

/** The SOA record and NS records are cached for an hour and for a day; a name that does not exist for five minutes. */
const soaTtl = 3600
const nsTtl = 86_400
/** RFC 1912 section 2.2 and what Zonemaster expects: 4 hours, 1 hour, 2 weeks, 5 minutes. */
const times = { refresh: 14_400, retry: 3600, expire: 1_209_600, minimum: 300 }
/** A TTL has 31 bits (RFC 2181 section 8). */
const ttlMax = 0x7fff_ffff
/** More than any resolver reads as an SPF record; it fits a message over TCP. */
const textMax = 16_384
/** Some 10,000 changes of usual records. */
const journalCapacity = 8 * 1024 * 1024
const none: readonly RecordSet[] = []

/**
 * The hosted zone in memory. Each record is held as the bytes of its answer, so answering copies and never encodes.
 *
 * A key is a name relative to the apex in wire format, lower case, one character per byte; the apex is the empty text. A
 * hosted TXT record is a text in the same manner: the `octets` of a record set, one character per byte. A text lies in
 * one piece beside its key and takes a third of the memory of a buffer.
 */
export class Zone {
  readonly name: string
  /** The apex in wire format, lower case. */
  readonly apex: Buffer
  /** What an answer without records has in its authority section: the SOA with the TTL of RFC 2308 section 3. */
  readonly negative: Buffer
  /** The addresses of the name servers, with full owner names, for the additional section of an NS answer. */
  readonly glue: { readonly count: number; readonly octets: Buffer }
  readonly #mname: string
  readonly #rname: string
  #serial: number
  /** The records of the apex and of the name servers. */
  readonly #own = new Map<string, readonly RecordSet[]>()
  readonly #texts = new Map<string, string>()
  /** Names that have names below them: how many. One of them without records is an empty non-terminal. */
  readonly #parents = new Map<string, number>()
  readonly #journal: Journal
  readonly #listeners = new Set<() => void>()

  /** @throws RangeError for options that make no zone */
  constructor({ name, nameservers, contact, serial }: ZoneOptions) {
    this.name = validName(name)
    this.apex = encodeName(this.name)
    this.#mname = validName(nameservers[0]?.host ?? '')
    this.#rname = mailboxName(contact)
    this.#serial = serial >>> 0
    this.#journal = new Journal(this.#serial, journalCapacity)
    const hosts = nameservers.map(({ host, addresses }) => ({ host: validName(host), addresses }))
    const ns = hosts.map(({ host }) => encodeName(host))
    const soa = this.soa(this.#serial)
    this.#own.set('', [soa, recordSet(TYPE.NS, nsTtl, ns)])
    this.negative = recordSet(TYPE.SOA, Math.min(soaTtl, times.minimum), [soa.octets.subarray(12)]).octets
    const glue: Buffer[] = []
    for (const { host, addresses } of hosts) {
      if (!isSubdomain(host, this.name)) continue
      if (addresses.length === 0) throw new RangeError(`${host} is in the zone and needs an address`)
      const records = addresses.map(addressData)
      const sets = [TYPE.A, TYPE.AAAA].flatMap(type => {
        const data = records.filter(record => record.type === type).map(record => record.data)
        return data.length === 0 ? [] : [recordSet(type, nsTtl, data)]
      })
      const key = this.#keyOf(host)
      this.#countParents(key, 1)
      this.#own.set(key, [...(this.#own.get(key) ?? none), ...sets])
      for (const { type, data } of records) {
        glue.push(encodeName(host), recordSet(type, nsTtl, [data]).octets.subarray(2))
      }
    }
    this.glue = { count: glue.length / 2, octets: Buffer.concat(glue) }
  }

  /** Grows with each change (RFC 1982). */
  get serial(): number {
    return this.#serial
  }

  /** The number of hosted names. */
  get hosted(): number {
    return this.#texts.size
  }

  /**
   * Publishes the record of a name, in place of an earlier one.
   *
   * @throws RangeError for a name outside the zone, a wildcard, or a record that DNS cannot carry
   */
  put(name: string, record: HostedRecord): void {
    this.apply([{ name, record }])
  }

  /** Takes the record of a name away. @throws RangeError for a name outside the zone */
  remove(name: string): void {
    this.apply([{ name, record: null }])
  }

  /**
   * Makes several changes under one new serial. Changes nothing, the serial neither, when all of it is published
   * already.
   *
   * @throws RangeError as `put`; then none of the changes is made
   */
  apply(changes: readonly Change[]): void {
    this.#change(changes.map(change => this.#wanted(change)))
  }

  /** Makes these the only hosted records, under one new serial. @throws RangeError as `apply` */
  replace(records: readonly Change[]): void {
    const wanted = new Map(records.map(change => this.#wanted(change)))
    for (const key of this.#texts.keys()) if (!wanted.has(key)) wanted.set(key, null)
    this.#change(wanted)
  }

  /** Why `apply` would refuse a change; null: it would not. */
  problemOf(change: Change): string | null {
    try {
      this.#wanted(change)
      return null
    } catch (error) {
      if (error instanceof RangeError) return error.message
      throw error
    }
  }

  #wanted({ name, record }: Change): readonly [key: string, text: string | null] {
    return [this.#keyOf(validName(name)), textOf(record)]
  }

  #change(wanted: Iterable<readonly [key: string, text: string | null]>): void {
    const step = new Map<string, string | null>()
    for (const [key, text] of wanted) {
      const before = this.text(key)
      if (before === text) continue
      if (!step.has(key)) step.set(key, before)
      if (text === null) this.#texts.delete(key)
      else this.#texts.set(key, text)
      if (before === null || text === null) this.#countParents(key, before === null ? 1 : -1)
    }
    if (step.size === 0) return
    this.#journal.add(step)
    this.#serial = (this.#serial + 1) >>> 0
    for (const octets of [this.negative, this.#own.get('')?.[0]?.octets])
      octets?.writeUInt32BE(this.#serial, octets.length - 20)
    for (const listener of this.#listeners) listener()
  }

  /** Calls the listener after each change of the serial. Returns the function that ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The TXT record of a hosted name. */
  text(key: string): string | null {
    return this.#texts.get(key) ?? null
  }

  /** The sets of the apex or of a name server; none for other names. */
  own(key: string): readonly RecordSet[] {
    return this.#own.get(key) ?? none
  }

  /** Whether a name exists: with records, or as one that only has names below it (RFC 8020). */
  has(key: string): boolean {
    return this.#texts.has(key) || this.#own.has(key) || this.#parents.has(key)
  }

  /** The SOA record with this serial. */
  soa(serial: number): RecordSet {
    return recordSet(TYPE.SOA, soaTtl, [soaData({ mname: this.#mname, rname: this.#rname, serial, ...times })])
  }

  /** What changed since this serial, or null when only the whole zone can tell (see `Journal`). */
  changedSince(serial: number): Step | null {
    return this.#journal.since(serial)
  }

  /** All records now. Later changes do not touch it. */
  snapshot(): Snapshot {
    return {
      own: Array.from(this.#own),
      keys: Array.from(this.#texts.keys()),
      texts: Array.from(this.#texts.values()),
    }
  }

  /** Counts a name at each name above it, up to the apex. */
  #countParents(key: string, change: 1 | -1): void {
    for (let rest = key; rest !== ''; ) {
      rest = rest.slice(rest.charCodeAt(0) + 1)
      const count = (this.#parents.get(rest) ?? 0) + change
      if (count === 0) this.#parents.delete(rest)
      else this.#parents.set(rest, count)
    }
  }

  #keyOf(name: string): string {
    if (!isSubdomain(name, this.name)) throw new RangeError(`${name} is not in the zone ${this.name}`)
    // Resolvers would expect wildcard answers (RFC 4592), which this server does not give.
    if (labels(name).includes('*')) throw new RangeError(`${name} is a wildcard`)
    const wire = encodeName(name)
    return wire.toString('latin1', 0, wire.length - this.apex.length)
  }
}

function textOf(record: HostedRecord | null): string | null {
  if (record === null) return null
  const { text, ttl } = record
  if (text.length > textMax || /[^\0-\xff]/.test(text)) throw new RangeError('the text does not fit a TXT record')
  if (!Number.isInteger(ttl) || ttl < 0 || ttl > ttlMax) throw new RangeError(`${ttl} is no TTL`)
  return recordSet(TYPE.TXT, ttl, [textData(text)]).octets.toString('latin1')
}

function validName(text: string): string {
  const name = normalName(text)
  if (name === null || name === '.') throw new RangeError(`"${text}" is no domain name`)
  return name
}

/** A mail address as a name: the local part is one label, whatever dots it has (RFC 1035 section 8). */
function mailboxName(address: string): string {
  const at = address.lastIndexOf('@')
  const local = labelOf(Buffer.from(address.slice(0, Math.max(0, at)), 'latin1'))
  return validName(`${local}.${address.slice(at + 1)}`)
}
