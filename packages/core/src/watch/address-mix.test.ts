import { describe, expect, it } from 'vitest'
import { compareSnapshot } from './compare.ts'
import { nextLookAt, type WatchMemory } from './memory.ts'
import type { Part } from './snapshot.ts'
import { days, hours, minutes, noon, partOf, replay, snapshotAt, unconfirmed } from './watched.fixture.ts'

type Look = readonly [time: number, part: Part]

const a = (...addresses: string[]) => partOf('a', ...addresses)
const old = a('192.0.2.1')
const moved = a('198.51.100.1')
const changed = 'A record changed to 198.51.100.1'

/** Some of the own servers gave some of these addresses, others the others. */
const mix = (...addresses: string[]): Part => ({ ...a(...addresses), varies: true })
const both = mix('192.0.2.1', '198.51.100.1')

const hourly = (from: number, to: number, part: Part): Look[] =>
  Array.from({ length: to - from }, (_, at) => [hours(from + at), part] as const)

const daily = (from: number, to: number, part: Part): Look[] =>
  hourly(from, to, part).map(([, each], at) => [days(from + at), each])

function memoryAfter(...looks: readonly Look[]): WatchMemory | null {
  return looks.reduce<WatchMemory | null>(
    (memory, [time, part]) => compareSnapshot(memory, snapshotAt(time, part)).memory,
    null,
  )
}

describe('an address set whose own servers give known and new addresses', () => {
  it('has changed when all servers agree on the new ones for an hour', () => {
    const looks: Look[] = [[noon, old], ...hourly(1, 12, both)]
    expect(replay(...looks, [hours(12), moved], [minutes(12 * 60 + 59), moved])).toEqual([])
    expect(replay(...looks, [hours(12), moved], [hours(13), moved], [hours(14), moved])).toEqual([changed])
  })

  it('is reported with what the history said before', () => {
    const memory = memoryAfter([noon, old], [hours(1), both], [hours(2), moved])
    expect(compareSnapshot(memory, snapshotAt(hours(3), moved)).changes).toMatchObject([
      { old_value: ['192.0.2.1'], new_value: ['198.51.100.1'], change_description: changed },
    ])
  })

  it('has changed back when the move back reaches all servers', () => {
    const there: Look[] = [[noon, old], [hours(1), both], ...hourly(2, 5, moved)]
    expect(replay(...there, [hours(5), old])).toEqual([changed, 'A record changed to 192.0.2.1'])
    expect(replay(...there, [hours(5), both], ...hourly(6, 40, old))).toEqual([
      changed,
      'A record changed to 192.0.2.1',
    ])
  })

  it('waits again when the servers agree for less than an hour', () => {
    const looks: Look[] = [
      [noon, old],
      [hours(1), both],
      [hours(2), moved],
      [minutes(150), both],
      [hours(3), moved],
    ]
    expect(replay(...looks)).toEqual([])
    expect(replay(...looks, [hours(4), moved])).toEqual([changed])
  })

  it('has not changed when the known addresses stay', () => {
    const looks: Look[] = [[noon, old], [hours(1), both], ...hourly(2, 40, old)]
    expect(replay(...looks)).toEqual([])
    expect(memoryAfter(...looks)?.parts['a']).toEqual(memoryAfter([noon, old], ...hourly(1, 40, old))?.parts['a'])
    expect(replay(...looks, [hours(41), moved])).toEqual([changed])
  })

  it('is as it was while the own servers do not answer', () => {
    const silent: Look[] = [unconfirmed(moved), unconfirmed(old), unconfirmed(a())].map((part, at) => [
      hours(2 + at),
      part,
    ])
    expect(replay([noon, old], [hours(1), both], ...silent, [hours(6), moved], [hours(7), moved])).toEqual([changed])
    expect(replay([noon, old], [hours(1), both], [hours(2), moved], ...silent.slice(1), [hours(5), moved])).toEqual([
      changed,
    ])
  })

  it('is asked about at the own servers at every check', () => {
    for (const part of [old, moved, a()].map(unconfirmed)) {
      const memory = memoryAfter([noon, old], [hours(1), both])
      expect(compareSnapshot(memory, snapshotAt(hours(2), part)).doubtful).toEqual(['a'])
      expect(compareSnapshot(memory, snapshotAt(days(2), part)).doubtful).toEqual(['a'])
    }
  })

  it('gets a look after ten minutes, and those that confirm an agreement', () => {
    const looks: Look[] = [
      [noon, old],
      [hours(1), both],
      [hours(2), both],
      [hours(3), moved],
      [minutes(190), moved],
      [hours(4), moved],
    ]
    const wanted = looks.map((_, at) => {
      const memory = memoryAfter(...looks.slice(0, at + 1))
      return memory && nextLookAt(memory)
    })
    expect(wanted).toEqual([null, minutes(70), null, minutes(190), hours(4), null])
  })

  it('of which only one server has no address has not lost the others', () => {
    const some: Part = { ...mix('192.0.2.1'), partial: true }
    expect(replay([noon, old], [hours(1), some], [hours(2), a()])).toEqual(['All A records removed'])
    expect(replay([noon, a()], [hours(1), some], [hours(2), a()], [hours(3), some], [hours(4), some])).toEqual([])
    expect(replay([noon, a()], [hours(1), some], [hours(2), old], [hours(3), old])).toEqual([
      'A record added: 192.0.2.1',
    ])
    expect(replay([noon, a()], ...hourly(1, 30, some))).toEqual(['A record added: 192.0.2.1'])
  })
})

describe('an address set that is mixed for a day', () => {
  const pool: Look[] = [[noon, old], ...hourly(1, 26, both)]

  it('is a pool, to which all addresses of these looks belong', () => {
    expect(replay(...pool, [hours(26), moved], [hours(27), old], [hours(28), moved])).toEqual([])
  })

  it('rotates as long as its looks differ', () => {
    const differing = Array.from({ length: 60 }, (_, at): Look => [hours(26 + at * 12), at % 2 ? old : moved])
    expect(replay(...pool, ...differing, [days(31.5), a('192.0.2.77')])).toEqual([])
    expect(replay(...pool, ...differing, [days(31.5), a('203.0.113.1')])).toEqual(['A record changed to 203.0.113.1'])
  })

  it('has moved when no known address is left, though the new ones differ', () => {
    expect(replay([noon, old], [hours(1), both], [hours(2), mix('203.0.113.1', '203.0.113.2')])).toEqual([
      'A records changed to 203.0.113.1 and 203.0.113.2',
    ])
  })
})

describe('own servers that agree on known addresses', () => {
  it('are believed when the resolver gives other ones', () => {
    const behind: Part = { ...both, own: ['198.51.100.1'] }
    expect(replay([noon, old], [hours(1), moved], ...hourly(2, 60, behind), [hours(60), old])).toEqual([
      changed,
      'A record changed to 192.0.2.1',
    ])
  })

  it('are what is recorded at the first sight', () => {
    const memory = memoryAfter([noon, { ...both, own: ['198.51.100.1'] }])
    expect(memory?.parts['a']).toMatchObject({ values: ['198.51.100.1'] })
    expect(memory?.parts['a']?.rotatesUntil).toBeUndefined()
  })
})

describe('an address that leaves a set', () => {
  const two = a('192.0.2.1', '192.0.2.2')

  it('is reported once when no look gave it for seven days', () => {
    expect(replay([noon, two], ...daily(1, 7, old))).toEqual([])
    expect(replay([noon, two], ...daily(1, 30, old))).toEqual(['A record removed: 192.0.2.2'])
  })

  it('is news when it comes back', () => {
    expect(replay([noon, two], ...daily(1, 9, old), [days(9), two])).toEqual([
      'A record removed: 192.0.2.2',
      'A record added: 192.0.2.2',
    ])
  })

  it('waits for the own servers', () => {
    const looks = [[noon, two] as const, ...daily(1, 30, unconfirmed(old))]
    expect(replay(...looks)).toEqual([])
    expect(compareSnapshot(memoryAfter(...looks), snapshotAt(days(30), unconfirmed(old))).doubtful).toEqual(['a'])
    expect(replay(...looks, [days(30), old])).toEqual(['A record removed: 192.0.2.2'])
  })

  it('is not reported of a pool, whose looks differ', () => {
    const three = a('192.0.2.1', '192.0.2.2', '192.0.2.3')
    const looks = daily(1, 30, old).map(([at], index): Look => [at, a(`192.0.2.${(index % 2) + 1}`)])
    expect(replay([noon, three], ...looks)).toEqual([])
  })

  it('has seven more days after a pause', () => {
    expect(replay([noon, two], [days(20), old], ...daily(21, 27, old))).toEqual([])
    expect(replay([noon, two], [days(20), old], ...daily(21, 29, old))).toEqual(['A record removed: 192.0.2.2'])
  })
})

const foundIn = (memory: WatchMemory, part: Part): string[] =>
  compareSnapshot(memory, snapshotAt(hours(1), part)).changes.map(({ change_description }) => change_description)

describe('a memory of an earlier version of this program', () => {
  // It had the last seen addresses as its values, and no word for a mixed set.
  const since = days(-9)
  const earlier = (pending?: { values: string[]; at: number }): WatchMemory => ({
    version: 1,
    at: noon,
    parts: {
      a: {
        values: ['192.0.2.1'],
        since,
        seenAt: noon,
        union: { '192.0.2.1': noon, '192.0.2.2': days(-3) },
        changes: [],
        ...(pending && { pending }),
      },
    },
  })

  it('is read as what the history says', () => {
    expect(foundIn(earlier(), a('192.0.2.1'))).toEqual([])
    expect(foundIn(earlier(), a('192.0.2.2'))).toEqual([])
    expect(foundIn(earlier(), moved)).toEqual([changed])
  })

  it('goes on with a difference that waits', () => {
    const pending = { values: ['198.51.100.1'], at: noon }
    expect(foundIn(earlier(pending), unconfirmed(moved))).toEqual([changed])
  })
})
