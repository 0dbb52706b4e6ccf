import { expect, it } from 'vitest'
import { answerSecondary } from './answer-secondary.ts'
import { readRequest } from './request.ts'
import { exampleZone } from './testing/example-zone.ts'
import { malformedPackets } from './testing/malformed-packets.ts'
import { query, wireName } from './testing/messages.ts'
import { Signer, type TsigKey } from './tsig.ts'

const now = 1_795_594_816
const key: TsigKey = { name: wireName('xfr.waxseal'), secret: Buffer.from('a key of thirty-two bytes length') }
const zone = exampleZone()

/** What a signature does not cover: the id, the letter case of the key's name, and what follows the message. */
function coveredPart(packet: Buffer, length: number): string {
  return packet.subarray(2, length).toString('latin1').toLowerCase()
}

it('no change of a signed transfer query, in 50,000 from a seed, gets the zone', () => {
  const packet = new Signer(key, null).sign(query('waxseal.test', 252), now)
  const covered = coveredPart(packet, packet.length)
  let transfers = 0
  for (const forged of malformedPackets(3, 50_000, [packet])) {
    const request = readRequest(forged)
    if (request === null) continue
    const client = { address: '192.0.2.1', transport: 'tcp' } as const
    const messages = [...answerSecondary(request, client, zone, [{ address: '192.0.2.1', port: 53, key }], now)]
    expect(messages.length).toBeGreaterThan(0)
    // An answer with more than one record is the zone.
    if (messages.every(message => message.readUInt16BE(6) <= 1)) continue
    transfers++
    expect(coveredPart(forged, packet.length)).toBe(covered)
  }
  expect(transfers).toBeGreaterThan(0)
})
