import type { ExtendedError, RecordType, ResourceRecord } from '@waxseal/core/dns'
import { wireLength, writeName } from './name.ts'
import { readRecord, recordType, TYPE_NUMBERS } from './rdata.ts'
import { giveUp, HEADER, MalformedMessage, Reader } from './reader.ts'

/** The datagram size that we announce: it fits today's network paths without fragmentation (DNS flag day 2020). */
const UDP_PAYLOAD = 1232

/** The maximum size of a DNS message: its length over TCP is a two-byte number (RFC 1035 section 4.2.2). */
const MESSAGE_LIMIT = 65_535

const OPT = 41
/** The OPT record of our queries: the root as owner, no extended RCODE, version 0, DO off, no options. */
const OPT_RECORD = Buffer.from([0, 0, OPT, UDP_PAYLOAD >> 8, UDP_PAYLOAD & 0xff, 0, 0, 0, 0, 0, 0])
const EDE_OPTION = 15
const EDE_COUNT_LIMIT = 8
const EDE_TEXT_LIMIT = 500
/** The maximum number of bytes of a character in UTF-8. */
const UTF8_LONGEST = 4

/** A decoded answer, with the parts that this product uses. */
export interface Message {
  id: number
  /** QR: false for a query. */
  response: boolean
  opcode: number
  aa: boolean
  tc: boolean
  ra: boolean
  ad: boolean
  /** The extended RCODE: four bits of the header and eight of the OPT record (RFC 6891 section 6.1.3). */
  rcode: number
  question: { name: string; type: number; class: number } | null
  /** Records of the known types, class IN. Others are only checked for their bounds. */
  answers: ResourceRecord[]
  /** SOA and NS records of the authority section; of a referral also the addresses of its servers (glue). */
  authority: ResourceRecord[]
  /** Whether the message has an OPT record. */
  edns: boolean
  ede: ExtendedError[]
}

/** The header bits of a query. */
export interface QueryFlags {
  /** Asks the server to recurse; off for a zone's own server. */
  recursion: boolean
  /** CD: asks for the data even when DNSSEC validation fails (RFC 4035 section 3.2.2). */
  checkingDisabled: boolean
  /** Sends an OPT record. Off only for servers that reject it (RFC 6891 section 7). */
  edns: boolean
}

/**
 * Encodes a query. AD is set and DO is not, which asks for the server's DNSSEC result without the signatures (RFC 6840
 * section 5.7).
 *
 * @param name a name in core's form
 */
export function encodeQuery(id: number, name: string, type: RecordType, flags: QueryFlags): Buffer {
  const end = HEADER + wireLength(name) + 4
  const message = Buffer.allocUnsafe(flags.edns ? end + OPT_RECORD.length : end)
  const typeNumber = TYPE_NUMBERS[type]
  // Byte by byte: the buffer's own methods, with their checks, cost several times as much.
  message[0] = id >> 8
  message[1] = id
  message[2] = flags.recursion ? 0x01 : 0x00
  message[3] = flags.checkingDisabled ? 0x30 : 0x20
  message[4] = 0
  message[5] = 1
  for (let i = 6; i < 11; i++) message[i] = 0
  message[11] = flags.edns ? 1 : 0
  writeName(name, message, HEADER)
  message[end - 4] = typeNumber >> 8
  message[end - 3] = typeNumber
  message[end - 2] = 0
  message[end - 1] = 1
  if (flags.edns) message.set(OPT_RECORD, end)
  return message
}

/** A question that a message is known to echo (`compareEcho`): its name in core's form, and its end in the message. */
export interface Echoed {
  name: string
  end: number
}

/**
 * Decodes a message from the network. Never throws: an invalid message (cut off, a pointer that does not point back,
 * data longer or shorter than its type, two OPT records, more than one question) is null. Ignores bytes after the last
 * record.
 *
 * @param echoed the queried name, which nearly every message repeats, so that it need not be read again
 */
export function decodeMessage(bytes: Buffer, echoed: Echoed | null = null): Message | null {
  if (bytes.length < HEADER || bytes.length > MESSAGE_LIMIT) return null
  try {
    return decode(new Reader(bytes), echoed)
  } catch (error) {
    if (error instanceof MalformedMessage) return null
    throw error
  }
}

function decode(reader: Reader, echoed: Echoed | null): Message {
  const id = reader.short()
  const flags = reader.short()
  const questions = reader.short()
  const answers = reader.short()
  const authority = reader.short()
  const additional = reader.short()
  if (questions > 1) giveUp()
  const message: Message = {
    id,
    response: (flags & 0x8000) !== 0,
    opcode: (flags >> 11) & 15,
    aa: (flags & 0x0400) !== 0,
    tc: (flags & 0x0200) !== 0,
    ra: (flags & 0x0080) !== 0,
    ad: (flags & 0x0020) !== 0,
    rcode: flags & 15,
    question: questions === 1 ? { name: reader.firstName(echoed), type: reader.short(), class: reader.short() } : null,
    answers: [],
    authority: [],
    edns: false,
    ede: [],
  }
  // A truncated message may end anywhere and is queried again over TCP, so its records are not read.
  if (message.tc) return message
  message.answers = readRecords(reader, answers, false)
  message.authority = readRecords(reader, authority, true)
  const isReferral = !message.aa && answers === 0 && message.authority.some(({ type }) => type === 'NS')
  for (let i = 0; i < additional; i++) readAdditional(reader, message, isReferral)
  return message
}

/** Reads the answer or authority section. */
function readRecords(reader: Reader, count: number, authorityOnly: boolean): ResourceRecord[] {
  // A list that begins with its first record takes one place; an empty one takes 17 with its first record.
  let records: ResourceRecord[] | null = null
  for (let i = 0; i < count; i++) {
    const record = readNext(reader, authorityOnly)
    if (record === null) continue
    if (records === null) records = [record]
    else records.push(record)
  }
  return records ?? []
}

/** Reads one record; null for one that is not used. */
function readNext(reader: Reader, authorityOnly: boolean): ResourceRecord | null {
  const name = reader.name()
  const typeNumber = reader.short()
  const recordClass = reader.short()
  const ttl = reader.long()
  const end = reader.short() + reader.at
  if (typeNumber === OPT) giveUp()
  const type = recordClass === 1 ? recordType(typeNumber) : undefined
  if (type === undefined || (authorityOnly && type !== 'SOA' && type !== 'NS')) {
    reader.skip(end - reader.at)
    return null
  }
  if (end > reader.bytes.length) giveUp()
  // RFC 2181 section 8: a TTL with its top bit set is zero.
  return readRecord(reader, type, name, ttl > 0x7fff_ffff ? 0 : ttl, end)
}

/** Only the OPT record of the additional section is read (RFC 6891 section 6.1), and the addresses of a referral. */
function readAdditional(reader: Reader, message: Message, isReferral: boolean): void {
  const start = reader.at
  const isRoot = reader.skipName()
  const type = reader.short()
  if (isReferral && (type === TYPE_NUMBERS.A || type === TYPE_NUMBERS.AAAA)) {
    reader.at = start
    const address = readNext(reader, false)
    if (address !== null) message.authority.push(address)
    return
  }
  reader.skip(2)
  const extendedRcode = reader.octet()
  reader.skip(3)
  const end = reader.short() + reader.at
  if (type !== OPT) {
    reader.skip(end - reader.at)
    return
  }
  if (message.edns || !isRoot || end > reader.bytes.length) giveUp()
  message.edns = true
  message.rcode |= extendedRcode << 4
  while (reader.at < end) {
    const code = reader.short()
    const length = reader.short()
    const start = reader.skip(length)
    if (reader.at > end) giveUp()
    if (code === EDE_OPTION) readExtendedError(reader.bytes, start, length, message.ede)
  }
  if (reader.at !== end) giveUp()
}

/**
 * RFC 8914 section 2. The text is UTF-8, perhaps with a NUL at its end; invalid UTF-8 is replaced. It is cut as bytes
 * before decoding, because a server may send 64 KB of it.
 */
function readExtendedError(bytes: Buffer, start: number, length: number, found: ExtendedError[]): void {
  if (length < 2) giveUp()
  if (found.length === EDE_COUNT_LIMIT) return
  let end = start + length
  while (end > start + 2 && bytes[end - 1] === 0) end--
  const text = bytes.toString('utf8', start + 2, Math.min(end, start + 2 + EDE_TEXT_LIMIT * UTF8_LONGEST))
  found.push({ code: bytes.readUInt16BE(start), text: text.slice(0, EDE_TEXT_LIMIT) })
}

const RCODES: Readonly<Record<number, string>> = {
  0: 'NOERROR',
  1: 'FORMERR',
  2: 'SERVFAIL',
  3: 'NXDOMAIN',
  4: 'NOTIMP',
  5: 'REFUSED',
  6: 'YXDOMAIN',
  7: 'YXRRSET',
  8: 'NXRRSET',
  9: 'NOTAUTH',
  10: 'NOTZONE',
  11: 'DSOTYPENI',
  16: 'BADVERS',
  23: 'BADCOOKIE',
}

/** The name of an RCODE (IANA DNS parameters); `RCODE12` for one without a name. */
export function rcodeName(rcode: number): string {
  return RCODES[rcode] ?? `RCODE${rcode}`
}
