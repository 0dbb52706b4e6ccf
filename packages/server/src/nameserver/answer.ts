import { TYPE } from './record-set.ts'
import { HEADER, keyOf, RCODE, type Request, UDP_PAYLOAD } from './request.ts'
import type { Zone } from './zone.ts'

/** The content of an authoritative reply, beside its question. */
interface Reply {
  rcode: number
  /** One hosted record, as `Zone.text` has it. */
  text?: string
  answers?: { readonly count: number; readonly octets: Buffer }
  /** The SOA record of a negative answer, with a pointer as its owner. */
  authority?: Buffer
  /** Left out where it does not fit (RFC 2181 section 9). */
  additional?: { readonly count: number; readonly octets: Buffer }
}

const OPT_LENGTH = 11

/** The answer to one query, at most this long. */
export function answer(request: Request, zone: Zone, limit: number): Buffer {
  if (request.problem !== 0) return bareReply(request.bytes, request.problem)
  if (request.version > 0) return emptyReply(request, RCODE.BADVERS)
  const isTransfer = request.type === TYPE.AXFR || request.type === TYPE.IXFR
  const key = request.class === 1 && !isTransfer ? keyOf(request, zone.apex) : null
  return key === null
    ? emptyReply(request, RCODE.REFUSED)
    : compose(request, zone, replyTo(request.type, key, zone), limit)
}

function replyTo(type: number, key: string, zone: Zone): Reply {
  const text = type === TYPE.TXT || type === TYPE.ANY ? zone.text(key) : null
  if (type === TYPE.TXT && text !== null) return { rcode: RCODE.NOERROR, text }
  const own = zone.own(key)
  if (type === TYPE.ANY && (text !== null || own.length > 0)) return { rcode: RCODE.NOERROR, answers: minimalAny }
  for (const set of own) {
    if (set.type !== type) continue
    if (type === TYPE.NS) return { rcode: RCODE.NOERROR, answers: set, additional: zone.glue }
    return { rcode: RCODE.NOERROR, answers: set }
  }
  return { rcode: zone.has(key) ? RCODE.NOERROR : RCODE.NXDOMAIN, authority: zone.negative }
}

/** One HINFO record in place of all sets (RFC 8482 section 4.2), with a TTL of an hour. */
const minimalAny = {
  count: 1,
  octets: Buffer.concat([Buffer.from('c00c000d000100000e100009', 'hex'), Buffer.from('\u0007RFC8482\0', 'latin1')]),
}

function compose(request: Request, zone: Zone, reply: Reply, limit: number): Buffer {
  const { bytes, edns } = request
  const { text, answers, authority } = reply
  const end = request.nameEnd + 4
  const optLength = edns ? OPT_LENGTH : 0
  let length = end + (text?.length ?? answers?.octets.length ?? 0) + (authority?.length ?? 0) + optLength
  if (length > limit) return truncated(request)
  let additional = reply.additional
  if (additional !== undefined) {
    if (length + additional.octets.length > limit) additional = undefined
    else length += additional.octets.length
  }
  const message = Buffer.allocUnsafe(length)
  message.set(end === bytes.length ? bytes : bytes.subarray(0, end), 0)
  writeHeader(message, reply.rcode, 0x84)
  let at = end
  if (text !== undefined) {
    at += message.write(text, at, 'latin1')
    message[7] = 1
  } else if (answers !== undefined) {
    message.set(answers.octets, at)
    message[6] = answers.count >> 8
    message[7] = answers.count
    at += answers.octets.length
  }
  if (authority !== undefined) {
    message.set(authority, at)
    // The owner is the apex, which ends the queried name.
    const apexAt = request.nameEnd - zone.apex.length
    message[at] = 0xc0 | (apexAt >> 8)
    message[at + 1] = apexAt
    message[9] = 1
    at += authority.length
  }
  if (additional !== undefined) {
    message.set(additional.octets, at)
    message[10] = additional.count >> 8
    message[11] = additional.count
    at += additional.octets.length
  }
  if (edns) writeOpt(message, at, reply.rcode, request.dnssec)
  return message
}

/**
 * A reply of which only the question fits: TC, so that the client asks over TCP (RFC 2181 section 9). It is no longer
 * than the query.
 */
export function truncated(request: Request): Buffer {
  return emptyReply(request, RCODE.NOERROR, 0x06)
}

/** A reply without records. */
export function emptyReply(request: Request, rcode: number, flags = 0): Buffer {
  const end = request.nameEnd + 4
  const message = Buffer.alloc(end + (request.edns ? OPT_LENGTH : 0))
  message.set(request.bytes.subarray(0, end), 0)
  writeHeader(message, rcode, 0x80 | flags)
  if (request.edns) writeOpt(message, end, rcode, request.dnssec)
  return message
}

/** A header alone, for a message without a question that could be repeated. */
export function bareReply(query: Buffer, rcode: number): Buffer {
  const message = Buffer.from(query.subarray(0, HEADER))
  writeHeader(message, rcode, 0x80)
  message[5] = 0
  return message
}

/** Keeps id, opcode and RD of the query, and no other bit: AD, CD, RA and Z are clear. */
function writeHeader(message: Buffer, rcode: number, flags: number): void {
  message[2] = ((message[2] ?? 0) & 0x79) | flags
  message[3] = rcode & 15
  message[4] = 0
  message[5] = 1
  for (let i = 6; i < HEADER; i++) message[i] = 0
}

/** RFC 6891 section 6.1.3; DO repeats that of the query (RFC 3225 section 3). */
function writeOpt(message: Buffer, at: number, rcode: number, dnssec: boolean): void {
  message[at] = 0
  message[at + 1] = 0
  message[at + 2] = TYPE.OPT
  message[at + 3] = UDP_PAYLOAD >> 8
  message[at + 4] = UDP_PAYLOAD & 0xff
  message[at + 5] = rcode >> 4
  message[at + 6] = 0
  message[at + 7] = dnssec ? 0x80 : 0
  message[at + 8] = 0
  message[at + 9] = 0
  message[at + 10] = 0
  message[11] = (message[11] ?? 0) + 1
}
