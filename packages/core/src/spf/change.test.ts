import { describe, expect, it } from 'vitest'
import { type Address, formatAddress, type Zone, zoneResolver } from '../dns/index.ts'
import { recordedFolder, recordedRows } from '../testing/recorded.ts'
import {
  type AddressSet,
  hasAddress,
  type Interval,
  noAddress,
  sameSet,
  setOfCidrs,
  toCidrs,
  union,
} from './address-set.ts'
import { type SpfChange, type SpfChanges, spfChanges } from './change.ts'
import { checkHost } from './check-host.ts'
import { compareSpf } from './compare.ts'
import { isSpfRecord } from './record.ts'
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

function changesOf(before: SpfVerdicts | undefined, after: SpfVerdicts | undefined, most?: number): SpfChanges {
  if (before === undefined || after === undefined) throw new Error('nothing was compiled')
  return spfChanges(before, after, most)
}

const whole = { more: 0, not_comparable: null }

describe('the changes for senders', () => {
  it('none, when both records are equivalent', async () => {
    expect(
      await changed('v=spf1 ip4:198.51.100.0/25 ip4:198.51.100.128/25 ~all', 'v=spf1 include:list.example ~all'),
    ).toEqual({
      equivalent: true,
      changes: [],
      ...whole,
    })
  })

  it('the senders that lose permission, those that gain it, and the others', async () => {
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

  it('all senders, when a record is opened to all or breaks', async () => {
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
    const open = 'v=spf1 ip4:192.0.2.1 include:broken.example -all'
    const closed = 'v=spf1 ip4:192.0.2.1 -all'
    for (const [before, after] of [
      [open, closed],
      [closed, open],
      [open, open],
    ] as const) {
      expect(await changed(before, after)).toEqual({
        equivalent: null,
        changes: [],
        more: 0,
        not_comparable: 'A lookup failed, so some addresses could not be compared.',
      })
    }
    expect(await changed('v=spf1 ip4:192.0.2.1 exists:%{i}.l.example -all', 'v=spf1 -all')).toEqual({
      equivalent: false,
      changes: ['loses 192.0.2.1 1 pass fail'],
      more: 0,
      not_comparable: 'For some addresses the result depends on the message (macros, exists or ptr).',
    })
    // The same terms in another order: whether that matters depends on the message.
    expect(
      await changed(
        'v=spf1 include:%{i}.l.example ip4:192.0.2.1 -all',
        'v=spf1 ip4:192.0.2.1 include:%{i}.l.example -all',
      ),
    ).toMatchObject({ equivalent: null, changes: [] })
  })

  it('lists fifty ranges of each kind, and the number of further ones', async () => {
    const all = Array.from({ length: 120 }, (_, at) => `ip4:192.0.2.${at * 2}`).join(' ')
    const { changes, more } = await changed(`v=spf1 ${all} ~all`, 'v=spf1 ip4:203.0.113.1 ~all')
    expect(changes).toHaveLength(51)
    expect(changes.at(-1)).toBe('gains 203.0.113.1 1 softfail pass')
    expect(more).toBe(70)
  })
})

const notHere = recordedFolder() === null ? ' (not run: the recordings are not here)' : ''

interface Row {
  name: string
  type: string
  values?: string[]
  old?: string[] | null
  new?: string[] | null
}

/**
 * Where recordings of real DNS are available: the change between two of them, compared with `compare` and with
 * receivers.
 */
describe.skipIf(notHere !== '')(`on recorded records of many dates${notHere}`, () => {
  const { pairs, world } = readRecordings()

  it.each(pairs)('$name, $before', async ({ name, before, after }) => {
    const resolver = zoneResolver(world)
    const [a, b] = await Promise.all([before, after].map(text => spfVerdicts(resolver, name, text)))
    const { changes, more, equivalent } = changesOf(a, b, Number.POSITIVE_INFINITY)
    const compared = await compareSpf(resolver, name, before, after)
    // `compare` reports conditions on the message as a difference; here they are unknown.
    const certain = compared.differences.filter(({ a, b }) => a.result !== 'depends' && b.result !== 'depends')
    const proved = certain.length < compared.differences.length && certain.length === 0 ? null : compared.equivalent
    expect({ equivalent, more }).toEqual({ equivalent: proved, more: 0 })
    for (const kind of ['gains', 'loses'] as const) {
      const [from, to] = kind === 'gains' ? (['a', 'b'] as const) : (['b', 'a'] as const)
      const expected = compared.differences
        .filter(each => each[from].result !== 'pass' && each[to].result === 'pass' && each[from].result !== 'depends')
        .map(({ set }) => set)
      const told = changes.filter(change => change.kind === kind).map(change => setOfChange(change))
      expect(sameSet(union(...told), union(...expected)), toCidrs(union(...expected)).join(' ')).toBe(true)
    }
  })

  it.each(pairs)('at its edges $name, $before', async ({ name, before, after }) => {
    const [a, b] = await Promise.all([before, after].map(text => spfVerdicts(zoneResolver(world), name, text)))
    const { changes, not_comparable } = changesOf(a, b, Number.POSITIVE_INFINITY)
    const asReceiver = async (text: string, ip: string) => {
      const resolver = zoneResolver({ ...world, [name]: { ...world[name], TXT: [text] } })
      return (await checkHost(resolver, { ip, sender: `a@${name}`, helo: 'client.example' })).result
    }
    const ranges = changes
      .filter(({ range }) => !range.startsWith('every'))
      .map(change => ({ change, set: setOfChange(change) }))
    const others = changes.find(({ range }) => range.startsWith('every'))
    for (const { set } of ranges.slice(0, 25)) {
      for (const [address, text] of edgesOf(set)) {
        const results = [await asReceiver(before, text), await asReceiver(after, text)]
        const change = ranges.find(each => hasAddress(each.set, address))?.change
        if (change !== undefined) expect([text, change.before, change.after]).toEqual([text, ...results])
        else if (results[0] !== results[1] && not_comparable === null)
          expect([others?.before, others?.after]).toEqual(results)
      }
    }
  })

  it('has some', () => {
    expect(pairs.length).toBeGreaterThan(40)
  })
})

/** The records of each name in the order they were seen, in pairs, with the newest of all as the surrounding DNS. */
function readRecordings(): { pairs: { name: string; before: string; after: string }[]; world: Zone } {
  const world: { [name: string]: Zone[string] } = {}
  const seen = new Map<string, string[]>()
  for (const { name, values = [] } of recordedRows<Row>('spf-snapshots.jsonl')) {
    const record = values.find(isSpfRecord)
    if (record === undefined) continue
    seen.set(name, [...(seen.get(name) ?? []), record])
    world[name] = { TXT: [record] }
  }
  const snapshots = [...seen].flatMap(([name, records]) =>
    records.slice(1).map((after, at) => ({ name, before: records[at] ?? '', after })),
  )
  const edits = recordedRows<Row>('history-uk-justice.jsonl').flatMap(({ name, ...row }) => {
    const [before, after] = [row.old?.find(isSpfRecord), row.new?.find(isSpfRecord)]
    return before === undefined || after === undefined || before === after ? [] : [{ name, before, after }]
  })
  return { pairs: [...snapshots, ...edits], world }
}

/** The first and last address of each interval, and those just outside. */
function edgesOf(set: AddressSet): [address: Address, text: string][] {
  const all: Address[] = [...edges(4, set.v4), ...edges(6, set.v6)]
  return all
    .filter(({ family, value }) => value >= 0n && value < 2n ** (family === 4 ? 32n : 128n))
    .map(address => [address, formatAddress(address)])
}

function edges(family: 4 | 6, intervals: readonly Interval[]): Address[] {
  return intervals.flatMap(({ first, last }) => [first - 1n, first, last, last + 1n].map(value => ({ family, value })))
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
