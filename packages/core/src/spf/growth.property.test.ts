import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Zone, zoneResolver } from '../dns/index.ts'
import { countIpv4, difference, includes, isEmpty, noAddress, toCidrs, union } from './address-set.ts'
import { readSpf } from './flatten.ts'
import { check, domain, google, hosted, hostedName, record, served, small } from './growth.fixture.ts'
import { waitingOf, withGrowthAccepted, withGrowthKeptOut } from './growth.ts'
import { ownerLimits } from './limits.ts'
import { spfRegions } from './regions.ts'
import { hostedAddresses, withheldOf } from './upkeep.ts'

/** What the includes have. */
const zoneOf = (crm: string, service: string): Zone => ({
  'crm.example': { TXT: [`v=spf1 ${crm}`] },
  '_spf.google.com': { TXT: [`v=spf1 ${service}`] },
  'host.example': { A: ['198.51.100.200'], AAAA: [] },
})

describe('a hosted record over any history of its includes', () => {
  const terms = fc.constantFrom(
    'ip4:198.51.100.0/25',
    'ip4:198.51.100.0/26',
    'ip4:203.0.113.0/24',
    'ip4:10.0.0.0/21',
    'ip4:10.4.0.0/21',
    'ip4:10.8.0.0/16',
    'ip4:8.0.0.0/6',
    'exists:%{l}.l.example',
    'ptr:p.example',
    '-ip4:198.51.100.8/29',
    'ip4:0.0.0.0/1',
  )
  const include = fc.oneof(
    { weight: 8, arbitrary: fc.array(terms, { maxLength: 4 }).map(all => [...all, '-all'].join(' ')) },
    { weight: 1, arbitrary: fc.constantFrom('+all', 'ip4:198.51.100.0/25 ?all', 'ipv4:nonsense -all') },
  )
  const history = fc.array(
    fc.record({
      crm: include,
      service: include,
      hours: fc.integer({ min: 1, max: 400 }),
      owner: fc.constantFrom('', '', '', 'accepts', 'keeps out'),
    }),
    { minLength: 1, maxLength: 7 },
  )
  it('never leaves what is accepted of the original, and what is kept back', async () => {
    const noted = { changed: 0, waits: 0, failed: 0, kept: 0 }
    await fc.assert(
      fc.asyncProperty(history, async steps => {
        let spf = await hosted(zoneOf(`${small} -all`, `${google} -all`))
        let now = 0
        // What the owner accepted, and what the service had at any time: the other include alone may add little.
        let [given, had] = [hostedAddresses(spf.memory), noAddress]
        for (const { crm, service, hours, owner } of steps) {
          now += hours / 24
          const current = zoneOf(crm, service)
          const before = spf
          const { found, spf: after } = await check(spf, current, now)
          spf = after
          noted[found.kind === 'changed' ? 'changed' : found.kind === 'failed' ? 'failed' : 'kept']++
          if (found.kind === 'failed') expect(served(after)).toBe(served(before))
          if (found.kind !== 'changed') continue
          const read = await readSpf(zoneResolver(current), { domain, record })
          if (read.kind !== 'read') throw new Error(read.kind)
          const original = union(...read.reading.sources.map(({ passing }) => passing))
          // Independent of the memory's own bookkeeping: what the hosted record lets pass, by evaluation.
          const published = zoneResolver({
            ...current,
            ...Object.fromEntries(after.records.map(({ name, value }) => [name, { TXT: [value] }])),
          })
          const options = { text: null, sender: null, limits: ownerLimits, questions: 500 }
          const { regions } = await spfRegions(published, hostedName, options)
          const passing = union(
            noAddress,
            ...regions
              .filter(({ courses }) => courses.every(({ result }) => result === 'pass'))
              .map(region => region.set),
          )
          had = union(had, ...read.reading.sources.flatMap(({ isService, passing: set }) => (isService ? [set] : [])))
          const windows = Math.ceil(now / 30) + 1
          expect(countIpv4(difference(passing, union(given, had)))).toBeLessThanOrEqual(4096 * windows)
          const withheld = withheldOf(after.memory).addresses
          const isWaiting = waitingOf(after.memory)
          if (!isEmpty(isWaiting.addresses) || isWaiting.kept.length > 0) noted.waits++
          expect(toCidrs(difference(passing, union(original, withheld)))).toEqual([])
          expect(includes(found.within.addresses, passing)).toBe(true)
          for (const term of isWaiting.kept) expect(served(after)).not.toContain(` ${term} `)
          // Nobody opened it: no range is wider than an owner accepted.
          expect(toCidrs(passing).filter(cidr => Number(cidr.split('/')[1] ?? 32) < 8)).toEqual([])
          expect(toCidrs(difference(hostedAddresses(after.memory), found.within.addresses))).toEqual([])
          if (owner === 'accepts') given = union(given, isWaiting.addresses)
          if (owner === 'accepts') spf = { ...spf, memory: { ...spf.memory, ...withGrowthAccepted(spf.memory) } }
          if (owner === 'keeps out') spf = { ...spf, memory: { ...spf.memory, ...withGrowthKeptOut(spf.memory) } }
        }
      }),
      { numRuns: 80 },
    )
    expect(Math.min(noted.changed, noted.waits)).toBeGreaterThan(40)
    expect(noted.failed).toBeGreaterThan(5)
  })
})
