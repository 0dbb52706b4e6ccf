import { describe, expect, it } from 'vitest'
import { type Zone, zoneResolver } from '../dns/index.ts'
import { setOfCidrs } from './address-set.ts'
import { type FlattenResult, flattenSpf, type SpfFlattening } from './flatten.ts'
import { packTerms, termsMax } from './flatten-pack.ts'
import { lookupsMax } from './limits.ts'

const hostedName = 'kite-example-abc123.waxseal.email'
const many = (count: number) => Array.from({ length: count }, (_, at) => `ip4:10.${at >> 7}.${(at & 127) * 2}.0/24`)
const apart = (net: number, count: number) =>
  Array.from({ length: count }, (_, at) => `ip4:10.${net}.${at >> 7}.${2 * (at & 127)}`)
const refused = apart(0, 700).map(term => `-${term}`)

const flatten = (record: string, world: Zone = {}): Promise<FlattenResult> =>
  flattenSpf(zoneResolver(world), { domain: 'kite.example', record, hostedName })

async function proved(record: string): Promise<SpfFlattening> {
  const result = await flatten(record)
  if (result.kind !== 'proved') throw new Error(JSON.stringify(result.kind))
  return result.flattening
}

describe('a long flattened record', () => {
  it('becomes a chain of records that fit in an answer of 512 bytes', async () => {
    const { records, lookupsAfter } = await proved(`v=spf1 ${many(100).join(' ')} -all`)
    expect(records.length).toBe(5)
    expect(lookupsAfter).toBe(5)
    for (const { name, value } of records) expect(name.length + value.length).toBeLessThanOrEqual(450)
    for (const [at, { value }] of records.entries()) {
      const next = records[at + 1]
      expect(value.endsWith(next === undefined ? '/24 -all' : ` include:${next.name} -all`)).toBe(true)
    }
    expect(records.flatMap(({ value }) => value.split(' ').filter(term => term.startsWith('ip4:')))).toEqual(many(100))
  })

  it('names each part after its content: the parts of an older first record never change', async () => {
    const before = await proved(`v=spf1 ${many(100).join(' ')} -all`)
    const after = await proved(`v=spf1 ${many(100).join(' ')} ip4:192.0.2.1 -all`)
    const values = new Map(before.records.map(({ name, value }) => [name, value]))
    for (const { name, value } of after.records.slice(1)) expect(values.get(name) ?? value).toBe(value)
    expect(after.records[0]?.value).not.toBe(before.records[0]?.value)
    expect(await proved(`v=spf1 ${many(100).toReversed().join(' ')} -all`)).toMatchObject({ records: before.records })
  })

  it('may have many parts that together are few', async () => {
    expect((await proved(`v=spf1 ${apart(0, 700).join(' ')} ip4:10.0.0.0/8 -all`)).passing).toEqual(
      setOfCidrs(['10.0.0.0/8']),
    )
    expect((await proved(`v=spf1 ip4:192.0.2.9 ${refused.join(' ')} -all`)).records[0]?.value).toBe(
      'v=spf1 ip4:192.0.2.9 -all',
    )
  })

  it('is refused when receivers would need more than 10 lookups', async () => {
    expect(await flatten(`v=spf1 ${many(300).join(' ')} -all`)).toEqual({
      kind: 'failed',
      problems: [{ code: 'too_large', lookups: 16 }],
    })
    const kept = Array.from({ length: 10 }, (_, at) => `exists:%{i}.${at}.list.example`)
    expect(await flatten(`v=spf1 ${kept.join(' ')} -all`)).toMatchObject({
      problems: [{ code: 'too_large', lookups: 11 }],
    })
    expect(await flatten(`v=spf1 exists:%{i}.${'a'.repeat(400)}.example -all`)).toMatchObject({
      problems: [{ code: 'too_large', lookups: null }],
    })
  })

  it('never has more terms than are looked at', () => {
    const shortest = Array.from({ length: termsMax + 1 }, () => 'ip6:::')
    expect(packTerms(shortest, 'a.b')?.length).toBeGreaterThan(lookupsMax)
    expect(packTerms(shortest.slice(0, termsMax / 2), 'a.b')?.length).toBeLessThanOrEqual(lookupsMax)
  })

  it('is refused early when it has more terms or ranges than can be hosted, however they are divided', async () => {
    const tooLarge = { kind: 'failed', problems: [{ code: 'too_large', lookups: null }] }
    expect(await flatten(`v=spf1 ${apart(0, 700).join(' ')} -all`)).toEqual(tooLarge)
    // Each hole in a range of IPv6 takes many blocks.
    const holes = Array.from({ length: 40 }, (_, at) => `-ip6:2001:db8:${at}::77 ip6:2001:db8:${at}::/48`)
    expect(await flatten(`v=spf1 ${holes.join(' ')} -all`)).toEqual(tooLarge)
    expect(await flatten(`v=spf1 ${refused.join(' ')} exists:%{i}.a.example -all`)).toEqual(tooLarge)
    const world = Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [`i${at}.example`, { TXT: [`v=spf1 ${apart(at, 4500).join(' ')} -all`] }]),
    )
    const names = Object.keys(world).map(name => `include:${name}`)
    expect(await flatten(`v=spf1 ${names.join(' ')} -all`, world)).toEqual(tooLarge)
    const host = { A: apart(0, 4001).map(term => term.slice('ip4:'.length)) }
    expect(await flatten('v=spf1 a:host.example -all', { 'host.example': host })).toEqual(tooLarge)
    // Every level of includes reads the ranges below it again.
    const chain = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`i${at}.example`, { TXT: [`v=spf1 include:i${at + 1}.example -all`] }]),
    )
    const end = { 'i20.example': { TXT: [`v=spf1 ${apart(0, 300).join(' ')} -all`] } }
    expect(await flatten('v=spf1 include:i0.example ip4:10.0.0.0/8 -all', { ...chain, ...end })).toEqual(tooLarge)
  })
})
