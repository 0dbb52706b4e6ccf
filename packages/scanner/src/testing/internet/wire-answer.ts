/**
 * DNS messages from the server's side: parses the queries of our own client, and writes replies with all types that the
 * product queries. Names keep their exact bytes (RFC 1035 section 5.1), which `dns-packet` does not support.
 */
import { type ExtendedError, parseAddress, type RecordType, type ResourceRecord } from '@waxseal/core/dns'
import { encodeName } from '../../dns/name.ts'
import { recordType, TYPE_NUMBERS } from '../../dns/rdata.ts'
import { decodeMessage } from '../../dns/wire.ts'

export interface ReadQuestion {
  /** In core's form. */
  name: string
  /** Null: a type that the product never queries, or another class than IN. */
  type: RecordType | null
  /** RD: asked as a resolver, not as the zone's own server. */
  recursion: boolean
  /** CD: returns the data even when DNSSEC validation fails. */
  checkingDisabled: boolean
  edns: boolean
  /** The maximum size of a datagram to the client. */
  payload: number
  /** Where the question ends. */
  end: number
  bytes: Buffer
}

/** The content of a reply. */
export interface Reply {
  rcode?: number
  /** AA. */
  authoritative?: boolean
  /** AD: validated with DNSSEC. */
  authentic?: boolean
  answers?: readonly ResourceRecord[]
  authority?: readonly ResourceRecord[]
  ede?: ExtendedError
}

const OPT = 41
const EDE = 15
const leastPayload = 512
/** Larger datagrams do not work on every system, whatever size the client announces. */
const mostPayload = 4_096

/** Reads one query; null for everything else. */
export function readQuestion(bytes: Buffer): ReadQuestion | null {
  const message = decodeMessage(bytes)
  if (message === null || message.response || message.opcode !== 0 || message.question === null) return null
  const { name, type, class: of } = message.question
  let end = 12
  for (let length = bytes[end] ?? 0; length > 0; length = bytes[end] ?? 0) {
    if (length > 63) return null
    end += length + 1
  }
  end += 5
  // Our client sends its OPT record, with the root as owner, directly after the question.
  const hasOpt = message.edns && bytes.length >= end + 5 && bytes.readUInt16BE(end + 1) === OPT
  return {
    name,
    type: of === 1 ? (recordType(type) ?? null) : null,
    recursion: ((bytes[2] ?? 0) & 0x01) !== 0,
    checkingDisabled: ((bytes[3] ?? 0) & 0x10) !== 0,
    edns: message.edns,
    payload: hasOpt ? Math.min(mostPayload, Math.max(leastPayload, bytes.readUInt16BE(end + 3))) : leastPayload,
    end,
    bytes,
  }
}

/**
 * The reply to a query, with the question echoed byte by byte.
 *
 * @param sizeMax a longer reply is cut to its question and marked TC, so that the client repeats the query over TCP
 */
export function writeReply(question: ReadQuestion, reply: Reply, sizeMax: number): Buffer {
  const { rcode = 0, authoritative = false, authentic = false, answers = [], authority = [], ede } = reply
  const opt = question.edns ? optRecord(ede) : Buffer.alloc(0)
  const head = Buffer.from(question.bytes.subarray(0, question.end))
  const recursion = question.recursion ? 0x0100 : 0
  const disabled = question.checkingDisabled ? 0x0010 : 0
  const flags = 0x8080 | recursion | disabled | (authoritative ? 0x0400 : 0) | (authentic ? 0x0020 : 0) | rcode
  head.writeUInt16BE(flags, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(answers.length, 6)
  head.writeUInt16BE(authority.length, 8)
  head.writeUInt16BE(question.edns ? 1 : 0, 10)
  const whole = Buffer.concat([head, ...[...answers, ...authority].map(record => recordOctets(record)), opt])
  if (whole.length <= sizeMax) return whole
  head.writeUInt16BE(flags | 0x0200, 2)
  head.writeUInt32BE(0, 6)
  return Buffer.concat([head, opt])
}

function recordOctets(record: ResourceRecord): Buffer {
  const data = dataOctets(record)
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(TYPE_NUMBERS[record.type], 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt32BE(record.ttl, 4)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([encodeName(record.name), fixed, data])
}

function dataOctets(record: ResourceRecord): Buffer {
  switch (record.type) {
    case 'A':
    case 'AAAA':
      return addressOctets(record.address)
    case 'CNAME':
    case 'NS':
    case 'PTR':
      return encodeName(record.target)
    case 'MX':
      return Buffer.concat([shorts(record.preference), encodeName(record.exchange)])
    case 'TXT':
    case 'SPF':
      return Buffer.concat(record.strings.map(text => Buffer.concat([Buffer.of(text.length), latin1(text)])))
    case 'SOA': {
      const numbers = Buffer.alloc(20)
      const { serial, refresh, retry, expire, minimum } = record
      for (const [at, value] of [serial, refresh, retry, expire, minimum].entries())
        numbers.writeUInt32BE(value, at * 4)
      return Buffer.concat([encodeName(record.mname), encodeName(record.rname), numbers])
    }
    case 'CAA':
      return Buffer.concat([Buffer.of(record.flags, record.tag.length), latin1(record.tag), latin1(record.value)])
    case 'TLSA':
      return Buffer.concat([Buffer.of(record.usage, record.selector, record.matching), hex(record.data)])
    case 'DS':
      return Buffer.concat([shorts(record.keyTag), Buffer.of(record.algorithm, record.digestType), hex(record.digest)])
    case 'DNSKEY':
      return Buffer.concat([shorts(record.flags), Buffer.of(record.protocol, record.algorithm), hex(record.key)])
    case 'RRSIG': {
      const times = Buffer.alloc(12)
      for (const [at, time] of [record.originalTtl, record.expiration, record.inception].entries())
        times.writeUInt32BE(time, at * 4)
      const head = Buffer.concat([shorts(record.covers), Buffer.of(record.algorithm, record.labels), times])
      return Buffer.concat([head, shorts(record.keyTag), encodeName(record.signer), hex(record.signature)])
    }
    default:
      return record satisfies never
  }
}

function addressOctets(text: string): Buffer {
  const address = parseAddress(text)
  if (address === null) throw new Error(`no address: ${text}`)
  return hex(address.value.toString(16).padStart(address.family === 6 ? 32 : 8, '0'))
}

function shorts(value: number): Buffer {
  const octets = Buffer.alloc(2)
  octets.writeUInt16BE(value)
  return octets
}

/** RFC 6891 section 6.1.2, with an extended error (RFC 8914 section 2) if there is one. */
function optRecord(ede: ExtendedError | undefined): Buffer {
  const extendedError = ede === undefined ? Buffer.alloc(0) : Buffer.concat([shorts(ede.code), Buffer.from(ede.text)])
  const data =
    ede === undefined ? extendedError : Buffer.concat([shorts(EDE), shorts(extendedError.length), extendedError])
  return Buffer.concat([Buffer.of(0), shorts(OPT), shorts(1232), Buffer.alloc(4), shorts(data.length), data])
}

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const hex = (text: string): Buffer => Buffer.from(text, 'hex')
