import { dataText, formatAddress, type RecordType, type ResourceRecord, sortedRecords } from '@waxseal/core/dns'
import { giveUp, type Reader } from './reader.ts'

/** The numbers of the record types that we query (IANA DNS parameters). */
export const TYPE_NUMBERS = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  DS: 43,
  RRSIG: 46,
  DNSKEY: 48,
  TLSA: 52,
  SPF: 99,
  CAA: 257,
} as const satisfies Record<RecordType, number>

/** Indexed by number: an array access is far cheaper than a Map lookup, and happens for every record. */
const TYPE_NAMES = Array<RecordType | undefined>(258)
for (const type of Object.keys(TYPE_NUMBERS) as RecordType[]) TYPE_NAMES[TYPE_NUMBERS[type]] = type

/** The record type of a number; undefined for types that we never query. */
export function recordType(number: number): RecordType | undefined {
  return TYPE_NAMES[number]
}

/** Reads the data of one record, which must fill the bytes up to `end` exactly. */
export function readRecord(reader: Reader, type: RecordType, name: string, ttl: number, end: number): ResourceRecord {
  const record = readData(reader, type, name, ttl, end)
  if (reader.at !== end) giveUp()
  return record
}

function readData(reader: Reader, type: RecordType, name: string, ttl: number, end: number): ResourceRecord {
  switch (type) {
    case 'A':
      return { type, name, ttl, address: `${reader.octet()}.${reader.octet()}.${reader.octet()}.${reader.octet()}` }
    case 'AAAA':
      return {
        type,
        name,
        ttl,
        address: formatAddress({ family: 6, value: BigInt(`0x${reader.hex(reader.at + 16)}`) }),
      }
    case 'CNAME':
    case 'NS':
    case 'PTR':
      return { type, name, ttl, target: reader.name() }
    case 'MX':
      return { type, name, ttl, preference: reader.short(), exchange: reader.name() }
    case 'SOA':
      return {
        type,
        name,
        ttl,
        mname: reader.name(),
        rname: reader.name(),
        serial: reader.long(),
        refresh: reader.long(),
        retry: reader.long(),
        expire: reader.long(),
        minimum: reader.long(),
      }
    case 'TXT':
    case 'SPF':
      return { type, name, ttl, strings: readStrings(reader, end) }
    case 'CAA': {
      const flags = reader.octet()
      const tagLength = reader.octet()
      if (tagLength === 0 || reader.at + tagLength > end) giveUp()
      const tag = reader.latin1(tagLength).toLowerCase()
      return { type, name, ttl, flags, tag, value: reader.latin1(end - reader.at) }
    }
    case 'TLSA':
      return {
        type,
        name,
        ttl,
        usage: reader.octet(),
        selector: reader.octet(),
        matching: reader.octet(),
        data: reader.hex(end),
      }
    case 'DS':
      return {
        type,
        name,
        ttl,
        keyTag: reader.short(),
        algorithm: reader.octet(),
        digestType: reader.octet(),
        digest: reader.hex(end),
      }
    case 'DNSKEY':
      return {
        type,
        name,
        ttl,
        flags: reader.short(),
        protocol: reader.octet(),
        algorithm: reader.octet(),
        key: reader.hex(end),
      }
    case 'RRSIG':
      return {
        type,
        name,
        ttl,
        covers: reader.short(),
        algorithm: reader.octet(),
        labels: reader.octet(),
        originalTtl: reader.long(),
        expiration: reader.long(),
        inception: reader.long(),
        keyTag: reader.short(),
        signer: reader.name(),
        signature: reader.hex(end),
      }
    default:
      return type satisfies never
  }
}

/**
 * Character-strings (RFC 1035 section 3.3.14). A record must have one, but some servers publish a TXT record without any:
 * it has no text, and the records beside it count (RFC 7208 test suite, `null-text`).
 */
function readStrings(reader: Reader, end: number): string[] {
  const strings: string[] = []
  while (reader.at < end) {
    const length = reader.octet()
    if (reader.at + length > end) giveUp()
    strings.push(reader.latin1(length))
  }
  return strings
}

/**
 * Sorts the records of one set in core's order and removes duplicates: a set holds each data once (RFC 2181 section 5).
 */
export function sortedSet(records: ResourceRecord[]): ResourceRecord[] {
  if (records.length < 2) return records
  const byData = new Map<string, ResourceRecord>()
  for (const record of records) {
    const data = dataText(record)
    const other = byData.get(data)
    if (other === undefined || record.ttl < other.ttl) byData.set(data, record)
  }
  return sortedRecords([...byData.values()])
}
