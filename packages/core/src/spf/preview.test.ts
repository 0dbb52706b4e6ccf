import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Zone, zoneResolver } from '../dns/index.ts'
import { readSpfSettings } from './build.ts'
import { checkHost } from './check-host.ts'
import { previewSpf } from './preview.ts'
import { defaultSpfSettings, type SpfSettings } from './settings.ts'
import { anyClient, anySettings, builderZone, holds } from './testing/settings.ts'

async function preview(given: Partial<SpfSettings>, zone: Zone = builderZone, domain = 'sender.example') {
  const { settings } = readSpfSettings({ ...defaultSpfSettings, ...given })
  const resolver = zoneResolver(zone)
  return previewSpf(resolver, domain, settings, await resolver.query(domain, 'TXT'))
}

const ranges = (at: number) => Array.from({ length: 4_000 }, (_, i) => `ip4:8.${at}.${i >> 8}.${i & 255}`).join(' ')

const longRecord = `v=spf1 ${Array.from({ length: 900 }, (_, at) => `ip4:8.7.${at >> 8}.${at & 255}`).join(' ')} -all`

async function warnings(given: Partial<SpfSettings>, zone?: Zone): Promise<string[]> {
  return (await preview(given, zone)).warnings.map(({ code, message }) => `${code}: ${message}`)
}

/** The receiver's result for mail from a client when this record is published. */
async function resultOf(record: string, ip: string): Promise<{ result: string; lookups: number; voidLookups: number }> {
  const published = { ...builderZone['sender.example'], TXT: [record] }
  return checkHost(zoneResolver({ ...builderZone, 'sender.example': published }), {
    ip,
    sender: 'a@sender.example',
    helo: 'client.example',
  })
}

describe('the preview of a record', () => {
  it('returns the record, its tree and its lookups', async () => {
    const { dns_record, octets, strings, lookups, voids, unchecked, tree, warnings } = await preview({
      include_domains: ['two.example'],
      use_mx: true,
    })
    expect({ dns_record, octets, strings, lookups, voids, unchecked, warnings }).toEqual({
      dns_record: 'v=spf1 mx include:two.example ~all',
      octets: 34,
      strings: ['v=spf1 mx include:two.example ~all'],
      lookups: { count: 4, limit: 10, complete: true },
      voids: { count: 1, limit: 2 },
      unchecked: [],
      warnings: [],
    })
    expect(tree.root.terms.map(({ text }) => text)).toEqual(['mx', 'include:two.example', '~all'])
  })

  it('warns of more than ten lookups and more than two void lookups', async () => {
    const zone: Zone = Object.fromEntries(
      Array.from({ length: 11 }, (_, at) => [`s${at}.example`, { TXT: ['v=spf1 ?all'] }]),
    )
    expect(await warnings({ include_domains: Object.keys(zone) }, zone)).toEqual([
      'too_many_lookups: The record needs 11 DNS lookups. Receivers stop after 10 and return permerror.',
    ])
    const voids: Zone = { 'v.example': { TXT: ['v=spf1 a:g1.example a:g2.example a:g3.example ?all'] } }
    expect(await warnings({ include_domains: ['v.example'] }, voids)).toEqual([
      'too_many_voids: 3 lookups return nothing. Receivers allow 2 and return permerror.',
    ])
  })

  it('warns of records that allow everyone, are broken, or cannot be parsed', async () => {
    expect(await warnings({ all_qualifier: '+all' })).toEqual([
      'plus_all: +all lets any server send mail for this domain',
    ])
    expect(await warnings({ ip4_addresses: ['0.0.0.0/0'] })).toEqual([
      'plus_all: ip4:0.0.0.0/0 lets any server send mail for this domain',
    ])
    expect(await warnings({ include_domains: ['gone.example'] })).toEqual([
      'include_without_spf: include:gone.example has no SPF record. Receivers return permerror when they reach it.',
    ])
    expect(await warnings({ include_domains: ['several.example'] })).toEqual([
      'broken: Receivers return permerror: include:several.example (2 SPF records)',
    ])
    expect(await warnings({ include_domains: ['sender.example'] })).toEqual([
      'broken: Receivers return permerror: include:sender.example (loop to sender.example)',
    ])
    const twice: Zone = { 'twice.example': { TXT: ['v=spf1 include:gone.example include:gone.example -all'] } }
    expect(await warnings({ include_domains: ['twice.example'] }, twice)).toEqual([
      'include_without_spf: include:gone.example has no SPF record. Receivers return permerror when they reach it.',
    ])
    const long = Array.from({ length: 40 }, (_, at) => `8.8.8.${at}`)
    expect(await warnings({ ip4_addresses: long })).toEqual([
      'too_long: The record has 521 bytes. Above 450 some receivers cannot read it (RFC 7208 section 3.4).',
    ])
    expect(await warnings({ ip4_addresses: ['10.0.0.0/8', '8.8.8.8'] })).toEqual([
      'not_public: Receivers never see mail from 10.0.0.0/8, because it is not a public address',
    ])
    // Each begins in a special block and extends beyond it.
    expect(
      await warnings({
        ip4_addresses: ['192.0.0.0/16', '192.168.0.0/13', '8.0.0.0/5'],
        ip6_addresses: ['2001::/16', '2002::/16'],
      }),
    ).toEqual([])
    expect(await warnings({ ip4_addresses: ['224.0.0.0/4'], ip6_addresses: ['fc00::/7', '2002:a00:1::'] })).toEqual([
      'not_public: Receivers never see mail from 224.0.0.0/4, fc00::/7, 2002:a00:1::, because it is not a public address',
    ])
    expect(await warnings({ all_qualifier: '-all' })).toEqual([
      'nobody_may_send: No server may send mail for this domain',
    ])
  })

  it('warns of errors for senders over IPv6 only: hosts without an IPv6 address are void lookups', async () => {
    const zone: Zone = {
      'v.example': { TXT: ['v=spf1 a:h1.example a:h2.example a:h3.example ?all'] },
      'h1.example': { A: ['8.8.8.1'] },
      'h2.example': { A: ['8.8.8.2'] },
      'h3.example': { A: ['8.8.8.3'] },
    }
    expect(await warnings({ include_domains: ['v.example'] }, zone)).toEqual([
      'broken_for_some: Receivers return permerror for mail over IPv6, because too many lookups return no IPv6 address',
    ])
  })

  it('reports failed lookups, never as missing', async () => {
    const { lookups, unchecked, warnings } = await preview({ include_domains: ['broken.example'] })
    expect(lookups).toEqual({ count: 1, limit: 10, complete: false })
    expect(unchecked).toEqual(['include:broken.example: lookup failed (servfail)'])
    expect(warnings).toEqual([
      { code: 'could_not_check', message: 'Some lookups failed. The real counts may be higher.' },
    ])
  })

  it('names the include that depends on the message', async () => {
    const { lookups, unchecked, warnings } = await preview({ include_domains: ['%{i}.lists.example'] })
    expect(lookups).toEqual({ count: 1, limit: 10, complete: false })
    expect(unchecked).toEqual(['include:%{i}.lists.example: depends on the message'])
    expect(warnings.map(({ code }) => code)).toEqual(['depends_on_message'])
    // A list that is queried with the client's address counts as known.
    expect((await preview({ include_domains: ['list.example'] })).lookups.complete).toBe(true)
  })

  it('reads 128 KB of records and no more, and compares none that is longer than any working one', async () => {
    const names = ['w0', 'w1', 'w2', 'w3'].map(name => `${name}.example`)
    const zone: Zone = {
      'sender.example': { TXT: [`v=spf1 ${ranges(9)} -all`] },
      ...Object.fromEntries(names.map((name, at) => [name, { TXT: [`v=spf1 ${ranges(at)} -all`] }])),
    }
    const { unchecked, difference, lookups } = await preview({ include_domains: names }, zone)
    expect(unchecked.filter(line => line.endsWith('lookup failed (over-budget)'))).toHaveLength(2)
    expect(lookups).toEqual({ count: 4, limit: 10, complete: false })
    expect(difference).toEqual({
      equivalent: null,
      changes: [],
      more: 0,
      not_comparable: 'The published record is too long to compare.',
    })
  })

  it('never fails for any published record, sends 502 queries at most and returns a bounded amount', async () => {
    const term = fc.constantFrom(
      ...['include:', 'a:', 'mx:', '-exists:%{i}.', '?exists:%{s}.', 'redirect=', '~ptr:', 'a:%{d}.'].flatMap(begin =>
        ['a.example', 'b.example', 'c.example', 'sender.example', '.', ''].map(name => `${begin}${name}`),
      ),
      'ip4:0.0.0.0/0',
      '-ip4:8.8.8.8/9',
      'ip6:::/0',
      'all',
      '-all',
      'moo',
      '\x1b[31m',
      'exp=%{',
      'ip4:8.8.8.0/24',
    )
    const record = fc
      .array(term, { maxLength: 14 })
      .map(terms => ({ TXT: [`v=spf1 ${terms.join(' ')}`], A: ['8.8.8.8'] }))
    await fc.assert(
      fc.asyncProperty(fc.tuple(record, record, record, record), async ([a, b, c, own]) => {
        const hosts = [
          [10, 'a.example'],
          [20, 'b.example'],
        ] as const
        const zone: Zone = { 'a.example': { ...a, MX: hosts }, 'b.example': b, 'c.example': c, 'sender.example': own }
        const resolver = zoneResolver(zone)
        const settings = {
          ...defaultSpfSettings,
          include_domains: ['a.example', 'c.example'],
          use_mx: true,
          use_a: true,
        }
        const published = await resolver.query('sender.example', 'TXT')
        const { difference, warnings, unchecked } = await previewSpf(resolver, 'sender.example', settings, published)
        expect(resolver.calls.length).toBeLessThanOrEqual(502)
        expect(difference?.changes.length ?? 0).toBeLessThanOrEqual(150)
        expect(warnings.length).toBeLessThanOrEqual(60)
        expect(unchecked.length).toBeLessThanOrEqual(40)
      }),
      { numRuns: 150 },
    )
  })

  it('queries only what the record needs, each once', async () => {
    const resolver = zoneResolver({
      ...builderZone,
      'sender.example': { ...builderZone['sender.example'], TXT: ['v=spf1 include:one.example ~all'] },
    })
    const { settings } = readSpfSettings({ ...defaultSpfSettings, include_domains: ['one.example'] })
    const published = await resolver.query('sender.example', 'TXT')
    await previewSpf(resolver, 'sender.example', settings, published)
    const asked = resolver.calls.map(({ name, type }) => `${type} ${name}`)
    expect(asked.filter(each => each !== 'TXT sender.example').every(each => each === 'TXT one.example')).toBe(true)
  })
})

describe('the published record', () => {
  it.each<[string, Zone[string], object, boolean]>([
    ['a record', { TXT: ['x', 'V=SPF1 mx -all'] }, { state: 'found', record: 'V=SPF1 mx -all', ttl: null }, true],
    ['no record', { TXT: ['x'] }, { state: 'none', record: null, ttl: null }, false],
    ['no name', {}, { state: 'none', record: null, ttl: null }, false],
    ['a long record, whole', { TXT: [longRecord] }, { state: 'found', record: longRecord, ttl: null }, true],
    ['several', { TXT: ['v=spf1 -all', 'v=spf1 mx'] }, { state: 'several', record: null, ttl: null }, false],
    ['no answer', { fail: 'timeout' }, { state: 'could_not_check', record: null, ttl: null }, false],
  ])('%s', async (_, at, told, compared) => {
    const { published, difference } = await preview({ use_mx: true }, { 'sender.example': at })
    expect(published).toEqual(told)
    expect(difference !== null).toBe(compared)
  })
})

it('returns the TTL when the zone’s own servers were asked', async () => {
  const answer = await zoneResolver({ 'sender.example': { TXT: ['v=spf1 mx -all'], ttl: 3600 } }).query(
    'sender.example',
    'TXT',
  )
  const own = { ...answer, via: { ...answer.via, authoritative: true } }
  const { published } = await previewSpf(zoneResolver({}), 'sender.example', defaultSpfSettings, own)
  expect(published).toEqual({ state: 'found', record: 'v=spf1 mx -all', ttl: 3600 })
})

describe('the preview is right', () => {
  it('about permerrors, lookups and void lookups, as check_host of RFC 7208 finds them', async () => {
    await fc.assert(
      fc.asyncProperty(anySettings, anyClient, async (given, ip) => {
        const { dns_record, lookups, tree, warnings } = await preview(given)
        const checked = await resultOf(dns_record, ip)
        const isTold = tree.permerrors.length > 0 || warnings.some(({ code }) => code === 'broken_for_some')
        // A receiver stops at the first match, or one beyond the limit. The preview counts the longest path.
        if (lookups.complete && tree.permerrors.length === 0) expect(checked.lookups).toBeLessThanOrEqual(lookups.count)
        if (checked.result === 'permerror') expect(isTold || !lookups.complete).toBe(true)
        if (checked.result === 'temperror') expect(lookups.complete).toBe(false)
        if (!isTold && lookups.complete) expect(['pass', 'fail', 'softfail', 'neutral']).toContain(checked.result)
        // A client that no term and no unanswered include lets pass reaches every term.
        if (tree.permerrors.length > 0 && lookups.complete && !given.include_domains.includes('open.example')) {
          expect((await resultOf(dns_record, '203.0.113.200')).result).toBe('permerror')
        }
      }),
      { numRuns: 300 },
    )
  })

  it('about the senders that gain and lose permission', async () => {
    await fc.assert(
      fc.asyncProperty(
        anySettings,
        anySettings,
        fc.array(anyClient, { minLength: 1, maxLength: 8 }),
        async (before, after, ips) => {
          const old = (await preview(before)).dns_record
          const zone = { ...builderZone, 'sender.example': { ...builderZone['sender.example'], TXT: [old] } }
          const { dns_record, difference } = await preview(after, zone)
          if (difference === null) throw new Error('nothing was compared')
          for (const ip of ips) {
            const [one, other] = [(await resultOf(old, ip)).result, (await resultOf(dns_record, ip)).result]
            const change = difference.changes.find(
              ({ range }) => range === 'every address' || (range !== 'every other address' && holds(range, ip)),
            )
            if (change !== undefined) expect([change.before, change.after]).toEqual([one, other])
            else if (difference.not_comparable === null && difference.more === 0 && one !== other) {
              expect(difference.changes.at(-1)).toMatchObject({
                range: 'every other address',
                before: one,
                after: other,
              })
            }
            if (difference.equivalent === true) expect(other).toBe(one)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})
