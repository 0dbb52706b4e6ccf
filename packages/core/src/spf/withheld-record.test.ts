import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Address, formatAddress, type Zone, zoneResolver } from '../dns/index.ts'
import { type AddressSet, noAddress, setOfCidrs, union } from './address-set.ts'
import { checkHost } from './check-host.ts'
import { checkHosted } from './check-hosted.ts'
import type { SpfFlattening } from './flatten.ts'
import { hostSpf } from './host-spf.ts'
import { withheldRecord } from './withheld-record.ts'

const domain = 'kite.example'
const hostedName = 'kite-example-abc123.waxseal.email'
const now = new Date('2026-11-25T09:00:00Z')

const up = (terms: string): Zone => ({ 'up.example': { TXT: [`v=spf1 ${terms} -all`.replace('  ', ' ')] } })

const down = (terms: string): Zone => ({ 'down.example': { TXT: [`v=spf1 ${terms} -all`] } })

const list = (terms: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(terms, { maxLength }).map(all => all.join(' '))

/** Names that exist for some messages only. */
const existing: Zone = {
  '1.2.0.192.on.example': { A: ['127.0.0.2'] },
  '9.2.0.192.on.example': { A: ['127.0.0.2'] },
  'ada.l.example': { A: ['127.0.0.2'] },
  'bob.m.example': { A: ['127.0.0.2'] },
}

async function flattened(record: string, zone: Zone) {
  const result = await hostSpf(zoneResolver(zone), { domain, record, hostedName }, null, now)
  if (result.kind !== 'hosted') throw new Error(JSON.stringify(result.kind === 'failed' ? result.problems : result))
  return result
}

/** A check after the upstream changed, of a record that was hosted as it was before. */
async function changed(record: string, before: Zone, after: Zone) {
  const { flattening, memory } = await flattened(record, before)
  const resolver = zoneResolver(after)
  const { records, ttl } = flattening
  // The owner accepted the terms that the upstreams may have, so none of them waits.
  const accepted = { addresses: [], kept: ['exists:%{ir}.on.example', 'exists:%{l}.l.example'] }
  const spf = { domain, record, hostedName, records, ttl, memory: { ...memory, accepted } }
  return { flattening, found: await checkHosted({ first: resolver, second: resolver }, spf, { now }) }
}

describe('the record of what is withheld', () => {
  const hosted = [
    { name: hostedName, value: `v=spf1 ip4:192.0.2.0/30 -exists:%{i}.x.example include:a.${hostedName} -all` },
    { name: `a.${hostedName}`, value: `v=spf1 ip4:198.51.100.7 ptr:a.example include:b.${hostedName} -all` },
    { name: `b.${hostedName}`, value: 'v=spf1 -ip4:203.0.113.0/24 ptr:b.example -exists:%{i}.y.example -all' },
  ]

  it('has its terms in the order of the hosted record, between those that refuse', () => {
    const addresses = setOfCidrs(['192.0.2.2', '198.51.100.0/24', '203.0.113.9']) ?? noAddress
    expect(withheldRecord(hosted, { addresses, kept: ['ptr:b.example'] })).toBe(
      'v=spf1 ip4:192.0.2.2 -exists:%{i}.x.example ip4:198.51.100.7 -ip4:203.0.113.0/24 ptr:b.example -all',
    )
  })

  it('is none where nothing is withheld', () => {
    expect(withheldRecord(hosted, { addresses: noAddress, kept: [] })).toBeNull()
  })

  it('has a term that the hosted record lacks behind the others', () => {
    expect(withheldRecord(hosted, { addresses: noAddress, kept: ['include:c.example'] })).toBe(
      'v=spf1 -exists:%{i}.x.example -ip4:203.0.113.0/24 -exists:%{i}.y.example include:c.example -all',
    )
  })
})

describe('a hosted record with what is withheld', () => {
  it.each<[record: string, before: string, after: string, hosted: string]>([
    [
      'v=spf1 include:up.example ~ip4:192.0.2.0/24 -all',
      'exists:%{i}.x.example',
      'ip4:10.0.0.1',
      'v=spf1 ip4:10.0.0.1 exists:%{i}.x.example -all',
    ],
    [
      'v=spf1 ~ip4:192.0.2.0/24 include:up.example -all',
      'exists:%{i}.x.example',
      'ip4:10.0.0.1',
      'v=spf1 ip4:10.0.0.1 -ip4:192.0.2.0/24 exists:%{i}.x.example -all',
    ],
    [
      'v=spf1 ip4:192.0.2.1 -ip4:192.0.2.0/24 include:up.example -all',
      'exists:%{i}.x.example ip4:198.51.100.0/30',
      'ip4:10.0.0.1',
      'v=spf1 ip4:10.0.0.1 ip4:192.0.2.1 ip4:198.51.100.0/30 -ip4:192.0.2.0/24 exists:%{i}.x.example -all',
    ],
    [
      'v=spf1 -exists:%{i}.bad.example include:up.example -all',
      'exists:%{i}.x.example ip4:198.51.100.0/30',
      'ip4:10.0.0.1',
      'v=spf1 -exists:%{i}.bad.example ip4:10.0.0.1 ip4:198.51.100.0/30 exists:%{i}.x.example -all',
    ],
    [
      'v=spf1 include:up.example -exists:%{i}.bad.example ip4:192.0.2.0/28 -all',
      'exists:%{i}.x.example ip4:198.51.100.0/30',
      'ip4:10.0.0.1',
      'v=spf1 ip4:10.0.0.1 ip4:198.51.100.0/30 exists:%{i}.x.example -exists:%{i}.bad.example ip4:192.0.2.0/28 -all',
    ],
  ])('lets the same pass as before: %s', async (record, before, after, hosted) => {
    const { found } = await changed(record, up(before), up(after))
    if (found.kind !== 'changed') throw new Error(JSON.stringify(found))
    expect(found.withholds).toBe(true)
    expect(found.flattening.records[0]?.value).toBe(hosted)
  })

  it('is not changed when the order of its terms does not allow that', async () => {
    const record = 'v=spf1 include:up.example -exists:%{i}.bad.example include:down.example -all'
    const { found } = await changed(
      record,
      { ...up('exists:%{i}.x.example'), ...down('exists:%{i}.y.example') },
      { ...up('ip4:10.0.0.1'), ...down('ip4:10.0.0.2') },
    )
    expect(found).toMatchObject({
      kind: 'failed',
      problems: [{ code: 'not_proved' }],
      withholds: true,
      memory: { withheld: [{ kept: ['exists:%{i}.x.example', 'exists:%{i}.y.example'] }] },
    })
  })

  it('lets exactly those messages pass that passed before, or pass now, by check_host() at every edge', async () => {
    const passing = fc.constantFrom(
      'ip4:192.0.2.0/29',
      'ip4:192.0.2.8/31',
      'ip4:192.0.2.64/26',
      'exists:%{ir}.on.example',
      'exists:%{l}.l.example',
    )
    const own = fc.oneof(
      {
        weight: 2,
        // None of the upstream: what stays behind a term that refuses is not withheld.
        arbitrary: fc.constantFrom('ip4:192.0.2.128/26', 'ip4:192.0.2.12', 'exists:%{l}.k.example'),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          '-ip4:192.0.2.0/30',
          '~ip4:192.0.2.8/29',
          '?ip4:192.0.2.0/24',
          '-exists:%{l}.m.example',
          '~exists:%{ir}.on.example',
        ),
      },
    )
    const noted = { changed: 0, failed: 0, kept: 0, pass: 0, other: 0 }
    await fc.assert(
      fc.asyncProperty(
        fc.record({ first: list(own, 2), last: list(own, 3), before: list(passing, 3), after: list(passing, 2) }),
        async ({ first, last, before, after }) => {
          const record = `v=spf1 ${first} include:up.example ${last} -all`.replaceAll(/ +/g, ' ')
          const zones = { before: { ...existing, ...up(before) }, after: { ...existing, ...up(after) } }
          const { flattening, found } = await changed(record, zones.before, zones.after)
          if (found.kind === 'unchanged' || !found.withholds) return
          noted[found.kind]++
          if (found.kind === 'failed') return
          if (found.memory.withheld.some(({ kept }) => kept.length > 0)) noted.kept++
          const published = (zone: Zone, { records, published: text }: SpfFlattening) =>
            zoneResolver({
              ...zone,
              [domain]: { TXT: [text] },
              ...Object.fromEntries(records.map(({ name, value }) => [name, { TXT: [value] }])),
            })
          const was = published(zones.before, flattening)
          const is = published(zones.after, found.flattening)
          const direct = zoneResolver({ ...zones.after, [domain]: { TXT: [record] } })
          const edges = edgesOf(union(flattening.passing, found.flattening.passing))
          for (const ip of ['192.0.2.1', '192.0.2.9', ...edges]) {
            for (const sender of [`ada@${domain}`, `bob@${domain}`]) {
              const [passed, passes, hosted] = await Promise.all(
                [was, direct, is].map(async resolver => checkHost(resolver, { ip, sender, helo: '' })),
              )
              // Receivers may answer more than two lookups without records with permerror.
              if ([passed, passes, hosted].some(outcome => (outcome?.voidLookups ?? 0) > 2)) continue
              const wanted = passed?.result === 'pass' || passes?.result === 'pass'
              noted[wanted ? 'pass' : 'other']++
              const message = { record, before, after, ip, sender }
              expect({ ...message, pass: hosted?.result === 'pass' }).toEqual({ ...message, pass: wanted })
            }
          }
        },
      ),
      { numRuns: 500 },
    )
    expect(noted.changed).toBeGreaterThan(100)
    expect(noted.kept).toBeGreaterThan(80)
    expect(noted.failed).toBeGreaterThan(5)
    expect(Math.min(noted.pass, noted.other)).toBeGreaterThan(300)
  })
})

const edges = (family: 4 | 6, intervals: AddressSet['v4']): Address[] =>
  intervals.flatMap(({ first, last }) => [first - 1n, first, last, last + 1n].map(value => ({ family, value })))

function edgesOf({ v4 }: AddressSet): string[] {
  return [...new Set(edges(4, v4).map(formatAddress))]
}
