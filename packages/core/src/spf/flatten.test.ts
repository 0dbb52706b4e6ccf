import { describe, expect, it } from 'vitest'
import { type Zone, zoneResolver } from '../dns/index.ts'
import { noAddress, setOfCidrs } from './address-set.ts'
import { type FlattenResult, flattenSpf, type SpfFlattening } from './flatten.ts'
import { flattenProblemText } from './flatten-problem.ts'

const hostedName = 'kite-example-abc123.waxseal.email'
const zone: Zone = {
  'kite.example': { A: ['192.0.2.1'], AAAA: ['2001:db8::1'], MX: [[10, 'mx.kite.example']] },
  'mx.kite.example': { A: ['192.0.2.2', '192.0.2.3'] },
  'mail.example': { TXT: ['v=spf1 include:mail4.example include:mail6.example ~all'], ttl: 7200 },
  'mail4.example': { TXT: ['v=spf1 ip4:198.51.100.0/25 ip4:198.51.100.128/25 -all'], ttl: 600 },
  'mail6.example': { TXT: ['v=spf1 ip6:2001:db8:1::/48 -ip4:203.0.113.4/30 ip4:203.0.113.0/29 ?all'], ttl: 7200 },
  'crm.example': { TXT: ['v=spf1 exists:%{i}._spf.%{d2} -all'] },
  'mixed.example': { TXT: ['v=spf1 -ip4:203.0.113.9 exists:%{i}._spf.%{d} ip4:203.0.113.8/30 -all'] },
  'soft.example': { TXT: ['v=spf1 ip4:198.51.100.7 ~all exp=why.%{d}'] },
  'broken.example': { fail: 'timeout' },
  'two.example': { TXT: ['v=spf1 -all', 'v=spf1 +all'] },
  'typo.example': { TXT: ['v=spf1 ipv4:192.0.2.9 -all'] },
  'loop.example': { TXT: ['v=spf1 include:loop.example -all'] },
  'crowd.example': { MX: Array.from({ length: 11 }, (_, at) => [at, 'mx.kite.example'] as const) },
  'half.example': { A: ['203.0.113.77'], fail: { AAAA: 'servfail' } },
  'empty.example': { TXT: ['unrelated'] },
  'forged.example': { TXT: ['v=spf1 ip4:203.0.113.66 -all'], authentic: 'bogus' },
}
const many = (count: number) => Array.from({ length: count }, (_, at) => `ip4:10.${at >> 7}.${(at & 127) * 2}.0/24`)

const flatten = (record: string, world: Zone = zone): Promise<FlattenResult> =>
  flattenSpf(zoneResolver(world), { domain: 'kite.example', record, hostedName })

async function proved(record: string, world: Zone = zone): Promise<SpfFlattening> {
  const result = await flatten(record, world)
  if (result.kind !== 'proved') throw new Error(JSON.stringify(result))
  return result.flattening
}

/** The value of the only hosted record. */
async function valueOf(record: string): Promise<string> {
  const { records } = await proved(record)
  expect(records.map(({ name }) => name)).toEqual([hostedName])
  return records[0]?.value ?? ''
}

describe('a flattened SPF record', () => {
  it('holds every address that passes, as the fewest ranges, behind one include', async () => {
    const { records, published, lookupsBefore, lookupsAfter, includes } = await proved(
      'v=spf1 a mx include:mail.example -all',
    )
    expect(records).toEqual([
      {
        name: hostedName,
        value:
          'v=spf1 ip4:192.0.2.1 ip4:192.0.2.2/31 ip4:198.51.100.0/24 ip4:203.0.113.0/30 ip6:2001:db8::1 ip6:2001:db8:1::/48 -all',
      },
    ])
    expect(published).toBe(`v=spf1 include:${hostedName} -all`)
    expect([lookupsBefore, lookupsAfter]).toEqual([5, 1])
    expect(includes).toEqual(['mail.example', 'mail4.example', 'mail6.example'])
  })

  it('leaves out addresses that an earlier term refuses', async () => {
    expect(await valueOf('v=spf1 -ip4:198.51.100.0/25 include:mail4.example -all')).toBe(
      'v=spf1 ip4:198.51.100.128/25 -all',
    )
  })

  it('follows redirect=, with the ending and the explanation of its target', async () => {
    const { records, publishedWithEnding } = await proved('v=spf1 mx redirect=soft.example')
    expect(records[0]?.value).toBe('v=spf1 ip4:192.0.2.2/31 ip4:198.51.100.7 -all')
    expect(publishedWithEnding).toBe(`v=spf1 include:${hostedName} ~all exp=why.soft.example`)
  })

  it('keeps exists, ptr and macros, with the domain that they name written out', async () => {
    expect(await valueOf('v=spf1 ptr exists:%{i}.%{d} include:crm.example mx:%{l}.%{d}/24//64 -all')).toBe(
      'v=spf1 ptr:kite.example exists:%{i}.kite.example exists:%{i}._spf.crm.example mx:%{l}.kite.example/24//64 -all',
    )
  })

  it('keeps %{o}, since the domain of the sender may be another', async () => {
    expect(await valueOf('v=spf1 include:%{o}.example -all')).toBe('v=spf1 include:%{o}.example -all')
  })

  it('lists addresses before kept terms, which cost lookups', async () => {
    expect(await valueOf('v=spf1 exists:%{i}.a.example ip4:192.0.2.9 -all')).toBe(
      'v=spf1 ip4:192.0.2.9 exists:%{i}.a.example -all',
    )
  })

  it('keeps the order where a kept term refuses', async () => {
    expect(
      await valueOf('v=spf1 ip4:192.0.2.8 -exists:%{i}.a.example ip4:192.0.2.9 mx -exists:%{i}.b.example -all'),
    ).toBe('v=spf1 ip4:192.0.2.8 -exists:%{i}.a.example ip4:192.0.2.2/31 ip4:192.0.2.9 -all')
  })

  it('refuses an address before a kept term that could let it pass', async () => {
    expect(await valueOf('v=spf1 ip4:192.0.2.9 ~ip4:192.0.2.0/24 include:crm.example -all')).toBe(
      'v=spf1 ip4:192.0.2.9 -ip4:192.0.2.0/24 exists:%{i}._spf.crm.example -all',
    )
  })

  it('keeps an include whose result depends on the order of its own terms', async () => {
    const { records, kept } = await proved('v=spf1 include:mixed.example ?include:crm.example mx -all')
    expect(records[0]?.value).toBe('v=spf1 include:mixed.example ?include:crm.example ip4:192.0.2.2/31 -all')
    expect(kept).toEqual(['include:mixed.example', '?include:crm.example'])
  })

  it('leaves a redirect= that depends on the message in the record of the domain', async () => {
    const { published, publishedWithEnding } = await proved('v=spf1 mx redirect=%{l}.%{d}')
    expect(published).toBe(`v=spf1 include:${hostedName} redirect=%{l}.%{d}`)
    expect(publishedWithEnding).toBe(published)
  })

  it('says which results change for addresses that pass in neither record', async () => {
    const { changes, publishedWithEnding } = await proved('v=spf1 ?ip4:203.0.113.0/24 mx ~all')
    expect(changes.map(({ range, before, after }) => `${range}: ${before} → ${after}`)).toEqual([
      '203.0.113.0/24: neutral → fail',
      'every other address: softfail → fail',
    ])
    expect(publishedWithEnding).toBe(`v=spf1 include:${hostedName} ~all`)
  })

  it('names terms whose hosts have no addresses', async () => {
    expect((await proved('v=spf1 mx a:gone.example -all')).empty).toEqual(['a:gone.example'])
  })

  it('lives as long as the shortest answer that it is made from, from 300 to 3600 seconds', async () => {
    expect((await proved('v=spf1 include:mail.example -all')).ttl).toBe(600)
    expect((await proved('v=spf1 ip4:192.0.2.1 -all')).ttl).toBe(3600)
    expect((await proved('v=spf1 a -all', { 'kite.example': { A: ['192.0.2.1'], AAAA: [], ttl: 5 } })).ttl).toBe(300)
  })

  it('lets everyone pass when the original does', async () => {
    expect(await valueOf('v=spf1 exists:%{i}.a.example +all')).toBe('v=spf1 ip4:0.0.0.0/0 ip6:::/0 -all')
    expect(await valueOf('v=spf1 -ip4:128.0.0.0/1 -ip6:8000::/1 +all')).toBe('v=spf1 ip4:0.0.0.0/1 ip6:::/1 -all')
  })
})

describe('a flattened record with a removal that is withheld', () => {
  it('lets pass what the record lets pass, and that', async () => {
    const besides = {
      addresses: setOfCidrs(['203.0.113.64/26', '192.0.2.0/31']) ?? noAddress,
      kept: ['exists:%{i}.old.example'],
    }
    const record = 'v=spf1 mx ip4:203.0.113.128/25 include:crm.example ~all exp=why.%{d}'
    const result = await flattenSpf(zoneResolver(zone), { domain: 'kite.example', record, hostedName, besides })
    expect(result).toMatchObject({
      kind: 'proved',
      flattening: {
        records: [
          {
            value:
              'v=spf1 ip4:192.0.2.0/30 ip4:203.0.113.64/26 ip4:203.0.113.128/25 exists:%{i}._spf.crm.example exists:%{i}.old.example -all',
          },
        ],
        publishedWithEnding: `v=spf1 include:${hostedName} ~all exp=why.%{d}`,
        lookupsBefore: 3,
      },
    })
  })
})

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
})

describe('a record is not flattened', () => {
  const refusals: readonly [record: string, text: string][] = [
    ['v=spf1 include:broken.example -all', 'The TXT lookup of broken.example failed (timeout).'],
    ['v=spf1 include:forged.example -all', 'The TXT lookup of forged.example failed (servfail).'],
    ['v=spf1 a:half.example -all', 'The AAAA lookup of half.example failed (servfail).'],
    ['v=spf1 include:gone.example -all', 'gone.example has no SPF record.'],
    ['v=spf1 redirect=empty.example', 'empty.example has no SPF record.'],
    ['v=spf1 include:two.example -all', 'two.example has more than one SPF record.'],
    [
      'v=spf1 include:typo.example -all',
      'The SPF record of typo.example has an error: unknown mechanism ipv4 (did you mean ip4?).',
    ],
    ['v=spf1 ip4:192.0.2.300 -all', 'The SPF record of kite.example has an error: ip4 without an IPv4 address.'],
    ['v=spf1 include:loop.example -all', 'The SPF record of loop.example includes itself.'],
    ['v=spf1 include:kite.example -all', 'The SPF record of kite.example includes itself.'],
    ['v=spf1 mx:crowd.example -all', 'crowd.example has 11 mail exchangers. SPF allows 10.'],
    ['v=spf1 include:a..example.com -all', 'include:no name in the SPF record of kite.example names no valid domain.'],
  ]
  it.each(refusals)('%s', async (record, text) => {
    const result = await flatten(record)
    expect(result.kind === 'failed' ? result.problems.map(flattenProblemText) : result).toEqual([text])
  })

  it('when it needs more than 100 lookups', async () => {
    const hosts = Array.from({ length: 101 }, (_, at) => `a:h${at}.example`)
    expect(await flatten(`v=spf1 ${hosts.join(' ')} -all`)).toMatchObject({ problems: [{ code: 'too_many_lookups' }] })
  })

  it('when records double the lookups at each level', async () => {
    const levels = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `l${at}.example`,
        { TXT: [`v=spf1 include:l${at + 1}.example include:l${at + 1}.example -all`] },
      ]),
    )
    const result = await flatten('v=spf1 include:l0.example -all', levels)
    expect(result).toMatchObject({ kind: 'failed' })
    expect(result.kind === 'failed' && result.problems.some(({ code }) => code === 'too_many_lookups')).toBe(true)
  })

  it('when a kept include cannot be read for the proof', async () => {
    const world = { 'deep.example': { TXT: ['v=spf1 -exists:%{i}.a.example include:broken.example -all'] }, ...zone }
    expect(await flatten('v=spf1 include:deep.example -all', world)).toMatchObject({
      problems: [{ code: 'unanswered', name: 'broken.example' }],
    })
  })
})
