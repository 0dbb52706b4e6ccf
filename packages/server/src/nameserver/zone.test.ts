import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOlder } from './journal.ts'
import { TYPE } from './record-set.ts'
import { exampleZone } from './testing/example-zone.ts'
import { wireName } from './testing/messages.ts'
import { Zone } from './zone.ts'

const options = {
  name: 'Waxseal.test.',
  nameservers: [{ host: 'ns1.waxseal.test', addresses: ['192.0.2.1'] }],
  contact: 'first.last@example.org',
  serial: 10,
}
const aZone = (): Zone => new Zone(options)
const text = (value: string): { text: string; ttl: number } => ({ text: value, ttl: 300 })
const keyOf = (name: string): string => wireName(name).toString('latin1', 0, wireName(name).length - 1)

describe('the zone in memory', () => {
  it('has its SOA, with the administrator as a name, and its NS records', () => {
    const [soa, ns] = aZone().own('')
    expect(soa?.octets.includes(wireName('first.last.example.org'))).toBe(false)
    expect(soa?.octets.includes(Buffer.concat([Buffer.from('\nfirst.last'), wireName('example.org')]))).toBe(true)
    expect(ns).toMatchObject({ type: TYPE.NS, count: 1 })
  })

  it('has the addresses of its own name servers only', () => {
    const zone = new Zone({
      ...options,
      nameservers: [...options.nameservers, { host: 'ns.other.test', addresses: [] }],
    })
    expect(zone.own(keyOf('ns1')).map(({ type }) => type)).toEqual([TYPE.A])
    expect(zone.glue.count).toBe(1)
  })

  it('is replaced as a whole under one new serial: other names go, and what is the same stays', () => {
    const zone = aZone()
    zone.apply([
      { name: 'a.waxseal.test', record: text('one') },
      { name: 'b.deep.waxseal.test', record: text('two') },
    ])
    const before = zone.serial
    const all = ['a', 'c'].map(label => ({ name: `${label}.waxseal.test`, record: text('one') }))
    zone.replace(all)
    expect([zone.serial, zone.hosted]).toEqual([before + 1, 2])
    expect([...(zone.changedSince(before)?.keys() ?? [])]).toEqual([keyOf('c'), keyOf('b.deep')])
    expect(['a', 'b.deep', 'deep', 'c'].map(name => zone.has(keyOf(name)))).toEqual([true, false, false, true])
    zone.replace(all)
    expect(zone.serial).toBe(before + 1)
    expect(() => zone.replace([{ name: 'x.other.test', record: text('') }])).toThrow(RangeError)
    expect(zone.hosted).toBe(2)
  })

  it('says why it would refuse a change', () => {
    const zone = aZone()
    expect(zone.problemOf({ name: 'a.waxseal.test', record: text('one') })).toBeNull()
    expect(zone.problemOf({ name: 'a.other.test', record: null })).toBe('a.other.test is not in the zone waxseal.test')
    expect(zone.problemOf({ name: 'a.waxseal.test', record: text('€') })).toBe('the text does not fit a TXT record')
  })

  it('cuts a text into strings of 255 bytes', () => {
    const zone = aZone()
    zone.put('a.waxseal.test', text('x'.repeat(600)))
    expect(Buffer.from(zone.text(keyOf('a')) ?? '', 'latin1').subarray(12)).toEqual(
      Buffer.concat(
        [[255], 'x'.repeat(255), [255], 'x'.repeat(255), [90], 'x'.repeat(90)].map(part => Buffer.from(part as string)),
      ),
    )
    zone.put('empty.waxseal.test', text(''))
    expect(zone.text(keyOf('empty'))?.slice(12)).toBe('\0')
  })

  it('replaces the record of a name, and a name of a name server may have one', () => {
    const zone = aZone()
    zone.put('ns1.waxseal.test', text('one'))
    zone.put('NS1.waxseal.test.', text('two'))
    expect(zone.text(keyOf('ns1'))).toContain('two')
    expect(zone.hosted).toBe(1)
    zone.remove('ns1.waxseal.test')
    expect([zone.text(keyOf('ns1')), zone.has(keyOf('ns1')), zone.hosted]).toEqual([null, true, 0])
  })

  it('has the names above a record as long as there is one below them', () => {
    const zone = aZone()
    zone.put('a.b.c.waxseal.test', text('one'))
    zone.put('x.b.c.waxseal.test', text('two'))
    expect([zone.has(keyOf('b.c')), zone.text(keyOf('b.c'))]).toEqual([true, null])
    zone.remove('a.b.c.waxseal.test')
    expect(zone.has(keyOf('c'))).toBe(true)
    zone.remove('x.b.c.waxseal.test')
    expect(['c', 'b.c', 'x.b.c'].map(name => zone.has(keyOf(name)))).toEqual([false, false, false])
  })

  it('knows exactly the names with a record at or below them, whatever was put and removed', () => {
    const name = fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
      .map(labels => labels.join('.'))
    const change = fc.record({ name, isPut: fc.boolean() })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), changes => {
        const zone = aZone()
        const published = new Set<string>()
        for (const { name, isPut } of changes) {
          if (isPut) zone.put(`${name}.waxseal.test`, text(name))
          else zone.remove(`${name}.waxseal.test`)
          if (isPut) published.add(name)
          else published.delete(name)
        }
        for (const { name } of changes) {
          const exists = [...published].some(each => each === name || each.endsWith(`.${name}`))
          expect(zone.has(keyOf(name))).toBe(exists)
          expect(zone.text(keyOf(name)) !== null).toBe(published.has(name))
        }
        expect(zone.hosted).toBe(published.size)
      }),
    )
  })

  it.each([
    ['example.org', 'is not in the zone'],
    ['xwaxseal.test', 'is not in the zone'],
    ['*.waxseal.test', 'is a wildcard'],
    ['a..waxseal.test', 'is no domain name'],
    [`${'a'.repeat(64)}.waxseal.test`, 'is no domain name'],
  ])('refuses %s: it %s', (name, problem) => {
    expect(() => aZone().put(name, text('v=spf1 -all'))).toThrow(problem)
  })

  it('refuses what no TXT record carries, and makes none of the changes with it', () => {
    const zone = aZone()
    for (const record of [text('ü→'), text('x'.repeat(16_385)), { text: 'x', ttl: -1 }, { text: 'x', ttl: 2 ** 31 }]) {
      const good = { name: 'a.waxseal.test', record: text('x') }
      expect(() => zone.apply([good, { name: 'b.waxseal.test', record }])).toThrow(RangeError)
    }
    expect([zone.hosted, zone.serial]).toEqual([0, 10])
  })

  it.each([
    { ...options, name: 'not a..name' },
    { ...options, nameservers: [] },
    { ...options, nameservers: [{ host: 'ns1.waxseal.test', addresses: [] }] },
    { ...options, nameservers: [{ host: 'ns1.waxseal.test', addresses: ['192.0.2'] }] },
    { ...options, contact: 'no-address' },
  ])('refuses options that make no zone', bad => {
    expect(() => new Zone(bad)).toThrow(RangeError)
  })
})

describe('the serial', () => {
  it('grows by one with each change, and not without one', () => {
    const zone = aZone()
    zone.put('a.waxseal.test', text('one'))
    zone.put('a.waxseal.test', text('one'))
    zone.remove('b.waxseal.test')
    expect(zone.serial).toBe(11)
    zone.put('a.waxseal.test', { text: 'one', ttl: 60 })
    expect(zone.serial).toBe(12)
    zone.apply(['b', 'c', 'd'].map(label => ({ name: `${label}.waxseal.test`, record: text(label) })))
    expect(zone.serial).toBe(13)
    expect(zone.own('')[0]?.octets).toEqual(zone.soa(13).octets)
  })

  it('calls who listens, after the change', () => {
    const zone = aZone()
    const seen: number[] = []
    const stop = zone.onChange(() => seen.push(zone.serial))
    zone.put('a.waxseal.test', text('one'))
    stop()
    zone.put('a.waxseal.test', text('two'))
    expect(seen).toEqual([11])
  })

  it('passes 2^32 (RFC 1982)', () => {
    const zone = new Zone({ ...options, serial: 0xffff_ffff })
    zone.put('a.waxseal.test', text('one'))
    expect(zone.serial).toBe(0)
    expect([...(zone.changedSince(0xffff_ffff)?.keys() ?? [])]).toEqual([keyOf('a')])
    expect([isOlder(0xffff_ffff, 0), isOlder(0, 0xffff_ffff), isOlder(5, 5), isOlder(1, 0x8000_0000)]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
})

describe('what changed since a serial', () => {
  it('is each changed name once, with its record of that time', () => {
    const zone = aZone()
    zone.put('a.waxseal.test', text('one'))
    const before = zone.text(keyOf('a'))
    zone.put('a.waxseal.test', text('two'))
    zone.put('b.waxseal.test', text('new'))
    zone.put('a.waxseal.test', text('three'))
    expect(zone.changedSince(11)).toEqual(
      new Map([
        [keyOf('a'), before],
        [keyOf('b'), null],
      ]),
    )
    expect(zone.changedSince(zone.serial)).toEqual(new Map())
  })

  it('has the record before a change that names it twice', () => {
    const zone = aZone()
    zone.apply([
      { name: 'a.waxseal.test', record: text('one') },
      { name: 'a.waxseal.test', record: text('two') },
    ])
    expect(zone.changedSince(10)).toEqual(new Map([[keyOf('a'), null]]))
    expect(zone.text(keyOf('a'))).toContain('two')
  })

  it('is unknown for a serial that the zone never had, and for one too long ago', () => {
    const zone = aZone()
    for (let i = 0; i < 1000; i++) zone.put('a.waxseal.test', text(`${i}${'x'.repeat(16_000)}`))
    expect([9, 10, zone.serial + 1].map(serial => zone.changedSince(serial))).toEqual([null, null, null])
    const kept = Array.from({ length: 1000 }, (_, i) => zone.changedSince(10 + i)).filter(step => step !== null)
    // 8 MB of texts of 16 KB.
    expect(kept.length).toBeGreaterThan(400)
    expect(kept.length).toBeLessThan(530)
    expect(kept.every(step => step.size === 1)).toBe(true)
  })

  it('is unknown after one change of more than the journal holds', () => {
    const zone = aZone()
    const changes = Array.from({ length: 50_000 }, (_, i) => ({ name: `n${i}.waxseal.test`, record: text('x') }))
    zone.apply(changes)
    expect(zone.changedSince(10)).toBeNull()
    zone.put('a.waxseal.test', text('x'))
    expect(zone.changedSince(11)?.size).toBe(1)
  })
})

it('a snapshot stays as it is', () => {
  const zone = exampleZone()
  const { keys, texts } = zone.snapshot()
  zone.put('abc.waxseal.test', text('changed'))
  zone.remove('long.waxseal.test')
  expect(keys).toContain(keyOf('long'))
  expect(texts[keys.indexOf(keyOf('abc'))]).toContain('192.0.2.0/24')
})
