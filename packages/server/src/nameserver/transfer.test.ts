import { type Answer, decode } from 'dns-packet'
import { describe, expect, it } from 'vitest'
import { readRequest } from './request.ts'
import { exampleZone } from './testing/example-zone.ts'
import { opt, query } from './testing/messages.ts'
import { transferMessages } from './transfer.ts'
import type { Zone } from './zone.ts'

const text = (value: string): { text: string; ttl: number } => ({ text: value, ttl: 300 })

function* transfer(zone: Zone, packet: Buffer, room = 65_535): Generator<Buffer> {
  const request = readRequest(packet)
  if (request !== null) yield* transferMessages(request, 'tcp', zone, room)
}
const axfr = query('waxseal.test', 252, { id: 7 })
const ixfr = (serial: number): Buffer => {
  const numbers = `${serial.toString(16).padStart(8, '0')} ${'00000000'.repeat(4)}`
  return query('waxseal.test', 251, { counts: [1, 0, 1, 0], records: [`c00c 0006 0001 00000000 0016 0000 ${numbers}`] })
}
const answersOf = (messages: Iterable<Buffer>): Answer[] =>
  [...messages].flatMap(message => decode(message).answers ?? [])
/** `SOA 5`, `TXT abc.waxseal.test one` */
const linesOf = (messages: Iterable<Buffer>): string[] =>
  answersOf(messages).map(record => {
    if (record.type === 'SOA') return `SOA ${record.data.serial}`
    return record.type === 'TXT' ? `TXT ${record.name} ${String(record.data)}` : `${record.type} ${record.name}`
  })

describe('AXFR', () => {
  it('has every record once, between the SOA twice', () => {
    const lines = linesOf(transfer(exampleZone(), axfr))
    expect(lines[0]).toBe('SOA 2026112500')
    expect(lines.at(-1)).toBe('SOA 2026112500')
    expect(
      lines
        .slice(1, -1)
        .map(line => line.split(' ', 2).join(' '))
        .toSorted(),
    ).toEqual(
      [
        'NS waxseal.test',
        'NS waxseal.test',
        'A ns1.waxseal.test',
        'AAAA ns1.waxseal.test',
        'A ns2.waxseal.test',
        'TXT abc.waxseal.test',
        'TXT _spf.a.b.c.waxseal.test',
        'TXT long.waxseal.test',
        'TXT huge.waxseal.test',
      ].toSorted(),
    )
  })

  it('comes in as many messages as it needs, each with the id, the question and AA, none too long', () => {
    const zone = exampleZone()
    zone.apply(
      Array.from({ length: 2000 }, (_, i) => ({
        name: `n${i}.waxseal.test`,
        record: text(`v=spf1 ip4:192.0.2.${i % 256} -all`),
      })),
    )
    const messages = [...transfer(zone, axfr)]
    expect(messages.length).toBeGreaterThan(2)
    for (const message of messages) {
      const { id, flag_aa, questions } = decode(message)
      expect({ id, flag_aa, questions }).toMatchObject({
        id: 7,
        flag_aa: true,
        questions: [{ type: 'AXFR', name: 'waxseal.test' }],
      })
      expect(message.length).toBeLessThanOrEqual(32_768)
    }
    const names = new Set(answersOf(messages).map(({ name }) => name))
    expect(names.size).toBe(2000 + 7)
  })

  it('sends a record that is longer than usual messages alone', () => {
    const zone = exampleZone()
    zone.put('max.waxseal.test', text('x'.repeat(16_384)))
    const messages = [...transfer(zone, axfr, 20_000)]
    for (const message of messages) expect(message.length).toBeLessThanOrEqual(20_000)
    expect(linesOf(messages)).toHaveLength(12)
  })

  it('is of one moment, whatever changes while it is sent', () => {
    const zone = exampleZone()
    zone.apply(Array.from({ length: 2000 }, (_, i) => ({ name: `n${i}.waxseal.test`, record: text('old') })))
    const expected = linesOf(transfer(zone, axfr))
    const messages: Buffer[] = []
    for (const message of transfer(zone, axfr)) {
      messages.push(message)
      zone.remove('n1.waxseal.test')
      zone.put('n1999.waxseal.test', text('new'))
      zone.put(`more${messages.length}.waxseal.test`, text('new'))
    }
    expect(linesOf(messages)).toEqual(expected)
  })

  it('has one OPT record when the query has one (RFC 6891 section 7)', () => {
    const [message = Buffer.alloc(12)] = transfer(exampleZone(), query('waxseal.test', 252, { records: [opt()] }))
    expect(decode(message).additionals).toMatchObject([{ type: 'OPT' }])
  })
})

describe('IXFR', () => {
  const zone = exampleZone()
  zone.apply(Array.from({ length: 20 }, (_, i) => ({ name: `n${i}.waxseal.test`, record: text('same') })))
  const start = zone.serial
  zone.put('a.waxseal.test', text('one'))
  zone.put('abc.waxseal.test', text('two'))
  zone.put('a.waxseal.test', text('three'))
  zone.remove('long.waxseal.test')

  it('is the difference in one step: records that went, then records that came', () => {
    zone.put('d.waxseal.test', text('four'))
    const now = zone.serial
    const lines = linesOf(transfer(zone, ixfr(start + 2)))
    expect(lines).toEqual([
      `SOA ${now}`,
      `SOA ${start + 2}`,
      'TXT a.waxseal.test one',
      expect.stringMatching(/^TXT long\.waxseal\.test v=spf1/),
      `SOA ${now}`,
      'TXT a.waxseal.test three',
      'TXT d.waxseal.test four',
      `SOA ${now}`,
    ])
  })

  it('leaves out what is as it was', () => {
    const before = zone.serial
    zone.put('a.waxseal.test', text('five'))
    zone.put('a.waxseal.test', text('three'))
    zone.put('b.waxseal.test', text('six'))
    zone.remove('b.waxseal.test')
    const soa = `SOA ${zone.serial}`
    expect(linesOf(transfer(zone, ixfr(before)))).toEqual([soa, `SOA ${before}`, soa, soa])
  })

  it.each([
    ['the current serial', 0],
    ['a later one', 10],
  ])('of %s is the SOA alone', (_, ahead) => {
    expect(linesOf(transfer(zone, ixfr(zone.serial + ahead)))).toEqual([`SOA ${zone.serial}`])
  })

  it.each([
    ['a serial that the journal does not know', ixfr(1_000_000_000)],
    ['a query without a serial', query('waxseal.test', 251)],
  ])('of %s is the whole zone', (_, packet) => {
    expect(linesOf(transfer(zone, packet))).toEqual(linesOf(transfer(zone, axfr)))
  })

  it('of a change of most of the zone is the whole zone', () => {
    const small = exampleZone()
    const before = small.serial
    for (const label of ['abc', 'long', 'huge']) small.put(`${label}.waxseal.test`, text('new'))
    expect(linesOf(transfer(small, ixfr(before)))).toEqual(linesOf(transfer(small, axfr)))
  })
})
