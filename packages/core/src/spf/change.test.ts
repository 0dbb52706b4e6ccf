import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Zone, zoneResolver } from '../dns/index.ts'
import { type AddressSet, noAddress, sameSet, setOfCidrs, toCidrs, union } from './address-set.ts'
import { type SpfChange, type SpfChanges, spfChanges } from './change.ts'
import { compareSpf } from './compare.ts'
import { type SpfVerdicts, spfVerdicts } from './verdicts.ts'

const zone: Zone = {
  'list.example': { TXT: ['v=spf1 ip4:198.51.100.0/24 ~all'] },
  'broken.example': { fail: 'servfail' },
}

async function changed(before: string, after: string) {
  const resolver = zoneResolver(zone)
  const [a, b] = await Promise.all([before, after].map(text => spfVerdicts(resolver, 'sender.example', text)))
  const { changes, ...others } = changesOf(a, b)
  const lines = changes.map(({ kind, range, addresses, before, after }) =>
    [kind, range, addresses, before, after].join(' '),
  )
  return { ...others, changes: lines }
}

function changesOf(before: SpfVerdicts | undefined, after: SpfVerdicts | undefined): SpfChanges {
  if (before === undefined || after === undefined) throw new Error('nothing was compiled')
  return spfChanges(before, after)
}

const whole = { more: 0, not_comparable: null }

describe('what changes for whom', () => {
  it('nothing, where both say the same in other words', async () => {
    expect(
      await changed('v=spf1 ip4:198.51.100.0/25 ip4:198.51.100.128/25 ~all', 'v=spf1 include:list.example ~all'),
    ).toEqual({
      equivalent: true,
      changes: [],
      ...whole,
    })
  })

  it('who loses permission, who gains it, and how the others fare', async () => {
    expect(
      await changed(
        'v=spf1 ip4:192.0.2.0/24 include:list.example ~all',
        'v=spf1 ip4:192.0.2.4/30 ip4:203.0.113.7 ip6:2001:db8::/32 -all',
      ),
    ).toEqual({
      equivalent: false,
      changes: [
        'loses 192.0.2.0/30 4 pass fail',
        'loses 192.0.2.8–192.0.2.255 248 pass fail',
        'loses 198.51.100.0/24 256 pass fail',
        'gains 203.0.113.7 1 softfail pass',
        'gains 2001:db8::/32 79228162514264337593543950336 softfail pass',
        `changes every other address ${2n ** 32n + 2n ** 128n - 2n ** 32n - 512n - 1n - 2n ** 96n} softfail fail`,
      ],
      ...whole,
    })
  })

  it('everybody, where a record is opened to all or breaks', async () => {
    expect(await changed('v=spf1 -all', 'v=spf1 +all')).toEqual({
      equivalent: false,
      changes: [`gains every address ${2n ** 128n} fail pass`],
      ...whole,
    })
    expect(await changed('v=spf1 ip4:192.0.2.1 -all', 'v=spf1 ip4:192.0.2.1 include:gone.example -all')).toMatchObject({
      equivalent: false,
      changes: [expect.stringMatching(/^changes every other address \d+ fail permerror$/)],
    })
    expect((await changed('v=spf1 +all', 'v=spf1 ip4:192.0.2.1 -all')).changes).toEqual([
      'loses 0.0.0.0–192.0.2.0 3221225985 pass fail',
      'loses 192.0.2.2–255.255.255.255 1073741310 pass fail',
      `loses ::/0 ${2n ** 128n - 2n ** 32n} pass fail`,
    ])
  })

  it('says what cannot be compared, and what is certain all the same', async () => {
    expect(await changed('v=spf1 ip4:192.0.2.1 include:broken.example -all', 'v=spf1 ip4:192.0.2.1 -all')).toEqual({
      equivalent: null,
      changes: [],
      more: 0,
      not_comparable: 'Some addresses could not be compared: part of a record could not be asked.',
    })
    expect(await changed('v=spf1 ip4:192.0.2.1 exists:%{i}.l.example -all', 'v=spf1 -all')).toEqual({
      equivalent: false,
      changes: ['loses 192.0.2.1 1 pass fail'],
      more: 0,
      not_comparable: 'For some addresses only the message itself decides (macros, exists or ptr).',
    })
  })

  it('tells fifty ranges of each kind, and how many there are beyond', async () => {
    const all = Array.from({ length: 120 }, (_, at) => `ip4:192.0.2.${at * 2}`).join(' ')
    const { changes, more } = await changed(`v=spf1 ${all} ~all`, 'v=spf1 ip4:203.0.113.1 ~all')
    expect(changes).toHaveLength(51)
    expect(changes.at(-1)).toBe('gains 203.0.113.1 1 softfail pass')
    expect(more).toBe(70)
  })
})

const recordings = '/work/shared/data/dns/spf-snapshots.jsonl'

/** Where recordings of real DNS are at hand: what changed between two of them, against `compare`. */
describe.skipIf(!existsSync(recordings))('on recorded records of many dates', () => {
  const rows = existsSync(recordings) ? readFileSync(recordings, 'utf8').trim().split('\n') : []
  const published = new Map<string, string[]>()
  const world: { [name: string]: Zone[string] } = {}
  for (const line of rows) {
    const { name, values } = rowOf(line)
    const record = values.find(value => value.startsWith('v=spf1'))
    if (record === undefined) continue
    published.set(name, [...(published.get(name) ?? []), record])
    world[name] = { TXT: [record] }
  }
  const pairs = [...published].flatMap(([name, records]) =>
    records.slice(1).map((after, at) => ({ name, before: records[at] ?? '', after })),
  )

  it.each(pairs)('$name', async ({ name, before, after }) => {
    const resolver = zoneResolver(world)
    const [a, b] = await Promise.all([before, after].map(text => spfVerdicts(resolver, name, text)))
    const { changes, more, equivalent } = changesOf(a, b)
    const compared = await compareSpf(resolver, name, before, after)
    expect(equivalent).toBe(compared.equivalent)
    for (const kind of ['gains', 'loses'] as const) {
      const expected = compared.differences
        .filter(({ a, b }) =>
          kind === 'gains' ? a.result !== 'pass' && b.result === 'pass' : a.result === 'pass' && b.result !== 'pass',
        )
        .filter(({ a, b }) => a.result !== 'depends' && b.result !== 'depends')
        .map(({ set }) => set)
      const told = changes.filter(change => change.kind === kind).map(setOfChange)
      expect(
        more > 0 || sameSet(union(...told), union(noAddress, ...expected)),
        toCidrs(union(...expected)).join(' '),
      ).toBe(true)
    }
  })

  it('has some', () => {
    expect(pairs.length).toBeGreaterThan(10)
  })
})

function rowOf(line: string): { name: string; values: string[] } {
  return JSON.parse(line)
}

function setOfChange({ range }: SpfChange): AddressSet {
  const [from = '', to] = range.split('–')
  const first = setOfCidrs([from])
  if (first === null) throw new Error(`${range} is no range`)
  if (to === undefined) return first
  const last = setOfCidrs([to]) ?? noAddress
  const joined = (family: 'v4' | 'v6') =>
    first[family].map((interval, at) => ({ first: interval.first, last: last[family][at]?.last ?? interval.last }))
  return { v4: joined('v4'), v6: joined('v6') }
}
