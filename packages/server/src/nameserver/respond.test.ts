import { decode } from 'dns-packet'
import { describe, expect, it } from 'vitest'
import { respond } from './respond.ts'
import { battery } from './testing/battery.data.ts'
import { exampleZone } from './testing/example-zone.ts'
import { query, summaryOf } from './testing/messages.ts'
import { Zone } from './zone.ts'

const zone = exampleZone()

describe('answers to raw queries, each as NSD gives it or for a stated reason in another manner', () => {
  it.each(battery)('$title: $expected', ({ packet, over, expected }) => {
    expect(summaryOf(packet, respond(packet, over ?? 'udp', zone))).toBe(expected)
  })
})

describe('an NS answer', () => {
  const nameservers = Array.from({ length: 8 }, (_, i) => ({
    host: `ns${i}.waxseal.test`,
    addresses: [`192.0.2.${i}`, `2001:db8::${i}`],
  }))
  const many = new Zone({ name: 'waxseal.test', nameservers, contact: 'hostmaster@waxseal.test', serial: 1 })
  const packet = query('waxseal.test', 2)

  it('brings the addresses of the name servers', () => {
    const reply = decode(respond(packet, 'tcp', many) ?? packet)
    expect(reply.answers).toHaveLength(8)
    expect(reply.additionals).toHaveLength(16)
    expect(reply.additionals?.[1]).toMatchObject({ type: 'AAAA', name: 'ns0.waxseal.test', data: '2001:db8::' })
  })

  it('leaves them out where they do not fit, without TC (RFC 2181 section 9)', () => {
    const reply = decode(respond(packet, 'udp', many) ?? packet)
    expect([reply.answers?.length, reply.additionals?.length, reply.flag_tc]).toEqual([8, 0, false])
  })
})
