import { describe, expect, it } from 'vitest'
import { type Address, formatAddress, octetsOfText, type Zone, type ZoneEntry, zoneResolver } from '../dns/index.ts'
import { recordedFolder, recordedRows } from '../testing/recorded.ts'
import { type AddressSet, includes, noAddress, toCidrs } from './address-set.ts'
import { checkHost } from './check-host.ts'
import { flattenSpf, readSpf, type SpfFlattening } from './flatten.ts'
import { acceptedSources, judgeGrowth } from './growth.ts'
import { selectSpf } from './record.ts'
import { type HostedMemory, hostedAddresses, hostedUpkeep, newHostedMemory } from './upkeep.ts'
import { withheldRecord } from './withheld-record.ts'

interface Row {
  name: string
  type: string
  values: string[]
  /** The year or month of a snapshot. */
  seen?: string
}

const hostedName = 'recorded-example-abc123.waxseal.email'

/** The zone of some rows; of several at one name and type the last one counts. */
function zoneOf(rows: readonly Row[]): Zone {
  const zone: { [name: string]: ZoneEntry } = {}
  for (const { name, type, values } of rows) {
    if (!['A', 'AAAA', 'TXT', 'MX'].includes(type) || name.includes('*')) continue
    const data = type === 'MX' ? values.map(text => [Number(text.split(' ')[0]), text.split(' ')[1] ?? '.']) : values
    zone[name] = { ...zone[name], [type]: type === 'TXT' ? values.map(octetsOfText) : data }
  }
  return zone
}

const edges = (family: 4 | 6, intervals: AddressSet['v4']): Address[] =>
  intervals.flatMap(({ first, last }) => [first - 1n, first, last].map(value => ({ family, value })))

/** The first and last address of each range, and the ones before. */
function edgesOf({ v4, v6 }: AddressSet): string[] {
  return [...edges(4, v4), ...edges(6, v6)].filter(({ value }) => value >= 0n).map(formatAddress)
}

/** The shapes of Google's include: of 2025-12 the recording lacks `_netblocks2`, and that of 2024 takes its place. */
const shapes = ['2013', '2017', '2024', '2025-12', '2026'] as const
const googleNames = ['_spf.google.com', '_netblocks.google.com', '_netblocks2.google.com', '_netblocks3.google.com']

describe.skipIf(recordedFolder() === null)("the five recorded shapes of Google's include, one after another", () => {
  it('add addresses at once, remove many only after a day, and never lose one that is still there', async () => {
    const snapshots = recordedRows<Row>('spf-snapshots.jsonl').filter(({ name }) => googleNames.includes(name))
    const record = 'v=spf1 include:_spf.google.com ~all'
    const start = Date.parse('2026-11-25T09:00:00Z')
    const dayMs = 86_400_000
    let memory: HostedMemory | null = null
    let hosted = noAddress
    let records: SpfFlattening['records'] = []
    const steps: string[] = []
    for (const [at, year] of shapes.entries()) {
      const seen = snapshots.filter(row => row.seen === year)
      const before = snapshots.filter(row => row.name === '_netblocks2.google.com' && row.seen === '2024')
      const resolver = zoneResolver(zoneOf(year === '2025-12' ? [...before, ...seen] : seen))
      // Every six hours for ten days.
      for (let hours = 0; hours < 240; hours += 6) {
        const now = new Date(start + at * 10 * dayMs + hours * 3_600_000)
        const result = await flattenSpf(resolver, { domain: 'kite.example', record, hostedName })
        if (result.kind !== 'proved') throw new Error(`${year}: ${result.kind}`)
        const { passing } = result.flattening
        const read = await readSpf(resolver, { domain: 'kite.example', record })
        if (read.kind !== 'read') throw new Error(`${year}: ${read.kind}`)
        const { sources } = read.reading
        if (memory === null) {
          memory = newHostedMemory(result.flattening, acceptedSources(sources))
          hosted = passing
          records = result.flattening.records
          continue
        }
        const growth = judgeGrowth(memory, sources, { now, hosted: hostedAddresses(memory) })
        // A service of the catalogue that grows as Google did is served without a question.
        expect(growth.memory.asked).toBeNull()
        const upkeep = hostedUpkeep(memory, result.flattening, { now, confirmed: true, growth })
        memory = upkeep.memory
        if (upkeep.publish !== null) {
          const besides = withheldRecord(records, upkeep.publish)
          const input = { domain: 'kite.example', record, hostedName, besides }
          const published = await flattenSpf(resolver, input)
          if (published.kind !== 'proved') throw new Error(`${year}: ${published.kind}`)
          hosted = published.flattening.passing
          records = published.flattening.records
          const [added, removed] = [toCidrs(upkeep.added).length, toCidrs(upkeep.removed).length]
          steps.push(`${year} +${hours} h: ${added} added, ${removed} removed`)
        }
        expect(includes(hosted, passing)).toBe(true)
      }
      expect(toCidrs(hosted)).toEqual(memory?.passing)
    }
    expect(steps).toMatchInlineSnapshot(`
      [
        "2017 +0 h: 4 added, 0 removed",
        "2024 +0 h: 9 added, 2 removed",
        "2025-12 +24 h: 0 added, 19 removed",
        "2026 +24 h: 0 added, 120 removed",
      ]
    `)
  })
})

describe.skipIf(recordedFolder() === null)('recorded SPF records, flattened', () => {
  it('let the same mail pass, by the proof and by check_host() at the edges of every range', async () => {
    const snapshots = recordedRows<Row>('spf-snapshots.jsonl')
    const years = [...new Set(snapshots.map(({ seen }) => seen ?? ''))].sort()
    const own = recordedRows<Row>('zones-uk-justice-2026.jsonl')
    const noted = { proved: 0, kept: 0, missing: 0, asked: 0, reasons: new Map<string, number>() }
    // Each state of the snapshots, with what was known of other names before; the last one beside the recorded zones.
    const worlds = years.map(year => zoneOf(snapshots.filter(({ seen = '' }) => seen <= year)))
    worlds.push(zoneOf([...snapshots, ...own]))
    for (const zone of worlds) {
      const resolver = zoneResolver(zone)
      for (const [domain, { TXT: texts = [] }] of Object.entries(zone)) {
        const { records } = selectSpf(texts.map(String))
        const [record] = records
        if (record === undefined || records.length > 1) continue
        const result = await flattenSpf(resolver, { domain, record, hostedName })
        if (result.kind === 'failed') {
          const [problem] = result.problems
          noted.reasons.set(problem?.code ?? '', (noted.reasons.get(problem?.code ?? '') ?? 0) + 1)
          continue
        }
        expect([domain, result.kind]).toEqual([domain, 'proved'])
        noted.proved++
        const { flattening } = result
        if (flattening.kept.length > 0) noted.kept++
        const published = zoneResolver({
          ...zone,
          [domain]: { ...zone[domain], TXT: [flattening.published] },
          ...Object.fromEntries(flattening.records.map(({ name, value }) => [name, { TXT: [value] }])),
        })
        const sender = `ada@${domain}`
        for (const ip of ['192.0.2.1', '2001:db8::1', ...edgesOf(flattening.passing).slice(0, 12)]) {
          const before = await checkHost(resolver, { ip, sender, helo: 'helo.example', maxLookups: 1000 })
          const after = await checkHost(published, { ip, sender, helo: 'helo.example' })
          if (before.voidLookups > 2) continue
          noted.asked++
          expect([domain, ip, after.result === 'pass']).toEqual([domain, ip, before.result === 'pass'])
        }
      }
    }
    expect(noted.proved).toBeGreaterThan(600)
    expect(noted.kept).toBeGreaterThan(5)
    expect(noted.asked).toBeGreaterThan(3000)
    // What the recordings lack, and records that are broken as they were published.
    expect([...noted.reasons.keys()].filter(code => !['no_record', 'syntax', 'loop'].includes(code))).toEqual([])
  })
})
