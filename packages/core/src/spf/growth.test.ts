import { describe, expect, it } from 'vitest'
import { zoneResolver } from '../dns/index.ts'
import { toCidrs, union } from './address-set.ts'
import { type HostedSpf } from './check-hosted.ts'
import { readSpf } from './flatten.ts'
import { check, day, domain, google, hosted, record, served, small, waiting, zone } from './growth.fixture.ts'
import { growthCountsForMs, withGrowthAccepted, withGrowthKeptOut } from './growth.ts'

describe('growth of an upstream', () => {
  it.each([
    ['4,096 addresses of an include', zone(`${small} ip4:10.0.0.0/20`), '10.0.0.0/20'],
    ['256 networks of an include', zone(`${small} ip6:2001:db9::/40`), '2001:db9::/40'],
    ['a /15 of a service', zone(small, `${google} ip4:172.252.0.0/15`), '172.252.0.0/15'],
    ['65,536 networks of a service', zone(small, `${google} ip6:2404:6800::/32`), '2404:6800::/32'],
    ['another address of a host', { ...zone(small), 'host.example': { A: ['198.51.100.201'] } }, '198.51.100.201'],
  ])('within the bounds is served without a question: %s', async (_growth, now, range) => {
    const { found, spf } = await check(await hosted(), now, 1)
    expect(found).toMatchObject({ kind: 'changed', asks: false })
    expect(served(spf)).toContain(range)
    expect(waiting(spf)).toEqual([])
  })

  it.each([
    [
      'more than 4,096 addresses of an include',
      zone(`${small} ip4:10.0.0.0/20 ip4:10.9.0.1`),
      ['10.0.0.0/20', '10.9.0.1'],
    ],
    ['more than 256 networks of an include', zone(`${small} ip6:2001:db9::/39`), ['2001:db9::/39']],
    ['a /13 of a service', zone(small, `${google} ip4:172.248.0.0/13`), ['172.248.0.0/13']],
    ['a new exists', zone(`${small} exists:%{i}.evil.example`), ['exists:%{i}.evil.example']],
    ['an exists without a macro', zone(`${small} exists:host.example`), ['exists:host.example']],
    ['a new ptr', zone(`${small} ptr`), ['ptr:crm.example']],
    ['a term with a macro', zone(`${small} a:%{l}.evil.example`), ['a:%{l}.evil.example']],
    [
      'a redirect with a macro',
      { ...zone(small), 'crm.example': { TXT: [`v=spf1 ${small} redirect=%{l}.evil.example`] } },
      ['include:crm.example'],
    ],
  ])('beyond the bounds waits, and nothing else changes: %s', async (_growth, now, what) => {
    const before = await hosted()
    const { found, spf } = await check(before, now, 1)
    expect(found).toMatchObject({ asks: true })
    expect(waiting(spf)).toEqual(what)
    expect(served(spf)).toBe(served(before))
  })

  it.each([
    ['+all', '+all'],
    ['0.0.0.0/0', 'ip4:0.0.0.0/0 ip6:::/0'],
    ['two /1', 'ip4:0.0.0.0/1 ip4:128.0.0.0/1'],
    ['a /7', `${small} ip4:10.0.0.0/7`],
  ])('never opens the hosted record, and is gone with the next right answer: %s', async (_accident, terms) => {
    const before = await hosted()
    const during = await check(before, zone(terms), 1)
    expect(during.found).toMatchObject({ asks: true, withholds: false })
    expect(served(during.spf)).toBe(served(before))
    const after = await check(during.spf, zone(small), 1.1)
    expect(served(after.spf)).toBe(served(before))
    expect(after.spf.memory).toMatchObject({ asked: null, withheld: [] })
  })

  it('waits alone: other upstreams are followed, and the right part of the same one is', async () => {
    const now = zone('ip4:198.51.100.0/25 ip4:0.0.0.0/0', `${google} ip4:172.252.0.0/15`)
    const { spf } = await check(await hosted(), now, 1)
    expect(served(spf)).toContain('172.252.0.0/15')
    // What the same upstream removed waits too.
    expect(served(spf)).toContain('2001:db8:1::/48')
    expect(waiting(spf).length).toBeGreaterThan(0)
  })

  it('lets removals of the same upstream wait as long as it waits, and a day', async () => {
    const less = 'ip4:198.51.100.0/26 exists:%{i}.evil.example'
    let { spf } = await check(await hosted(), zone(less), 1)
    ;({ spf } = await check(spf, zone(less), 9))
    expect(served(spf)).toContain('198.51.100.0/25')
    const decided = { ...spf, memory: { ...spf.memory, ...withGrowthKeptOut(spf.memory) } }
    const { spf: after } = await check(decided, zone(less), 10)
    expect(served(after)).toContain('198.51.100.0/26')
    expect(served(after)).not.toContain('evil')
  })

  it('is counted for 30 days together, and is accepted then', async () => {
    const half = 'ip4:10.0.0.0/21'
    let { spf } = await check(await hosted(), zone(`${small} ${half}`), 1)
    const more = `${small} ${half} ip4:10.1.0.0/21 ip4:10.2.0.0/32`
    ;({ spf } = await check(spf, zone(more), 20))
    expect(waiting(spf)).toEqual(['10.1.0.0/21', '10.2.0.0'])
    ;({ spf } = await check(spf, zone(more), 1 + growthCountsForMs / day))
    expect(waiting(spf)).toEqual([])
    expect(served(spf)).toContain('10.1.0.0/21')
  })

  it('is kept for its day when the upstream loses it again, as everything that is hosted', async () => {
    const grown = await check(await hosted(), zone(small, `${google} ip4:172.252.0.0/15`), 1)
    const lost = await check(grown.spf, zone(small), 2)
    expect(lost.found).toMatchObject({ withholds: true })
    expect(served(lost.spf)).toContain('172.252.0.0/15')
    const later = await check(lost.spf, zone(small), 3)
    expect(served(later.spf)).not.toContain('172.252.0.0/15')
  })

  it('is asked about at once, after three and after ten days, and about more after a day', async () => {
    const evil = zone(`${small} exists:%{i}.evil.example`)
    let { spf, found } = await check(await hosted(), evil, 0)
    const asks: number[] = []
    for (let days = 0.5; days <= 20; days += 0.5) {
      ;({ spf, found } = await check(spf, evil, days))
      if (found.asks) asks.push(days)
    }
    expect(asks).toEqual([3, 10])
    ;({ spf, found } = await check(spf, zone(`${small} exists:%{i}.evil.example ptr`), 20.5))
    expect(found.asks).toBe(true)
  })

  it('that the owner accepts is served, and that the owner keeps out stays out without a question', async () => {
    const large = zone(`${small} ip4:10.0.0.0/16`)
    const { spf } = await check(await hosted(), large, 1)
    const accepted = await check({ ...spf, memory: { ...spf.memory, ...withGrowthAccepted(spf.memory) } }, large, 1)
    expect(served(accepted.spf)).toContain('10.0.0.0/16')
    const out = await check({ ...spf, memory: { ...spf.memory, ...withGrowthKeptOut(spf.memory) } }, large, 1)
    expect(out.found).toMatchObject({ kind: 'unchanged', asks: false })
    expect(waiting(out.spf)).toEqual([])
  })

  it('that is too wide cannot be accepted', async () => {
    const { spf } = await check(await hosted(), zone('+all'), 1)
    expect(withGrowthAccepted(spf.memory)).toEqual({
      accepted: spf.memory.accepted,
      sources: spf.memory.sources,
      asked: spf.memory.asked,
    })
  })
})

/** As the upgrade leaves it: accepted is what was served. */
async function upgraded(crm: string): Promise<HostedSpf> {
  const spf = await hosted(zone(small))
  const before = await readSpf(zoneResolver(zone(crm)), { domain, record })
  if (before.kind !== 'read') throw new Error(before.kind)
  const passing = toCidrs(union(...before.reading.sources.map(source => source.passing)))
  const accepted = { addresses: passing, kept: ['exists:%{i}.old.example'] }
  return { ...spf, memory: { ...spf.memory, passing, accepted, sources: [], asked: null } }
}

describe('a record that was hosted before growth was judged', () => {
  it('has everything accepted that it served', async () => {
    const large = `${small} ip4:10.0.0.0/9 exists:%{i}.old.example`
    const { spf, found } = await check(await upgraded(large), zone(large), 1)
    expect(found).toMatchObject({ asks: false, withholds: false })
    expect(served(spf)).toContain('10.0.0.0/9')
    expect(served(spf)).toContain('exists:%{i}.old.example')
  })

  it.each([
    ['that still stands', `${small} ip4:0.0.0.0/0`],
    ['that is over', small],
  ])('is closed at once after an accident %s, and loses nothing that is right', async (_when, now) => {
    const before = await upgraded(`${small} ip4:0.0.0.0/0`)
    const open = before.records.map(({ name }) => ({ name, value: 'v=spf1 ip4:0.0.0.0/0 -all' }))
    const { spf, found } = await check({ ...before, records: open }, zone(now), 1)
    expect(found).toMatchObject({ kind: 'changed', withholds: false, asks: now !== small })
    expect(served(spf)).not.toMatch(/\/[0-7] /)
    expect(served(spf)).toContain('209.85.128.0/17')
    expect(served(spf)).toContain(now === small ? '198.51.100.0/25' : '192.0.2.1')
  })
})
