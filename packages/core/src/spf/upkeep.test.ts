import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AddressSet,
  countIpv4,
  difference,
  everyAddress,
  includes,
  intersection,
  isEmpty,
  noAddress,
  setOfCidrs,
  toCidrs,
  union,
} from './address-set.ts'
import type { HostAnswers } from './flatten.ts'
import { type HostedMemory, type Upkeep, hostedUpkeep as upkeepOf } from './upkeep.ts'

const hour = 3_600_000
const start = new Date('2026-11-25T09:00:00Z')
const at = (hours: number) => new Date(start.getTime() + hours * hour)

const set = (...cidrs: string[]): AddressSet => setOfCidrs(cidrs) ?? noAddress
const noHosts: HostAnswers = { answering: [], silent: [] }
const upstream = (cidrs: string[], kept: string[] = [], hosts = noHosts) => ({
  passing: set(...cidrs),
  kept,
  hosts,
})
const accepted = { accepted: { addresses: ['0.0.0.0/0', '::/0'], kept: [] }, sources: [], asked: null }
const memoryOf = (cidrs: string[], kept: string[] = []): HostedMemory => ({
  ...accepted,
  version: 2,
  passing: cidrs,
  kept,
  hosts: noHosts,
  withheld: [],
  removed: [],
})
const options = (hours: number) => ({ now: at(hours), confirmed: true })

/** Where everything is accepted. */
const hostedUpkeep = (
  memory: HostedMemory,
  found: ReturnType<typeof upstream>,
  options: { now: Date; confirmed: boolean },
  frozen: AddressSet = noAddress,
): Upkeep =>
  upkeepOf(memory, found, {
    ...options,
    growth: {
      memory: accepted,
      within: { addresses: everyAddress, without: [] },
      frozen: { addresses: frozen, kept: [] },
    },
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
    expect(back.memory.withheld).toEqual([])
  })

  it('lets each loss wait its own day', () => {
    const check = (memory: HostedMemory, cidrs: string[], hours: number) =>
      hostedUpkeep(memory, upstream(cidrs), { now: at(hours), confirmed: true })
    const first = check(memoryOf(four), four.slice(0, 3), 0)
    const second = check(first.memory, four.slice(0, 1), 23.7)
    expect(short(second)).toEqual({ ...nothing, withholds: true })
    const third = check(second.memory, four.slice(0, 1), 24)
    expect(short(third)).toEqual({
      ...nothing,
      publish: four.slice(1, 3),
      applies: true,
      removed: four.slice(3),
    })
    expect(third.memory.withheld).toEqual([
      { addresses: four.slice(1, 3), kept: [], since: at(23.7).toISOString(), isLarge: true },
    ])
    expect(short(check(third.memory, four.slice(0, 1), 47.6))).toEqual(nothing)
    expect(short(check(third.memory, four.slice(0, 1), 47.7))).toEqual({
      ...nothing,
      publish: [],
      applies: true,
      removed: four.slice(1, 3),
    })
  })

  it('lets a kept term wait its own day', () => {
    const first = hostedUpkeep(memoryOf(four, ['ptr:a.example', 'ptr:b.example']), upstream(four, ['ptr:b.example']), {
      now: start,
      confirmed: true,
    })
    const second = hostedUpkeep(first.memory, upstream(four), { now: at(20), confirmed: true })
    expect(short(second)).toMatchObject({ publish: ['ptr:a.example', 'ptr:b.example'], withholds: true })
    const third = hostedUpkeep(second.memory, upstream(four), { now: at(24), confirmed: true })
    expect(short(third)).toEqual({ ...nothing, publish: ['ptr:b.example'], applies: true })
  })

  it('begins the day again for an address that came back and is lost once more', () => {
    const first = hostedUpkeep(memoryOf(four), upstream(four.slice(0, 2)), { now: start, confirmed: true })
    const back = hostedUpkeep(first.memory, upstream(four.slice(0, 3)), { now: at(10), confirmed: true })
    expect(back.memory.withheld).toEqual([
      { addresses: four.slice(3), kept: [], since: start.toISOString(), isLarge: true },
    ])
    const again = hostedUpkeep(back.memory, upstream(four.slice(0, 2)), { now: at(20), confirmed: true })
    expect(short(again)).toEqual({ ...nothing, withholds: true })
    const due = hostedUpkeep(again.memory, upstream(four.slice(0, 2)), { now: at(24), confirmed: true })
    expect(short(due)).toMatchObject({ publish: four.slice(2, 3), removed: four.slice(3) })
  })

  it('remembers at most 32 losses apart, and applies none before its own day', () => {
    const all = Array.from({ length: 60 }, (_, n) => `10.0.${n}.0/25`)
    const lost = (hours: number) => set('172.16.0.0/16', ...all.slice(0, Math.min(40, Math.floor(hours * 10 + 0.001))))
    let memory = hostedUpkeep(memoryOf([...all, '172.16.0.0/16']), upstream(all), {
      now: start,
      confirmed: true,
    }).memory
    for (let n = 1; n <= 40; n++) {
      const upkeep = hostedUpkeep(memory, upstream(all.slice(n)), { now: at(n / 10), confirmed: true })
      expect(short(upkeep)).toEqual(nothing)
      memory = upkeep.memory
      expect(memory.withheld.length).toBeLessThanOrEqual(32)
    }
    const dueAt = (hours: number) => hostedUpkeep(memory, upstream(all.slice(40)), { now: at(hours), confirmed: true })
    for (const hours of [24.5, 25, 26, 27, 27.9]) {
      expect(includes(lost(hours - 24), dueAt(hours).removed)).toBe(true)
      // Those that share a time wait half an hour longer at most.
      expect(includes(dueAt(hours).removed, lost(hours - 24.5))).toBe(true)
    }
    expect(toCidrs(dueAt(28).removed)).toEqual(toCidrs(lost(28)))
  })

  it('lets a small removal pass at once again when no large one waits any more', () => {
    const large = hostedUpkeep(
      memoryOf(['10.0.0.0/8', '172.16.0.0/12', '192.0.2.0/24', '198.51.100.0/24']),
      upstream(['172.16.0.0/12', '192.0.2.0/24', '198.51.100.0/24']),
      { now: start, confirmed: true },
    )
    const small = hostedUpkeep(large.memory, upstream(['172.16.0.0/12', '192.0.2.0/24']), {
      now: at(23),
      confirmed: true,
    })
    expect(short(small)).toEqual(nothing)
    const applied = hostedUpkeep(small.memory, upstream(['172.16.0.0/12', '192.0.2.0/24']), {
      now: at(25),
      confirmed: true,
    })
    expect(short(applied)).toMatchObject({ removed: ['10.0.0.0/8'] })
    const next = hostedUpkeep(applied.memory, upstream(['172.16.0.0/12']), { now: at(26), confirmed: true })
    expect(short(next)).toMatchObject({ removed: ['192.0.2.0/24'], withholds: false })
  })

  it('lets a removal wait as long as growth of the same upstream waits, and a day in all at least', () => {
    const less = [...four.slice(0, 3), '203.0.113.0/27', '203.0.113.32/28']
    const first = hostedUpkeep(memoryOf(four), upstream(less), options(0), set(...four))
    expect(short(first)).toEqual(nothing)
    const later = hostedUpkeep(first.memory, upstream(less), options(100), set(...four))
    expect(short(later)).toEqual(nothing)
    expect(short(hostedUpkeep(later.memory, upstream(less), options(101)))).toEqual({
      ...nothing,
      publish: [],
      applies: true,
      removed: ['203.0.113.48/28'],
    })
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
    const silent = upstream(less, [], { answering: [], silent: ['mail.example A', 'mail.example AAAA'] })
    const silenced = hostedUpkeep(memoryOf(four), silent, { now: start, confirmed: false })
    expect(short(silenced)).toMatchObject({ withholds: true })
    expect(silenced.memory.hosts).toEqual(silent.hosts)
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
        /** When a check last found an address upstream. */
        const seen = new Map(toCidrs(hosted).map(cidr => [cidr, 0]))
        for (const [cidrs, wait, confirmed] of later) {
          hours += wait
          const before = hosted
          const upkeep = hostedUpkeep(memory, upstream(cidrs), { now: at(hours), confirmed })
          memory = upkeep.memory
          if (upkeep.publish !== null) hosted = union(set(...cidrs), upkeep.publish.addresses)
          expect(includes(hosted, set(...cidrs))).toBe(true)
          const lost = difference(before, hosted)
          expect(lost).toEqual(upkeep.removed)
          const waited = upkeep.applies ? (upkeep.due?.addresses ?? noAddress) : noAddress
          expect(includes(lost, waited)).toBe(true)
          for (const [cidr, when] of seen) {
            if (!isEmpty(intersection(waited, set(cidr)))) expect(hours - when).toBeGreaterThanOrEqual(24)
          }
          for (const cidr of cidrs) seen.set(cidr, hours)
          expect(countIpv4(difference(lost, waited))).toBeLessThanOrEqual(countIpv4(before) / 5)
        }
      }),
    )
  })
})
