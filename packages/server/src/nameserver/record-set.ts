import { parseAddress, type RecordData } from '@waxseal/core/dns'
import { encodeName } from '@waxseal/scanner/dns'

/** The record types that the server holds or treats in its own manner (IANA DNS parameters). */
export const TYPE = {
  A: 1,
  NS: 2,
  SOA: 6,
  HINFO: 13,
  TXT: 16,
  AAAA: 28,
  OPT: 41,
  TSIG: 250,
  IXFR: 251,
  AXFR: 252,
  ANY: 255,
} as const

/** Before the data of a record whose owner is a pointer: pointer, type, class, TTL, length of the data. */
const FIXED = 12

/** All records of one type at one name, ready to be copied into an answer. Only the serial of a SOA ever changes. */
export interface RecordSet {
  readonly type: number
  readonly count: number
  /**
   * The records one after the other. The owner of each is a compression pointer to the name after the header, which is
   * the queried name (RFC 1035 section 4.1.4).
   */
  readonly octets: Buffer
}

/** The set of one type at one name. @param data the data of each record */
export function recordSet(type: number, ttl: number, data: readonly Buffer[]): RecordSet {
  const octets = Buffer.alloc(data.reduce((sum, each) => sum + FIXED + each.length, 0))
  let at = 0
  for (const each of data) {
    octets.writeUInt16BE(0xc00c, at)
    octets.writeUInt16BE(type, at + 2)
    octets.writeUInt16BE(1, at + 4)
    octets.writeUInt32BE(ttl, at + 6)
    octets.writeUInt16BE(each.length, at + 10)
    octets.set(each, at + FIXED)
    at += FIXED + each.length
  }
  return { type, count: data.length, octets }
}

/** Each record of a set, without its owner: type, class, TTL, length and data. @param octets as in `RecordSet` */
export function* bodiesOf(octets: Buffer): Generator<Buffer> {
  for (let at = 0; at < octets.length; ) {
    const end = at + FIXED + octets.readUInt16BE(at + 10)
    yield octets.subarray(at + 2, end)
    at = end
  }
}

/**
 * The data of a TXT record: strings of at most 255 bytes, which readers join without a space (RFC 7208 section 3.3).
 *
 * @param text one character per byte, U+0000 to U+00FF
 */
export function textData(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  const strings: Buffer[] = []
  for (let at = 0; at === 0 || at < bytes.length; at += 255) {
    const piece = bytes.subarray(at, at + 255)
    strings.push(Buffer.of(piece.length), piece)
  }
  return Buffer.concat(strings)
}

/** The type and the data of an address record. @throws RangeError for a text that is no address */
export function addressData(text: string): { type: number; data: Buffer } {
  const address = parseAddress(text)
  if (address === null) throw new RangeError(`${text} is no IP address`)
  const digits = address.value.toString(16).padStart(address.family === 4 ? 8 : 32, '0')
  return { type: address.family === 4 ? TYPE.A : TYPE.AAAA, data: Buffer.from(digits, 'hex') }
}

/** The data of a SOA record. Its last 20 bytes are the numbers, the serial first. */
export function soaData({ mname, rname, serial, refresh, retry, expire, minimum }: RecordData['SOA']): Buffer {
  const numbers = Buffer.alloc(20)
  for (const [i, value] of [serial, refresh, retry, expire, minimum].entries()) numbers.writeUInt32BE(value, i * 4)
  return Buffer.concat([encodeName(mname), encodeName(rname), numbers])
}
