import { describe, expect, it } from 'vitest'
import { type Zone, zoneResolver } from '../dns/index.ts'
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
  it.each([
    // domainaware/checkdmarc#274: RFC 6652 is current, and receivers may report by it.
    ['v=spf1 ra=postmaster rp=10 rr=all a -all', '-all ra=postmaster rp=10 rr=all'],
    ['v=spf1 a ra=postmaster -all', '-all ra=postmaster'],
    ['v=spf1 a -all exp=why.%{d} ra=post%2Bmaster', null],
    ['v=spf1 a -all exp=why.%{d} ra=postmaster', '-all exp=why.%{d} ra=postmaster'],
    ['v=spf1 RA=Postmaster a -all', '-all RA=Postmaster'],
    ['v=spf1 a -all other=%{d}', '-all other=%{d}'],
    // These do nothing, and a second version would confuse.
    ['v=spf1 a ip4=192.0.2.9 v=spf1 -all', '-all'],
  ])('%s keeps the other modifiers of the record', async (record, end) => {
    if (end === null) {
      expect((await flatten(record)).kind).toBe('failed')
      return
    }
    expect((await proved(record)).published).toBe(`v=spf1 include:${hostedName} ${end}`)
  })

  it('leaves out those of records below', async () => {
    const world: Zone = { ...zone, 'below.example': { TXT: ['v=spf1 ip4:192.0.2.77 ra=someone -all'] } }
    expect((await proved('v=spf1 include:below.example -all', world)).published).toBe(
      `v=spf1 include:${hostedName} -all`,
    )
  })

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

  it('names every record below it, also far below, each once and in order of evaluation', async () => {
    const world = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `i${at}.example`,
        { TXT: [at % 20 === 0 ? `v=spf1 include:below${at}.example -all` : 'v=spf1 ip4:192.0.2.9 -all'] },
      ]),
    )
    const below = ['below0.example', 'below20.example', 'below40.example', 'last.example']
    for (const name of below) world[name] = { TXT: ['v=spf1 include:i59.example -all'] }
    const own = Array.from({ length: 60 }, (_, at) => `include:i${at}.example`)
    const { includes, lookupsBefore } = await proved(`v=spf1 ${own.join(' ')} redirect=last.example`, world)
    const names = own.map(term => term.slice('include:'.length))
    expect(includes).toEqual([
      'i0.example',
      'below0.example',
      'i59.example',
      ...names.slice(1, 21),
      'below20.example',
      ...names.slice(21, 41),
      'below40.example',
      ...names.slice(41, 59),
      'last.example',
    ])
    expect(lookupsBefore).toBe(40)
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

  it('says for each host and family whether there are addresses', async () => {
    expect((await proved('v=spf1 mx a:gone.example a:mx.kite.example mx:mail.example -all')).hosts).toEqual({
      answering: ['kite.example MX', 'mx.kite.example A'],
      silent: ['gone.example A', 'gone.example AAAA', 'mail.example MX', 'mx.kite.example AAAA'],
    })
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
    const besides = 'v=spf1 ip4:203.0.113.64/26 ip4:192.0.2.0/31 exists:%{i}.old.example -all'
    const record = 'v=spf1 mx ip4:203.0.113.128/25 include:crm.example ~all exp=why.%{d}'
    const result = await flattenSpf(zoneResolver(zone), { domain: 'kite.example', record, hostedName, besides })
    expect(result).toMatchObject({
      kind: 'proved',
      flattening: {
        records: [
          {
            value:
              'v=spf1 ip4:192.0.2.0/30 ip4:203.0.113.64/26 ip4:203.0.113.128/25 exists:%{i}.old.example exists:%{i}._spf.crm.example -all',
          },
        ],
        publishedWithEnding: `v=spf1 include:${hostedName} ~all exp=why.%{d}`,
        lookupsBefore: 3,
      },
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

  it('when too many of its terms depend on the message for a proof', async () => {
    const world = Object.fromEntries(
      Array.from({ length: 7 }, (_, at) => [`i${at}.example`, { TXT: [`v=spf1 ~exists:%{i}.${at}.example -all`] }]),
    )
    const result = await flatten(
      `v=spf1 ${Object.keys(world)
        .map(name => `include:${name}`)
        .join(' ')} mx a:mx.kite.example -all`,
      { ...zone, ...world },
    )
    expect(result.kind === 'failed' ? result.problems.map(flattenProblemText) : result).toEqual([
      'The flattened record could not be proved: kite.example: too many terms depend on the message.',
    ])
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
