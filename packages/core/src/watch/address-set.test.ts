import { describe, expect, it } from 'vitest'
import { compareSnapshot } from './compare.ts'
import type { Part } from './snapshot.ts'
import { days, hours, minutes, noon, partOf, replay, snapshotAt, unconfirmed } from './watched.fixture.ts'

const a = (...addresses: string[]) => partOf('a', ...addresses)
const aaaa = (text: string) => partOf('aaaa', text)

describe('an address set', () => {
  it('does not change with a subset of its addresses', () => {
    expect(replay([noon, a('192.0.2.1', '192.0.2.2')], [hours(1), a('192.0.2.1')], [hours(2), a('192.0.2.2')])).toEqual(
      [],
    )
  })

  it('of a pool is known by the first two looks while only the resolver answers', () => {
    const first: [number, Part] = [noon, unconfirmed(a('192.0.2.1'))]
    const other = unconfirmed(a('192.0.2.2'))
    expect(replay(first, [minutes(20), other], [minutes(30), other], [hours(6), a('192.0.2.1')])).toEqual([])
    expect(replay(first, [minutes(20), a('192.0.2.2')])).toEqual(['A record changed to 192.0.2.2'])
  })

  it('is known by the union of seven days', () => {
    const rotated: [number, Part][] = [
      [noon, a('192.0.2.1', '192.0.2.2')],
      [days(1), a('192.0.2.1')],
      [days(6.9), a('192.0.2.2')],
    ]
    expect(replay(...rotated)).toEqual([])
    expect(replay(...rotated, [days(7.9), a('192.0.2.1')])).toEqual([])
  })

  it('keeps a recorded address in mind after a pause of monitoring', () => {
    const known: [number, Part] = [noon, a('192.0.2.1', '192.0.2.2')]
    expect(replay(known, [days(30), a('192.0.2.1')], [days(31), a('192.0.2.2')], [days(36), a('192.0.2.1')])).toEqual(
      [],
    )
  })

  it('changes with an address that is new', () => {
    expect(replay([noon, a('192.0.2.1')], [hours(1), a('192.0.2.1', '198.51.100.7')])).toEqual([
      'A record added: 198.51.100.7',
    ])
  })

  it('changes once when all addresses are replaced, and again when they come back', () => {
    const found = replay(
      [noon, a('192.0.2.1', '192.0.2.2')],
      [hours(1), a('198.51.100.1')],
      [hours(2), a('198.51.100.1')],
    )
    expect(found).toEqual(['A record changed to 198.51.100.1'])
    expect(replay([noon, a('192.0.2.1')], [hours(1), a('198.51.100.1')], [days(2), a('192.0.2.1')])).toEqual([
      'A record changed to 198.51.100.1',
      'A record changed to 192.0.2.1',
    ])
  })

  it('changes without a confirmation when a second check finds new addresses too', () => {
    const [known, other] = [a('192.0.2.1'), unconfirmed(a('192.0.2.1', '198.51.100.1'))]
    expect(replay([noon, known], [hours(1), other], [hours(2), known], [hours(3), other])).toEqual([])
    expect(replay([noon, known], [hours(1), other], [hours(2), other], [hours(3), other])).toEqual([
      'A record added: 198.51.100.1',
    ])
  })

  it('is a pool without a confirmation when the second check finds other new addresses beside a known one', () => {
    const looks = ['198.51.100.1', '203.0.113.1'].map(other => unconfirmed(a('192.0.2.1', other)))
    const rotating = looks.map((part, at) => [hours(1 + at), part] as const)
    const known = [noon, a('192.0.2.1')] as const
    expect(replay(known, ...rotating, [hours(3), a('198.51.100.1')], [hours(4), a('203.0.113.1')])).toEqual([])
  })

  it('keeps replaced addresses in mind where the own servers confirmed nothing', () => {
    const [one, other] = [unconfirmed(a('192.0.2.1')), unconfirmed(a('198.51.100.1'))]
    expect(
      replay(
        ...[noon, hours(1)].map(time => [time, one] as const),
        ...[hours(2), hours(3)].map(time => [time, other] as const),
        [hours(4), one],
        [hours(5), other],
      ),
    ).toEqual(['A record changed to 198.51.100.1'])
  })

  it('disappears only with a confirmation', () => {
    const gone = unconfirmed(a())
    expect(replay([noon, a('192.0.2.1')], [hours(1), a()])).toEqual(['All A records removed'])
    expect(replay([noon, a('192.0.2.1')], [hours(1), gone], [hours(2), gone], [days(20), gone])).toEqual([])
  })

  it('is asked again where addresses are new', () => {
    const { memory } = compareSnapshot(null, snapshotAt(noon, a('192.0.2.1')))
    expect(compareSnapshot(memory, snapshotAt(hours(1), unconfirmed(a('192.0.2.2')))).doubtful).toEqual(['a'])
    expect(compareSnapshot(memory, snapshotAt(hours(1), unconfirmed(a('192.0.2.1')))).doubtful).toEqual([])
  })
})

const moves = (last: string) => ['198.51.100.1', last].map(address => `A record changed to ${address}`)

describe('an address set that changed three times in a day rotates', () => {
  const rotating: [number, Part][] = [1, 2, 3, 4].map(at => [minutes(at * 60), a(`192.0.2.${at}`)])

  it('and reports only new networks', () => {
    expect(replay(...rotating)).toHaveLength(3)
    expect(replay(...rotating, [hours(5), a('192.0.2.5')], [hours(6), a('192.0.2.6')])).toHaveLength(3)
    expect(replay(...rotating, [hours(5), a('198.51.100.5')]).slice(3)).toEqual(['A record changed to 198.51.100.5'])
  })

  it('with IPv6 networks of /48', () => {
    const looks: [number, Part][] = [1, 2, 3, 4].map(at => [hours(at), aaaa(`2001:db8:1::${at}`)])
    expect(replay(...looks, [hours(5), aaaa('2001:db8:1:ffff::5')]).slice(3)).toEqual([])
    expect(replay(...looks, [hours(5), aaaa('2001:db8:2::5')]).slice(3)).toEqual([
      'AAAA record changed to 2001:db8:2::5',
    ])
  })

  it('until it was quiet for seven days', () => {
    const quiet = (daysLater: number): [number, Part] => [days(daysLater), a('192.0.2.4')]
    expect(replay(...rotating, quiet(3), quiet(6), [days(6.5), a('192.0.2.9')]).slice(3)).toEqual([])
    expect(replay(...rotating, quiet(3), quiet(6), quiet(8), [days(8.1), a('192.0.2.9')]).slice(3)).toEqual([
      'A record changed to 192.0.2.9',
    ])
  })

  it('and not before the third change, whether the own servers confirm it or a second look does', () => {
    const twice = (from: number, address: string): [number, Part][] =>
      [0, 1].map(later => [hours(from + later), unconfirmed(a(address))])
    const first: [number, Part] = [noon, a('192.0.2.1')]
    // The second move is inside the network of the first.
    expect(replay(first, ...twice(1, '198.51.100.1'), ...twice(48, '198.51.100.9'))).toEqual(moves('198.51.100.9'))
    expect(replay(first, ...twice(1, '198.51.100.1'), ...twice(3, '198.51.100.9'))).toEqual(moves('198.51.100.9'))
    const confirmed: [number, Part][] = [a('198.51.100.1'), a('198.51.100.9')].map((part, n) => [hours(n + 1), part])
    expect(replay(first, ...confirmed)).toEqual(moves('198.51.100.9'))
    const third = [...twice(1, '198.51.100.1'), ...twice(3, '198.51.100.9'), ...twice(5, '198.51.100.20')]
    expect(replay(first, ...third, ...twice(7, '198.51.100.30'))).toHaveLength(3)
  })

  it('while three changes in more than a day are three changes', () => {
    const slow: [number, Part][] = [1, 2, 3, 4, 5].map(at => [days(at), a(`192.0.2.${at}`)])
    expect(replay(...slow)).toHaveLength(4)
  })
})
