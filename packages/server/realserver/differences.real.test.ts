import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openNameserver } from '../src/nameserver/serve-zone.ts'
import { exampleZone, exampleZoneFile } from '../src/nameserver/testing/example-zone.ts'
import { malformedPackets } from '../src/nameserver/testing/malformed-packets.ts'
import { summaryOf } from '../src/nameserver/testing/messages.ts'
import { askUdp, sentinelId } from './ask.ts'
import { startNsd } from './nsd.ts'

const oursAt = '127.0.0.2'
const nsdAt = '127.0.0.3'
const packets = 6000
const running: (() => Promise<void>)[] = []

beforeAll(async () => {
  const ours = await openNameserver({
    zone: exampleZone(),
    addresses: [oursAt],
    port: 53,
    answersPerSecond: 1e9,
    now: () => new Date(),
    log: pino({ level: 'silent' }),
  })
  const nsd = await startNsd(nsdAt, { zone: '', file: exampleZoneFile() })
  running.push(
    () => ours.close(),
    () => nsd.stop(),
  )
})
afterAll(async () => {
  for (const stop of running) await stop()
})

/** Why NSD may answer this packet in another manner; null when it may not. */
function causeOf(packet: Buffer, ours: string, nsd: string): string | null {
  const flags = packet.length < 4 ? 0 : packet.readUInt16BE(2)
  if ((flags & 0x7800) !== 0) return 'an opcode that is not QUERY: NSD knows NOTIFY and repeats header bits'
  if ((flags & 0x000f) !== 0) return 'an RCODE in a query: NSD calls it FORMERR'
  if (ours.startsWith('FORMERR') && nsd === 'nothing') return 'NSD sends 100 errors a second at most'
  if (ours.startsWith('FORMERR') && nsd.startsWith('FORMERR')) return 'FORMERR: NSD repeats other header bits'
  let at = 12
  while ((packet[at] ?? 0) > 0) at += (packet[at] ?? 0) + 1
  if (at + 5 > packet.length) return null
  const type = packet.readUInt16BE(at + 1)
  if (packet.readUInt16BE(at + 3) !== 1) return 'a class that is not IN: NSD answers CH and ANY'
  if (type === 255) return 'ANY: NSD sends the client to TCP'
  if (type === 251 || type === 252) return 'a transfer: NSD looks at who asks first, and at UDP before that'
  if (ours === 'FORMERR' && nsd === 'BADVERS OPT')
    return 'a cut OPT record of another version: NSD looks at the version first'
  if (ours.startsWith('BADVERS') && nsd.startsWith('BADVERS')) return 'BADVERS: NSD repeats header bits, and DO not'
  return null
}

it(`${packets.toLocaleString('en')} malformed packets get what NSD answers, or differ for a known cause`, async () => {
  const unexplained: string[] = []
  let compared = 0
  let same = 0
  for (const packet of malformedPackets(5, packets)) {
    if (packet.length < 2 || packet.readUInt16BE(0) === sentinelId) continue
    const ours = summaryOf(packet, await askUdp(oursAt, packet))
    const nsd = summaryOf(packet, await askUdp(nsdAt, packet))
    compared++
    if (ours === nsd) same++
    else if (causeOf(packet, ours, nsd) === null)
      unexplained.push(`${packet.toString('hex')}: ours ${ours}, NSD ${nsd}`)
  }
  expect(unexplained).toEqual([])
  // Most others are errors that NSD does not send, because there are too many.
  expect(same / compared).toBeGreaterThan(0.2)
})
