import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AddressSet,
  countIpv4,
  difference,
  includes,
  isEmpty,
  noAddress,
  setOfCidrs,
  toCidrs,
  union,
} from './address-set.ts'
import { type HostedMemory, hostedUpkeep, type Upkeep } from './upkeep.ts'

const hour = 3_600_000
const start = new Date('2026-11-25T09:00:00Z')
const at = (hours: number) => new Date(start.getTime() + hours * hour)

const set = (...cidrs: string[]): AddressSet => setOfCidrs(cidrs) ?? noAddress
const upstream = (cidrs: string[], kept: string[] = [], empty: string[] = []) => ({
  passing: set(...cidrs),
  kept,
  empty,
})
const memoryOf = (cidrs: string[], kept: string[] = []): HostedMemory => ({
  version: 1,
  passing: cidrs,
  kept,
  empty: [],
  withheld: null,
  removed: [],
})
const four = ['192.0.2.0/26', '192.0.2.128/26', '198.51.100.0/26', '203.0.113.0/26']
const short = ({ publish, withholds, applies, added, removed }: Upkeep) => ({
  publish: publish && [...toCidrs(publish.addresses), ...publish.kept],
  withholds,
  applies,
  added: toCidrs(added),
  removed: toCidrs(removed),
})
const nothing = { publish: null, withholds: false, applies: false, added: [], removed: [] }

describe('the upkeep of a hosted record', () => {
  it('changes nothing while the upstreams have the same', () => {
    const upkeep = hostedUpkeep(memoryOf(four), upstream(four.toReversed()), { now: start, confirmed: false })
    expect(short(upkeep)).toEqual(nothing)
    expect(upkeep.memory).toEqual(memoryOf(four))
  })

  it('publishes an addition at once', () => {
    const more = [...four, '203.0.113.128/25']
    expect(short(hostedUpkeep(memoryOf(four), upstream(more), { now: start, confirmed: false }))).toEqual({
      ...nothing,
      publish: [],
      added: ['203.0.113.128/25'],
    })
  })

  it('applies the removal of at most a fifth at once', () => {
    const less = [...four.slice(0, 3), '203.0.113.0/27', '203.0.113.32/28']
    const upkeep = hostedUpkeep(memoryOf(four), upstream(less), { now: start, confirmed: false })
    expect(short(upkeep)).toEqual({ ...nothing, publish: [], removed: ['203.0.113.48/28'] })
    expect(upkeep.memory.removed).toEqual([{ addresses: ['203.0.113.48/28'], at: start.toISOString() }])
  })

  it('withholds a larger removal for a day, and applies it then if it is confirmed', () => {
    const first = hostedUpkeep(memoryOf(four), upstream(four.slice(0, 3)), { now: start, confirmed: false })
    expect(short(first)).toEqual({ ...nothing, withholds: true })
    const later = hostedUpkeep(first.memory, upstream(four.slice(0, 3)), { now: at(23), confirmed: true })
    expect(short(later)).toEqual(nothing)
    const unconfirmed = hostedUpkeep(later.memory, upstream(four.slice(0, 3)), { now: at(24), confirmed: false })
    expect(short(unconfirmed)).toEqual(nothing)
    const confirmed = hostedUpkeep(unconfirmed.memory, upstream(four.slice(0, 3)), { now: at(25), confirmed: true })
    expect(short(confirmed)).toEqual({ ...nothing, publish: [], applies: true, removed: ['203.0.113.0/26'] })
    expect(confirmed.memory).toEqual(memoryOf(four.slice(0, 3)))
  })

  it('forgets a withheld removal when the addresses come back', () => {
    const { memory } = hostedUpkeep(memoryOf(four), upstream(four.slice(0, 1)), { now: start, confirmed: false })
    const back = hostedUpkeep(memory, upstream(four), { now: at(2), confirmed: false })
    expect(short(back)).toEqual(nothing)
    expect(back.memory.withheld).toBeNull()
  })

  it('publishes an addition together with what it withholds', () => {
    const moved = ['8.26.56.0/24']
    const upkeep = hostedUpkeep(memoryOf(four.slice(0, 1)), upstream(moved), { now: start, confirmed: false })
    expect(short(upkeep)).toEqual({
      ...nothing,
      publish: ['192.0.2.0/26'],
      withholds: true,
      added: ['8.26.56.0/24'],
    })
  })

  it('takes many small removals of one day for a large one', () => {
    const once = hostedUpkeep(memoryOf(four), upstream([...four.slice(0, 3), '203.0.113.0/27']), {
      now: start,
      confirmed: false,
    })
    expect(short(once)).toMatchObject({ removed: ['203.0.113.32/27'] })
    const again = upstream([...four.slice(0, 2), '198.51.100.0/27', '203.0.113.0/27'])
    expect(short(hostedUpkeep(once.memory, again, { now: at(1), confirmed: false }))).toMatchObject({ withholds: true })
    expect(short(hostedUpkeep(once.memory, again, { now: at(24), confirmed: false }))).toMatchObject({
      removed: ['198.51.100.32/27'],
    })
  })

  it('withholds the removal of a host without addresses, however small, and of a kept term', () => {
    const less = [...four.slice(0, 3), '203.0.113.0/27', '203.0.113.32/28']
    const silent = upstream(less, [], ['a:mail.example'])
    expect(short(hostedUpkeep(memoryOf(four), silent, { now: start, confirmed: false }))).toMatchObject({
      withholds: true,
    })
    const kept = hostedUpkeep(memoryOf(four, ['exists:%{i}.a']), upstream(four), { now: start, confirmed: false })
    expect(short(kept)).toEqual({ ...nothing, publish: ['exists:%{i}.a'], withholds: true })
    const due = hostedUpkeep(kept.memory, upstream(four), { now: at(24), confirmed: true })
    expect(short(due)).toEqual({ ...nothing, publish: [], applies: true })
  })

  it('judges each address family by itself', () => {
    const both = ['10.0.0.0/8', '2001:db8::/32']
    const upkeep = hostedUpkeep(memoryOf(both), upstream(['10.0.0.0/8']), { now: start, confirmed: false })
    expect(short(upkeep)).toMatchObject({ withholds: true })
  })

  it('never removes an address that the upstreams have, nor a large part of the others within a day', () => {
    const block = fc.nat(31).map(n => `10.0.0.${n * 8}/29`)
    const states = fc.array(
      fc.tuple(fc.array(block, { maxLength: 24 }), fc.integer({ min: 1, max: 30 }), fc.boolean()),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(fc.array(block, { minLength: 4 }), states, (first, later) => {
        let memory = memoryOf(toCidrs(set(...first)))
        let hosted = set(...first)
        let hours = 0
        for (const [cidrs, wait, confirmed] of later) {
          hours += wait
          const before = hosted
          const upkeep = hostedUpkeep(memory, upstream(cidrs), { now: at(hours), confirmed })
          memory = upkeep.memory
          if (upkeep.publish !== null) hosted = union(set(...cidrs), upkeep.publish.addresses)
          expect(includes(hosted, set(...cidrs))).toBe(true)
          const lost = difference(before, hosted)
          expect(lost).toEqual(upkeep.removed)
          if (isEmpty(lost) || upkeep.applies) continue
          expect(lost.v4.length).toBeGreaterThan(0)
          expect(countIpv4(lost)).toBeLessThanOrEqual(countIpv4(before) / 5)
        }
      }),
    )
  })
})
