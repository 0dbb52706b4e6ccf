import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { decode } from 'dns-packet'
import { describe, expect, it } from 'vitest'
import { silent } from '../testing/silent.ts'
import { respond } from './respond.ts'
import { openNameserver } from './serve-zone.ts'
import { exampleZone } from './testing/example-zone.ts'
import { malformedPackets } from './testing/malformed-packets.ts'
import { query, summaryOf } from './testing/messages.ts'

const packets = 50_000

describe(`${packets.toLocaleString('en')} malformed packets`, () => {
  it('get nothing or a whole answer that repeats their id, is no longer than it may be and makes nothing up', () => {
    const zone = exampleZone()
    const serial = zone.serial
    const codes = new Map<number, number>()
    for (const packet of malformedPackets(1, packets)) {
      const given = Buffer.from(packet)
      const udp = respond(packet, 'udp', zone)
      const tcp = respond(packet, 'tcp', zone)
      expect(packet.equals(given)).toBe(true)
      expect(udp === null).toBe(tcp === null)
      const isDropped = packet.length < 12 || ((packet[2] ?? 0) & 0x80) !== 0
      expect(udp === null).toBe(isDropped)
      if (udp === null || tcp === null) continue
      expect(udp.length).toBeLessThanOrEqual(1232)
      for (const reply of [udp, tcp]) {
        const { id, flag_qr, answers = [] } = decode(reply)
        expect([id, flag_qr]).toEqual([packet.readUInt16BE(0), true])
        // The opcode.
        expect((reply[2] ?? 0) & 0x78).toBe((packet[2] ?? 0) & 0x78)
        expect(answers.length).toBeLessThanOrEqual(2)
      }
      const rcode = (udp[3] ?? 0) & 15
      codes.set(rcode, (codes.get(rcode) ?? 0) + 1)
    }
    // The packets reach all of the server: each code that it has occurs often.
    for (const rcode of [0, 1, 3, 4, 5, 9]) expect(codes.get(rcode) ?? 0, `rcode ${rcode}`).toBeGreaterThan(50)
    expect(zone.serial).toBe(serial)
  })

  it('leave a running server as it was', async () => {
    const server = await openNameserver({
      zone: exampleZone(),
      addresses: ['127.0.0.1'],
      port: 0,
      answersPerSecond: 1_000_000,
      now: () => new Date(),
      log: silent,
    })
    const socket = createSocket('udp4')
    socket.connect(server.port, '127.0.0.1')
    await once(socket, 'connect')
    const good = query('abc.waxseal.test', 16, { id: 0xffff })
    let sent = 0
    for (const packet of malformedPackets(2, packets / 10)) {
      if (packet.length === 0 || (packet[0] === 0xff && packet[1] === 0xff)) continue
      socket.send(packet)
      if (++sent % 100 !== 0) continue
      socket.send(good)
      for (let reply: Buffer = Buffer.alloc(2); reply.readUInt16BE(0) !== 0xffff; ) {
        ;[reply] = (await once(socket, 'message')) as [Buffer]
        if (reply.readUInt16BE(0) === 0xffff) expect(summaryOf(good, reply)).toBe('NOERROR aa TXT(300)')
      }
    }
    socket.close()
    await server.close()
  })
})
