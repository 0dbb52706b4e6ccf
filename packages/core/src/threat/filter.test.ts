import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FailureReason, unasked, type Via } from '../dns/index.ts'
import { compareFiltered, type FilterAnswer, type FilterFinding, joinFindings } from './filter.ts'
import { defaultThreatSources, filteringResolvers, threatLists } from './threat-sources.data.ts'

const via: Via = { ...unasked('timeout', 0).via, server: '192.0.2.53:53', rcode: 'NOERROR' }
const bare = { recursionAvailable: true, soa: [] }

const at = (...addresses: string[]): FilterAnswer => ({
  ...bare,
  answer: {
    kind: 'records',
    records: addresses.map(address => ({ type: 'A', name: 'example.com', ttl: 60, address })),
    via,
  },
})
const noData: FilterAnswer = { ...bare, answer: { kind: 'no-data', via } }
const missing: FilterAnswer = { ...bare, answer: { kind: 'no-such-name', via } }
/** Quad9's answer for a blocked name: NXDOMAIN with the RA flag 0. */
const missingWithoutRa: FilterAnswer = { ...missing, recursionAvailable: false }
const failed = (reason: FailureReason): FilterAnswer => ({ ...bare, answer: unasked(reason, 0) })

const signOf = (id: string) => {
  const row = filteringResolvers.find(each => each.id === id)
  if (row === undefined) throw new Error(`no resolver ${id}`)
  return row.sign
}

describe.each<[string, string, FilterAnswer, FilterAnswer | null, FilterFinding]>([
  ['quad9', 'the same answer', at('8.8.8.8'), at('8.8.8.8'), { says: 'clean' }],
  ['quad9', 'other addresses, as every place gets its own', at('8.8.8.8'), at('9.8.8.8'), { says: 'clean' }],
  ['quad9', 'NXDOMAIN for a name that has an address', missing, at('8.8.8.8'), { says: 'blocked' }],
  ['quad9', 'NXDOMAIN without RA for a name without this type', missingWithoutRa, noData, { says: 'blocked' }],
  ['quad9', 'NXDOMAIN with RA for a name without this type', missing, noData, { says: 'differs' }],
  ['quad9', 'a name that does not exist', missing, missing, { says: 'no-such-name' }],
  [
    'quad9',
    'RA 0 on both sides, as of something in between',
    missingWithoutRa,
    missingWithoutRa,
    { says: 'no-such-name' },
  ],
  ['quad9', 'silence of the filtering side', failed('timeout'), at('8.8.8.8'), { says: 'unknown', failure: 'timeout' }],
  ['quad9', 'a failure of the other side', missing, failed('servfail'), { says: 'unknown', failure: 'servfail' }],
  ['quad9', 'an address only the filtering side knows', at('8.8.8.8'), missing, { says: 'differs' }],
  ['cloudflare-security', '0.0.0.0 for a name that has an address', at('0.0.0.0'), at('8.8.8.8'), { says: 'blocked' }],
  ['cloudflare-security', '0.0.0.0 that the zone itself says', at('0.0.0.0'), at('0.0.0.0'), { says: 'clean' }],
  ['cloudflare-security', '0.0.0.0 beside a true address', at('0.0.0.0', '8.8.8.8'), at('8.8.8.8'), { says: 'clean' }],
  ['cloudflare-security', '0.0.0.0 for a name that has no address', at('0.0.0.0'), noData, { says: 'differs' }],
  ['cloudflare-security', 'no address on either side', noData, noData, { says: 'clean' }],
  ['opendns', 'a page that says it is blocked', at('146.112.61.106'), at('8.8.8.8'), { says: 'blocked' }],
  [
    'cleanbrowsing-security',
    'its own SOA',
    { ...missing, soa: ['cleanbrowsing.rpz.noc.org'] },
    null,
    { says: 'blocked' },
  ],
  [
    'cleanbrowsing-security',
    "another zone's SOA",
    { ...missing, soa: ['a.gtld-servers.net'] },
    null,
    { says: 'clean' },
  ],
  [
    'dns4eu-protective',
    'NXDOMAIN without RA for a name without this type',
    missingWithoutRa,
    noData,
    { says: 'differs' },
  ],
])('%s: %s', (id, _, filtered, unfiltered, finding) => {
  it(`is ${finding.says}`, () => {
    expect(compareFiltered(signOf(id), { filtered, unfiltered })).toEqual(finding)
  })
})

describe('several questions about one name', () => {
  const clean = { says: 'clean' } as const
  const silent = { says: 'unknown', failure: 'timeout' } as const
  it('are a block as soon as one is', () => {
    expect(joinFindings([silent, { says: 'blocked' }, clean])).toEqual({ says: 'blocked' })
  })
  it('are clean only when all are', () => {
    expect(joinFindings([clean, clean])).toEqual(clean)
    expect(joinFindings([clean, silent])).toEqual(silent)
    expect(joinFindings([clean, { says: 'differs' }])).toEqual({ says: 'differs' })
    expect(joinFindings([])).not.toEqual(clean)
  })
})

it('a failure on either side is unknown, never clean and never a block, whatever the other says', () => {
  const reason = fc.constantFrom<FailureReason>(
    'timeout',
    'servfail',
    'refused',
    'malformed',
    'unreachable',
    'cancelled',
  )
  const other = fc.constantFrom(at('8.8.8.8'), at('0.0.0.0'), noData, missing, missingWithoutRa)
  const sign = fc.constantFrom(...filteringResolvers.map(row => row.sign))
  fc.assert(
    fc.property(reason, other, sign, fc.boolean(), (why, answered, mark, first) => {
      const [filtered, unfiltered] = first ? [failed(why), answered] : [answered, failed(why)]
      expect(compareFiltered(mark, { filtered, unfiltered })).toEqual({ says: 'unknown', failure: why })
    }),
  )
})

describe('the table of sources', () => {
  it('asks these when the operator names none', () => {
    const names = [...threatLists, ...filteringResolvers].filter(row => row.isDefault).map(row => row.name)
    expect(names).toEqual(['Spamhaus DBL', 'Spamhaus ZEN', 'SURBL multi', 'URIBL multi', 'Cloudflare 1.1.1.2', 'Quad9'])
  })
  it('asks no filtering resolver when a resolver was named to be asked for everything', () => {
    expect(defaultThreatSources({ resolverNamed: false })).toContain('quad9')
    expect(defaultThreatSources({ resolverNamed: true })).toEqual(['spamhaus-dbl', 'spamhaus-zen', 'surbl', 'uribl'])
  })
  it('asks every filtering resolver by public address', () => {
    for (const { filtered, unfiltered } of filteringResolvers)
      for (const server of [...filtered, ...unfiltered]) expect(server).toMatch(/^\d+\.\d+\.\d+\.\d+:53$/)
  })
})
