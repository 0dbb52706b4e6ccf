import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Address, formatAddress, type Zone, zoneResolver } from '../dns/index.ts'
import { type AddressSet, toCidrs } from './address-set.ts'
import { checkHost } from './check-host.ts'
import { flattenSpf } from './flatten.ts'
import { ownerLimits } from './limits.ts'
import { type SpfRegion, spfRegions } from './regions.ts'

const domain = 'kite.example'
const hostedName = 'kite-example-abc123.waxseal.email'

/** Hosts, and names that exist for some messages only. */
const hosts: Zone = {
  'host.example': { A: ['192.0.2.1', '192.0.2.77'], AAAA: ['2001:db8::1'] },
  'four.example': { A: ['198.51.100.9'] },
  'mail.example': { MX: [[10, 'host.example'] as const, [30, 'four.example'] as const], A: ['203.0.113.1'] },
  '1.2.0.192.on.example': { A: ['127.0.0.2'] },
  'ada.l.example': { A: ['127.0.0.2'] },
  'kite.example.o.example': { A: ['127.0.0.2'] },
  '77.2.0.192.in-addr.arpa': { PTR: ['x.host.example'] },
  'x.host.example': { A: ['192.0.2.77'] },
}

const qualifier = fc.constantFrom('', '', '', '-', '~', '?')
const prefix4 = fc.constantFrom('', '/24', '/26', '/30')
const included = ['r0.example', 'r1.example', 'r2.example', 'r3.example'] as const
const address = fc.oneof(
  fc.tuple(fc.constantFrom('ip4:192.0.2.', 'ip4:198.51.100.'), fc.nat(255), prefix4),
  fc.tuple(fc.constantFrom('ip6:2001:db8::', 'ip6:2001:db8:1::'), fc.constantFrom('', '/32', '/33', '/127')),
)
const message = fc.constantFrom(
  'exists:%{ir}.on.example',
  'exists:%{l}.l.example',
  'exists:%{o}.o.example',
  'ptr:host.example',
)
const host = fc.constantFrom('a:host.example', 'a:four.example//64', 'mx:mail.example/30', 'a', 'mx', 'a:%{d}')

const terms = (below: readonly string[], most: number) =>
  fc.array(
    fc.tuple(
      qualifier,
      fc.oneof(
        { weight: 4, arbitrary: address.map(parts => parts.join('')) },
        { weight: 2, arbitrary: message },
        { weight: 2, arbitrary: host },
        ...(below.length === 0
          ? []
          : [{ weight: 3, arbitrary: fc.constantFrom(...below).map(name => `include:${name}`) }]),
      ),
    ),
    { maxLength: most },
  )
const record = (below: readonly string[], most = 5) =>
  fc
    .tuple(
      terms(below, most),
      fc.constantFrom('-all', '~all', '?all', '', '+all', ...below.map(name => `redirect=${name}`)),
    )
    .map(([list, end]) => ['v=spf1', ...list.map(parts => parts.join('')), ...(end === '' ? [] : [end])].join(' '))
const records = fc.tuple(record(included, 7), ...included.map((_, at) => record(included.slice(at + 1), 3)))

const noted = { proved: 0, failed: 0, kept: 0, pass: 0, other: 0 }

const edges = (family: 4 | 6, intervals: AddressSet['v4']): Address[] =>
  intervals.flatMap(({ first, last }) => [first - 1n, first, last].map(value => ({ family, value })))

function edgesOf(regions: readonly SpfRegion[]): string[] {
  const all = regions.flatMap(({ set }) => [...edges(4, set.v4), ...edges(6, set.v6)])
  const max = { 4: 1n << 32n, 6: 1n << 128n }
  const valid = all.filter(({ family, value }) => value >= 0n && value < max[family])
  return ['192.0.2.1', '192.0.2.77', '203.0.113.1', ...new Set(valid.map(formatAddress))]
}

describe('a flattened record and its original', () => {
  it('let the same messages pass, by check_host() at every edge of every range', async () => {
    await fc.assert(
      fc.asyncProperty(records, async ([own, ...below]) => {
        const zone: Zone = {
          ...hosts,
          [domain]: { TXT: [own], A: ['192.0.2.200'], AAAA: ['2001:db8:2::1'], MX: [[1, 'four.example']] },
          ...Object.fromEntries(included.map((name, at) => [name, { TXT: [below[at] ?? ''] }])),
        }
        const resolver = zoneResolver(zone)
        const result = await flattenSpf(resolver, { domain, record: own, hostedName })
        // The generator makes valid records: only their size may be a reason.
        if (result.kind === 'failed') {
          noted.failed++
          expect(result.problems.map(({ code }) => code)).toEqual(result.problems.map(() => 'too_large'))
          return
        }
        if (result.kind === 'unproved')
          throw new Error(`${result.flattening.published}: ${JSON.stringify(result.example)}`)
        noted.proved++
        const { flattening } = result
        if (flattening.kept.length > 0) noted.kept++
        const published = zoneResolver({
          ...zone,
          [domain]: { ...zone[domain], TXT: [flattening.published] },
          ...Object.fromEntries(flattening.records.map(({ name, value }) => [name, { TXT: [value] }])),
        })
        const options = { text: null, sender: null, limits: ownerLimits, questions: 500 }
        const { regions } = await spfRegions(resolver, domain, options)
        for (const ip of edgesOf(regions).slice(0, 40)) {
          for (const sender of [`ada@${domain}`, `bob@${domain}`]) {
            const before = await checkHost(resolver, { ip, sender, helo: '', maxLookups: 1000 })
            const after = await checkHost(published, { ip, sender, helo: '' })
            // check_host() has no switch for the limit of void lookups.
            if (before.voidLookups > 2 || after.voidLookups > 2) continue
            noted[after.result === 'pass' ? 'pass' : 'other']++
            expect({ ip, sender, pass: after.result === 'pass', result: after.result }).toEqual({
              ip,
              sender,
              pass: before.result === 'pass',
              result: after.result === 'permerror' ? before.result : after.result,
            })
          }
        }
      }),
      { numRuns: 400 },
    )
    expect(noted.proved).toBeGreaterThan(300)
    expect(noted.kept).toBeGreaterThan(100)
    expect(Math.min(noted.pass, noted.other)).toBeGreaterThan(2000)
  })

  it('have as few ranges as the set of passing addresses needs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          address.map(parts => parts.join('')),
          { maxLength: 40 },
        ),
        async list => {
          const result = await flattenSpf(zoneResolver({}), {
            domain,
            record: `v=spf1 ${list.join(' ')} -all`,
            hostedName,
          })
          if (result.kind !== 'proved') throw new Error(result.kind)
          const { records: hosted, passing } = result.flattening
          const ranges = hosted.flatMap(({ value }) => value.match(/(?<=ip[46]:)\S+/g) ?? [])
          expect(ranges).toEqual(toCidrs(passing))
        },
      ),
    )
  })
})
