import { createHmac } from 'node:crypto'
import { decode } from 'dns-packet'
import { describe, expect, it } from 'vitest'
import { answerSecondary, type Client } from './answer-secondary.ts'
import { readRequest, tsigPlace } from './request.ts'
import { respond } from './respond.ts'
import type { Secondary } from './secondaries.ts'
import { exampleZone } from './testing/example-zone.ts'
import { hex, opt, query, summaryOf, wireName } from './testing/messages.ts'
import { checkTsig, readTsig, Signer, type Tsig, type TsigKey } from './tsig.ts'

const now = 1_795_594_816
const key: TsigKey = { name: wireName('xfr.waxseal'), secret: Buffer.from('a key of thirty-two bytes length') }
const otherKey: TsigKey = { name: wireName('other'), secret: Buffer.alloc(32, 1) }
const secondary: Secondary = { address: '192.0.2.1', port: 53, key }
const plain: Secondary = { address: '192.0.2.2', port: 53, key: null }
const other: Secondary = { address: '192.0.2.3', port: 53, key: otherKey }
const zone = exampleZone()

const all = (packet: Buffer, address: string, transport: Client['transport'] = 'tcp', at = now): Buffer[] => {
  const request = readRequest(packet)
  return request === null
    ? []
    : [...answerSecondary(request, { address, transport }, zone, [secondary, plain, other], at)]
}
const axfr = query('waxseal.test', 252)
const signedBy = (by: TsigKey, packet: Buffer, at = now): { packet: Buffer; mac: Buffer | null } => {
  const signer = new Signer(by, null)
  return { packet: signer.sign(packet, at), mac: signer.mac }
}
const tsigOf = (message: Buffer): Tsig | null => readTsig(message, tsigPlace(message))
const errorOf = (message: Buffer, mac: Buffer | null, at = now): number | null => {
  const tsig = tsigOf(message)
  return tsig && checkTsig(message, tsigPlace(message), tsig, [key], at, mac).error
}

describe('a transfer', () => {
  it.each([
    ['a secondary with its key', '192.0.2.1', key, 9],
    ['a secondary without a key', '192.0.2.2', null, 9],
    ['a secondary without a key, signed', '192.0.2.2', key, 9],
  ])('is for %s', (_, address, by, records) => {
    const packet = by === null ? axfr : signedBy(by, axfr).packet
    const [message = Buffer.alloc(12)] = all(packet, address)
    expect(decode(message).answers).toHaveLength(records + 2)
  })

  it.each([
    ['another address', '192.0.2.9', key],
    ['a secondary that does not sign', '192.0.2.1', null],
    ['a secondary with the key of another one', '192.0.2.1', otherKey],
  ])('is refused to %s', (_, address, by) => {
    const packet = by === null ? axfr : signedBy(by, axfr).packet
    expect(all(packet, address).map(message => summaryOf(packet, message))).toEqual(['REFUSED'])
  })

  it('is of the whole zone only', () => {
    for (const name of ['abc.waxseal.test', 'test', 'example.org']) {
      const packet = query(name, 252)
      expect(all(packet, plain.address).map(message => summaryOf(packet, message))).toEqual(['NOTAUTH'])
    }
  })

  it('does not come over UDP, where an IXFR query learns the serial', () => {
    expect(all(axfr, plain.address, 'udp').map(message => summaryOf(axfr, message))).toEqual(['REFUSED'])
    const soa = `c00c 0006 0001 00000000 0016 0000 00000001 00000000 00000000 00000000 00000000`
    const ixfr = query('waxseal.test', 251, { counts: [1, 0, 1, 0], records: [soa] })
    expect(all(ixfr, plain.address, 'udp').map(message => summaryOf(ixfr, message))).toEqual(['NOERROR aa SOA(3600)'])
  })
})

describe('a signed query', () => {
  it.each([
    ['abc.waxseal.test', 'NOERROR aa TXT(300) OPT'],
    ['nope.waxseal.test', 'NXDOMAIN aa authority:SOA(300) OPT'],
    ['example.org', 'REFUSED OPT'],
  ])('for %s from any address gets a signed answer', (name, expected) => {
    const { packet, mac } = signedBy(key, query(name, 16, { records: [opt()] }))
    const [message = Buffer.alloc(12)] = all(packet, '203.0.113.1', 'udp')
    expect(summaryOf(packet, message)).toBe(expected)
    expect(errorOf(message, mac)).toBe(0)
  })

  it('gets an answer of which the signature fits the datagram too', () => {
    for (const payload of [512, 1232]) {
      const { packet } = signedBy(key, query('long.waxseal.test', 16, { records: [opt({ payload })] }))
      const [message = Buffer.alloc(0)] = all(packet, '203.0.113.1', 'udp')
      expect(message.length).toBeLessThanOrEqual(payload)
      expect(summaryOf(packet, message)).toBe(payload === 512 ? 'NOERROR aa tc OPT' : 'NOERROR aa TXT(300) OPT')
    }
  })

  it('is cut where only its signature would not fit the datagram', () => {
    const exact = exampleZone()
    const size = (text: string): number => {
      exact.put('exact.waxseal.test', { text, ttl: 60 })
      return respond(query('exact.waxseal.test', 16, { records: [opt()] }), 'udp', exact)?.length ?? 0
    }
    const text = 'x'.repeat(1100 + 1232 - size('x'.repeat(1100)))
    expect(size(text)).toBe(1232)
    const { packet } = signedBy(key, query('exact.waxseal.test', 16, { records: [opt()] }))
    const request = readRequest(packet)
    const [message = Buffer.alloc(12)] =
      request === null ? [] : answerSecondary(request, { address: '', transport: 'udp' }, exact, [secondary], now)
    expect(summaryOf(packet, message)).toBe('NOERROR aa tc OPT')
  })

  it('gets messages of which each signature covers the one before (RFC 8945 section 5.3.1)', () => {
    const large = exampleZone()
    large.apply(
      Array.from({ length: 1500 }, (_, i) => ({
        name: `n${i}.waxseal.test`,
        record: { text: 'v=spf1 -all', ttl: 60 },
      })),
    )
    const { packet, mac } = signedBy(key, axfr)
    const request = readRequest(packet)
    const messages =
      request === null
        ? []
        : [...answerSecondary(request, { address: secondary.address, transport: 'tcp' }, large, [secondary], now)]
    expect(messages.length).toBeGreaterThan(1)
    let previous = mac ?? Buffer.alloc(0)
    // Name, class, TTL, algorithm; time and fudge; error and other data.
    const times = hex('00006b067d00 012c')
    times.writeUIntBE(now, 0, 6)
    const head = Buffer.concat([
      key.name,
      hex('00ff 00000000 0b'),
      Buffer.from('hmac-sha256\0', 'latin1'),
      times,
      hex('0000 0000'),
    ])
    for (const [i, message] of messages.entries()) {
      const unsigned = Buffer.from(message.subarray(0, tsigPlace(message)))
      unsigned.writeUInt16BE(message.readUInt16BE(10) - 1, 10)
      const covered = Buffer.concat([Buffer.of(0, previous.length), previous, unsigned, i === 0 ? head : times])
      const expected = createHmac('sha256', key.secret).update(covered).digest()
      expect(tsigOf(message)?.mac).toEqual(expected)
      previous = expected
    }
  })

  it('with a shortened signature gets BADSIG', () => {
    const { packet } = signedBy(key, axfr)
    const start = tsigPlace(packet)
    const dataLength = start + key.name.length + 8
    const macLength = dataLength + 2 + 13 + 8
    const short = Buffer.concat([packet.subarray(0, macLength + 2 + 16), packet.subarray(macLength + 2 + 32)])
    short.writeUInt16BE(short.readUInt16BE(dataLength) - 16, dataLength)
    short.writeUInt16BE(16, macLength)
    const [message = Buffer.alloc(12)] = all(short, secondary.address)
    expect(tsigOf(message)).toMatchObject({ error: 16 })
  })

  it('with an unknown key gets NOTAUTH and BADKEY, unsigned', () => {
    const { packet } = signedBy({ ...key, name: wireName('unknown') }, query('abc.waxseal.test', 16))
    const [message = Buffer.alloc(12)] = all(packet, secondary.address)
    expect(summaryOf(packet, message)).toBe('NOTAUTH')
    expect(tsigOf(message)).toMatchObject({ error: 17, mac: Buffer.alloc(0), keyName: wireName('unknown') })
  })

  it.each([
    ['a wrong secret', signedBy({ ...key, secret: Buffer.alloc(32) }, axfr).packet],
    ['a changed question', flipped(signedBy(key, axfr).packet, 14)],
    ['a changed signature', flipped(signedBy(key, axfr).packet, -20)],
    ['a changed time', flipped(signedBy(key, axfr).packet, axfr.length + 13 + 10 + 13 + 5)],
  ])('with %s gets NOTAUTH and BADSIG, unsigned', (_, packet) => {
    const [message = Buffer.alloc(12)] = all(packet, secondary.address)
    expect(summaryOf(packet, message)).toBe('NOTAUTH')
    expect(tsigOf(message)).toMatchObject({ error: 16, mac: Buffer.alloc(0) })
  })

  it.each([-301, 301])('of a clock that is %i seconds off gets NOTAUTH and BADTIME, signed, with our time', seconds => {
    const { packet, mac } = signedBy(key, axfr, now + seconds)
    const [message = Buffer.alloc(12)] = all(packet, secondary.address)
    expect(summaryOf(packet, message)).toBe('NOTAUTH')
    expect(tsigOf(message)).toMatchObject({ error: 18, time: now + seconds })
    expect(tsigOf(message)?.other.readUIntBE(0, 6)).toBe(now)
    expect(errorOf(message, mac, now + seconds)).toBe(0)
  })

  it('of a clock within five minutes is answered', () => {
    const { packet } = signedBy(key, axfr, now - 300)
    expect(summaryOf(packet, all(packet, secondary.address)[0] ?? null)).toMatch(/^NOERROR aa SOA/)
  })

  it('may write the name of the key in capitals', () => {
    const { packet } = signedBy(key, axfr)
    const at = packet.indexOf('xfr')
    packet.write('XFR', at, 'latin1')
    expect(summaryOf(packet, all(packet, secondary.address)[0] ?? null)).toMatch(/^NOERROR aa SOA/)
  })

  it('whose signature is cut off anywhere is malformed', () => {
    const { packet } = signedBy(key, axfr)
    for (let length = axfr.length; length < packet.length; length++) {
      const cut = packet.subarray(0, length)
      expect(all(cut, secondary.address)).toHaveLength(1)
      expect(summaryOf(cut, all(cut, secondary.address)[0] ?? null)).not.toMatch(/^NOERROR/)
    }
  })
})

function flipped(packet: Buffer, at: number): Buffer {
  const changed = Buffer.from(packet)
  const index = at < 0 ? packet.length + at : at
  changed[index] = (changed[index] ?? 0) ^ 1
  return changed
}
