import { emptyReply } from './answer.ts'
import { isOlder } from './journal.ts'
import { bodiesOf, type RecordSet, TYPE } from './record-set.ts'
import { HEADER, type Request, type Transport } from './request.ts'
import type { Zone } from './zone.ts'

/** A record of a transfer: its owner as a key of the zone, and the rest in wire format. */
type Placed = readonly [key: string, body: Buffer]

/** Small enough that queries between two messages do not wait. */
const messageMax = 32_768
/** A difference of more names than this share of the zone is no shorter than the zone. */
const differenceShareMax = 0.5

/**
 * The messages of a transfer (RFC 5936 section 2.2, RFC 1995 section 4), all of the state that the zone has now. An IXFR
 * query gets the difference where the journal knows it, the serial alone when nothing is newer, else the whole zone.
 *
 * @param room the size of a message, without what a signature adds
 */
export function* transferMessages(request: Request, transport: Transport, zone: Zone, room: number): Generator<Buffer> {
  const limit = Math.min(room, messageMax)
  // Each message repeats the question, so that a pointer to byte 12 is the apex.
  const plain = { ...request, edns: false }
  let parts: Buffer[] = []
  let count = 0
  let isFirst = true
  const start = emptyReply(request, 0).length
  let length = start
  const message = (): Buffer => {
    const empty = emptyReply(isFirst ? request : plain, 0)
    const end = request.nameEnd + 4
    const whole = Buffer.concat([empty.subarray(0, end), ...parts, empty.subarray(end)])
    whole[2] = (whole[2] ?? 0) | 0x04
    whole.writeUInt16BE(count, 6)
    isFirst = false
    parts = []
    count = 0
    length = start
    return whole
  }
  for (const [key, body] of recordsFor(request, transport, zone)) {
    const size = key.length + 2 + body.length
    if (length + size > limit && count > 0) yield message()
    parts.push(Buffer.from(`${key}\u00c0${pointer}`, 'latin1'), body)
    count++
    length += size
  }
  yield message()
}

const pointer = String.fromCharCode(HEADER)

function recordsFor({ type, serial }: Request, transport: Transport, zone: Zone): Iterable<Placed> {
  const soaAlone = [apexRecord(zone.soa(zone.serial))]
  // A transfer fits no datagram: the serial says whether there is one to ask for over TCP (RFC 1995 section 2).
  if (transport === 'udp') return soaAlone
  if (type !== TYPE.IXFR || serial < 0) return wholeZone(zone)
  return isOlder(serial, zone.serial) ? (differenceSince(serial, zone) ?? wholeZone(zone)) : soaAlone
}

/** RFC 5936 section 2.2: the SOA record first and last. */
function wholeZone(zone: Zone): Iterable<Placed> {
  const { own, keys, texts } = zone.snapshot()
  const soa = apexRecord(zone.soa(zone.serial))
  return (function* () {
    yield soa
    for (const [key, sets] of own) {
      for (const { type, octets } of sets) if (type !== TYPE.SOA) for (const body of bodiesOf(octets)) yield [key, body]
    }
    for (const [i, key] of keys.entries()) yield hosted(key, texts[i] ?? '')
    yield soa
  })()
}

/** One difference from that serial to now (RFC 1995 section 4): the records that went, then those that came. */
function differenceSince(serial: number, zone: Zone): Placed[] | null {
  const before = zone.changedSince(serial)
  if (before === null || before.size > zone.hosted * differenceShareMax) return null
  const gone: Placed[] = []
  const come: Placed[] = []
  for (const [key, text] of before) {
    const now = zone.text(key)
    if (now === text) continue
    if (text !== null) gone.push(hosted(key, text))
    if (now !== null) come.push(hosted(key, now))
  }
  const soa = apexRecord(zone.soa(zone.serial))
  return [soa, apexRecord(zone.soa(serial)), ...gone, soa, ...come, soa]
}

function apexRecord({ octets }: RecordSet): Placed {
  return ['', octets.subarray(2)]
}

function hosted(key: string, text: string): Placed {
  return [key, Buffer.from(text, 'latin1').subarray(2)]
}
