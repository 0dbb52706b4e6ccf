import { TYPE } from './record-set.ts'

/** Bytes before the question (RFC 1035 section 4.1.1). */
export const HEADER = 12

/** The answers of the protocol (IANA DNS parameters). */
export const RCODE = { NOERROR: 0, FORMERR: 1, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5, NOTAUTH: 9, BADVERS: 16 } as const

export type Transport = 'udp' | 'tcp'

/** The largest datagram that we send and accept: it fits today's network paths in one piece (DNS flag day 2020). */
export const UDP_PAYLOAD = 1232
/** Without EDNS (RFC 1035 section 2.3.4). */
const PLAIN_PAYLOAD = 512
/** Its length over TCP is a two-byte number (RFC 1035 section 4.2.2). */
export const MESSAGE_MAX = 65_535

/** One query, as far as this server reads it. */
export interface Request {
  bytes: Buffer
  /** Why it gets no answer but this code: FORMERR or NOTIMP. The other fields then mean nothing. */
  problem: number
  /** Where the queried name ends; type and class follow. */
  nameEnd: number
  type: number
  class: number
  edns: boolean
  /** The version of EDNS, and DO, which asks for DNSSEC records. */
  version: number
  dnssec: boolean
  /** The size of a datagram that the client takes. */
  payload: number
  /** Where the TSIG record begins; -1 without one. */
  tsigAt: number
  /** The serial that an IXFR query names; -1 without one. */
  serial: number
}

/**
 * Reads one message. Never throws. Null for what gets no answer at all: a message too short to have a header, and a
 * response, because two servers would answer each other without end.
 */
export function readRequest(bytes: Buffer): Request | null {
  const flags = bytes[2] ?? 0x80
  if (bytes.length < HEADER || bytes.length > MESSAGE_MAX || flags >= 0x80) return null
  const request: Request = {
    bytes,
    problem: 0,
    nameEnd: HEADER,
    type: 0,
    class: 0,
    edns: false,
    version: 0,
    dnssec: false,
    payload: PLAIN_PAYLOAD,
    tsigAt: -1,
    serial: -1,
  }
  if ((flags & 0x78) !== 0) request.problem = RCODE.NOTIMP
  else if (!readQuestion(request) || !readSections(request)) request.problem = RCODE.FORMERR
  return request
}

/** The largest answer to this query. */
export function limitOf({ edns, payload }: Request, transport: Transport): number {
  if (transport === 'tcp') return MESSAGE_MAX
  return edns ? Math.min(UDP_PAYLOAD, Math.max(PLAIN_PAYLOAD, payload)) : PLAIN_PAYLOAD
}

/** Exactly one question, whose name is not compressed: nothing comes before it that it could point to. */
function readQuestion(request: Request): boolean {
  const { bytes } = request
  if (short(bytes, 4) !== 1) return false
  let at = HEADER
  for (let length = bytes[at] ?? 64; length > 0; length = bytes[at] ?? 64) {
    if (length > 63) return false
    at += length + 1
  }
  at++
  if (at - HEADER > 255 || at + 4 > bytes.length) return false
  request.nameEnd = at
  request.type = short(bytes, at)
  request.class = short(bytes, at + 2)
  return true
}

/** A query has no record beside an OPT, a TSIG at the end, and the SOA of an IXFR query. */
function readSections(request: Request): boolean {
  const { bytes } = request
  const authority = short(bytes, 8)
  const additional = short(bytes, 10)
  if (short(bytes, 6) !== 0 || authority > (request.type === TYPE.IXFR ? 1 : 0)) return false
  let at = request.nameEnd + 4
  for (let i = 0; i < authority + additional; i++) {
    const owner = at
    const fixed = skipName(bytes, at)
    if (fixed < 0 || fixed + 10 > bytes.length) return false
    const type = short(bytes, fixed)
    at = fixed + 10 + short(bytes, fixed + 8)
    if (at > bytes.length) return false
    if (i < authority) {
      if (type !== TYPE.SOA || at - fixed < 32) return false
      request.serial = bytes.readUInt32BE(at - 20)
    } else if (type === TYPE.OPT) {
      if (request.edns || fixed !== owner + 1 || !readOpt(request, fixed, at)) return false
    } else if (type === TYPE.TSIG) {
      // The last record of the message (RFC 8945 section 5.1).
      if (i + 1 < authority + additional) return false
      request.tsigAt = owner
    } else return false
  }
  return true
}

/** RFC 6891 section 6.1. Options are not used, but must fill their record, if it has the form that we know. */
function readOpt(request: Request, fixed: number, end: number): boolean {
  const { bytes } = request
  request.edns = true
  request.payload = short(bytes, fixed + 2)
  request.version = bytes[fixed + 5] ?? 0
  request.dnssec = ((bytes[fixed + 6] ?? 0) & 0x80) !== 0
  if (request.version > 0) return true
  let at = fixed + 10
  while (at + 4 <= end) at += 4 + short(bytes, at + 2)
  return at === end
}

/**
 * Where the TSIG record of any message begins, which must be its last record; -1 without one or for a message that is
 * malformed.
 */
export function tsigPlace(bytes: Buffer): number {
  if (bytes.length < HEADER) return -1
  let at = HEADER
  for (let i = short(bytes, 4); i > 0; i--) {
    const end = skipName(bytes, at)
    if (end < 0) return -1
    at = end + 4
  }
  let start = -1
  let type = 0
  for (let i = short(bytes, 6) + short(bytes, 8) + short(bytes, 10); i > 0; i--) {
    start = at
    const fixed = skipName(bytes, at)
    if (fixed < 0 || fixed + 10 > bytes.length) return -1
    type = short(bytes, fixed)
    at = fixed + 10 + short(bytes, fixed + 8)
  }
  return type === TYPE.TSIG && at === bytes.length && short(bytes, 10) > 0 ? start : -1
}

/** Where a name ends, or -1. It is not read, so where a compression pointer leads does not matter. */
function skipName(bytes: Buffer, start: number): number {
  for (let at = start; ; ) {
    const length = bytes[at]
    if (length === undefined) return -1
    if (length === 0) return at + 1
    if (length >= 0xc0) return at + 2
    if (length > 63) return -1
    at += length + 1
    if (at - start > 254) return -1
  }
}

/** ASCII letters in lower case (RFC 4343); other bytes, lengths of labels too, are themselves. */
const LOWER = Uint8Array.from({ length: 256 }, (_, octet) => (octet >= 0x41 && octet <= 0x5a ? octet + 32 : octet))
const scratch = Buffer.alloc(256)

/** The queried name as a key of the zone (see `Zone`); null when it is not in the zone. */
export function keyOf({ bytes, nameEnd }: Request, apex: Buffer): string | null {
  const start = nameEnd - apex.length
  let at = HEADER
  while (at < start) at += (bytes[at] ?? 0) + 1
  if (at !== start) return null
  for (let i = 0; i < apex.length; i++) if (LOWER[bytes[start + i] ?? 0] !== apex[i]) return null
  for (let i = HEADER; i < start; i++) scratch[i - HEADER] = LOWER[bytes[i] ?? 0] ?? 0
  return scratch.toString('latin1', 0, start - HEADER)
}

function short(bytes: Buffer, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}
