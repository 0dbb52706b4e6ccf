import { describe, expect, it } from 'vitest'
import { type Fate, RateLimit } from './rate-limit.ts'
import { respond } from './respond.ts'
import { exampleZone } from './testing/example-zone.ts'
import { query } from './testing/messages.ts'

const zone = exampleZone()
const replyTo = (name: string, type = 16): Buffer => respond(query(name, type), 'udp', zone) ?? Buffer.alloc(12)
const records = replyTo('abc.waxseal.test')
const absent = replyTo('nope.waxseal.test')
const noData = replyTo('abc.waxseal.test', 1)
const refused = replyTo('example.org')
const aLimit = (perSecond = 10): RateLimit => new RateLimit({ perSecond, counters: 4096, seed: 0x1234_5677 })
const count = (fates: readonly Fate[], fate: Fate): number => fates.filter(each => each === fate).length
const many = (limit: RateLimit, times: number, address: string, reply = records, nowMs = 1000): Fate[] =>
  Array.from({ length: times }, () => limit.decide(address, reply, nowMs))

describe('the answers to one network in a second', () => {
  it('are sent up to the limit; then half of them slip and half are dropped', () => {
    const fates = many(aLimit(), 30, '192.0.2.1')
    expect(fates.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'send'))
    expect(fates.slice(10, 14)).toEqual(['drop', 'slip', 'drop', 'slip'])
    expect([count(fates, 'slip'), count(fates, 'drop')]).toEqual([10, 10])
  })

  it('are sent again as time passes, never more than those of one second', () => {
    const limit = aLimit()
    many(limit, 100, '192.0.2.1')
    expect(count(many(limit, 100, '192.0.2.1', records, 1500), 'send')).toBe(5)
    expect(count(many(limit, 100, '192.0.2.1', records, 3_600_000), 'send')).toBe(10)
  })

  it.each([
    ['192.0.2.1', '192.0.2.254', '192.0.3.1'],
    ['10.20.30.1', '10.20.30.2', '10.20.31.2'],
    ['2001:db8:1:200::1', '2001:db8:1:2ff:a:b:c:d', '2001:db8:1:300::1'],
    ['2001:db8::1', '2001:db8:0:ff::2', '2001:db8:1::1'],
    ['::1', '0:0:0:0:1::', '0:0:1::'],
  ])('are those of %s and %s together, and not those of %s', (one, same, other) => {
    const limit = aLimit()
    many(limit, 100, one)
    expect(count(many(limit, 20, same), 'send')).toBe(0)
    expect(count(many(limit, 20, other), 'send')).toBe(10)
  })

  it('are counted by kind, so that a flood of false names leaves real ones alone', () => {
    const limit = aLimit()
    many(limit, 100, '192.0.2.1', absent)
    expect(many(limit, 1, '192.0.2.1', absent)).not.toContain('send')
    for (const reply of [records, noData, refused]) expect(count(many(limit, 20, '192.0.2.1', reply), 'send')).toBe(10)
  })
})

it('holds a fixed number of counters, and answers the first question of any network', () => {
  const limit = aLimit()
  const fates = Array.from({ length: 100_000 }, (_, i) => `${10 + (i >> 16)}.${(i >> 8) & 255}.${i & 255}.1`).map(
    address => limit.decide(address, records, 1000),
  )
  expect(count(fates, 'send')).toBe(100_000)
})

it('keeps most networks apart from a flood, whatever the seed', () => {
  for (const seed of [0, 1, 2, 0x7fff_ffff, 0xffff_fffe]) {
    const limit = new RateLimit({ perSecond: 10, counters: 4096, seed })
    many(limit, 1000, '192.0.2.1')
    const others = Array.from({ length: 1000 }, (_, i) => limit.decide(`198.51.${i & 255}.${i >> 8}`, records, 1000))
    expect(count(others, 'send')).toBe(1000)
    expect(many(limit, 1, '192.0.2.1')).not.toContain('send')
  }
})
