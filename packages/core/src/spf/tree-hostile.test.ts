import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spfTreeBytes } from '../caps/index.ts'
import { type Zone, zoneResolver } from '../dns/index.ts'
import { costGrowth } from '../testing/cost-growth.ts'
import { presentSpfTree, spfTree, spfTreeOfRecord } from './tree.ts'
import type { SpfTree } from './value.ts'

async function costOf(zone: Zone): Promise<{ tree: SpfTree; questions: number }> {
  const resolver = zoneResolver(zone)
  const tree = await spfTree(resolver, 'example.com')
  return { tree, questions: resolver.calls.length }
}

/** How the cost of the whole tree grows with the size of the zone: 1 is linear, 8 quadratic. */
function growthOf(zoneOf: (size: number) => Zone, size: number): Promise<number> {
  return costGrowth(each => {
    const zone = zoneOf(each)
    return () => spfTree(zoneResolver(zone), 'example.com')
  }, size)
}

/** Single addresses, every second one refused: no two of them can be merged. */
function longList(net: number, count = 480): string {
  const terms = Array.from(
    { length: count },
    (_, at) => `${at % 2 === 0 ? '-' : ''}ip4:10.${net}.${at % 240}.${at % 256}`,
  )
  return `v=spf1 ${terms.join(' ')} -all`
}

/** Addresses of which no two can be merged. */
function apart(net: number, count = 4000): string[] {
  return Array.from({ length: count }, (_, at) => `${net}.0.${at >> 7}.${(at & 127) * 2}`)
}

/** Addresses of different networks. */
function apart6(at: number, n: number): string[] {
  return Array.from({ length: 256 }, (_, net) => `2600:${at}:${n}:${net.toString(16)}::1`)
}

const ofTerms = (count: number): Zone => ({ 'example.com': { TXT: [`v=spf1 ${'a '.repeat(count)}-all`] } })
const ofMistakes = (count: number): Zone => ({
  'example.com': { TXT: [`v=spf1 ${'\u001b[31m '.repeat(count)}`] },
})

/** 30 included networks, each a list of this many single addresses. */
function ofLists(count: number): Zone {
  const includes = Array.from({ length: 30 }, (_, at) => `include:n${at}.example`).join(' ')
  const nets = Array.from({ length: 30 }, (_, at) => [`n${at}.example`, { TXT: [longList(at, count)] }] as const)
  return { 'example.com': { TXT: [`v=spf1 ${includes} -all`] }, ...Object.fromEntries(nets) }
}

/** 15 hosts with this many addresses, before a long list. */
function ofCrowdedHosts(count: number): Zone {
  const hosts = Array.from({ length: 15 }, (_, at) => [`h${at}.example`, { A: apart(at + 20, count) }] as const)
  const record = `v=spf1 ${hosts.map(([name]) => `a:${name}`).join(' ')} ${longList(9).replace(/^v=spf1 /, '')}`
  return { 'example.com': { TXT: [record] }, ...Object.fromEntries(hosts) }
}

describe('a hostile tree', () => {
  it('that includes ten of ten of ten is followed for 40 lookups, and marked as incomplete', async () => {
    const wide = { TXT: [`v=spf1 ${Array.from({ length: 10 }, (_, at) => `include:${at}.%{d}`).join(' ')} -all`] }
    const { tree, questions } = await costOf({ 'example.com': wide, '*.example.com': wide })
    expect(tree).toMatchObject({
      lookups: 40,
      complete: false,
      permerrors: [{ code: 'lookup_limit', count: 40, atLeast: true }],
    })
    expect(questions).toBe(41)
  })

  it('without end is followed for 12 records', async () => {
    const deeper = { TXT: ['v=spf1 include:x.%{d} -all'] }
    const { tree, questions } = await costOf({ 'example.com': deeper, '*.example.com': deeper })
    expect(tree).toMatchObject({
      lookups: 12,
      complete: false,
      permerrors: [{ code: 'lookup_limit', count: 12, atLeast: true }],
    })
    expect(questions).toBe(12)
  })

  it('of 300 terms is parsed whole and queried within limits', async () => {
    const MX = Array.from({ length: 10 }, (_, at) => [at, `m${at}.example`] as const)
    const terms = Array.from({ length: 300 }, (_, at) => `mx:h${at}.example`).join(' ')
    const hosts = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [
        `h${at}.example`,
        { MX: MX.map(([n, m]) => [n, `${at}.${m}`] as const) },
      ]),
    )
    const { tree, questions } = await costOf({ 'example.com': { TXT: [`v=spf1 ${terms} -all`] }, ...hosts })
    expect(tree.root.terms).toHaveLength(301)
    expect(tree).toMatchObject({ lookups: 40, complete: false, ending: '-' })
    expect(questions).toBe(250)
  })

  it('of 64 KB of terms is cut after 500 of them', async () => {
    const { tree, questions } = await costOf(ofTerms(32_000))
    expect(tree.root.terms).toHaveLength(500)
    expect(tree).toMatchObject({
      lookups: 40,
      complete: false,
      root: { problem: 'we read only the first 500 of 32001 terms' },
    })
    expect(tree.root.record?.length).toBeLessThanOrEqual(16_384)
    expect(questions).toBe(3)
  })

  it('of 64 KB of mistakes reports 20 of them, printably', async () => {
    const { tree } = await costOf(ofMistakes(10_000))
    expect(tree.permerrors).toHaveLength(20)
    expect(presentSpfTree(tree).permerrors[0]).toBe('\\027[31m: unknown mechanism \\027[31m')
    expect(JSON.stringify(tree)).not.toMatch(/\\u001b/)
  })

  it('of large address lists is parsed whole', async () => {
    const { tree } = await costOf(ofLists(480))
    expect(tree.lookups).toBe(30)
    expect(tree.ipv4).toBeGreaterThan(0)
  })

  it('of 40 includes with 500 terms each is bounded as a whole, and says where it was cut', async () => {
    const nets = Array.from({ length: 40 }, (_, at) => [`n${at}.example`, { TXT: [longList(at, 499)] }] as const)
    const includes = nets.map(([name]) => `include:${name}`).join(' ')
    const { tree } = await costOf({ 'example.com': { TXT: [`v=spf1 ${includes} -all`] }, ...Object.fromEntries(nets) })
    const records = tree.root.terms.flatMap(({ child }) => child ?? [])
    expect(records.reduce((sum, { terms }) => sum + terms.length, 0)).toBeLessThan(spfTreeBytes / 256)
    expect(JSON.stringify(tree).length).toBeLessThan(spfTreeBytes)
    expect(tree).toMatchObject({ complete: false, lookups: 40, permerrors: [{ code: 'lookup_limit', atLeast: true }] })
    expect(records.at(-1)?.problem).toBe('we read only the first 0 of 500 terms')
  })

  it('of 40 mx terms over hosts with 512 addresses each is bounded as a whole', async () => {
    const terms = Array.from({ length: 40 }, (_, at) => `mx:m${at}.example`).join(' ')
    const zone: { [name: string]: Zone[string] } = { 'example.com': { TXT: [`v=spf1 ${terms} -all`] } }
    for (let at = 0; at < 40; at++) {
      zone[`m${at}.example`] = { MX: Array.from({ length: 10 }, (_, n) => [n, `h${at}-${n}.example`] as const) }
      for (let n = 0; n < 10; n++) zone[`h${at}-${n}.example`] = { A: apart(at + 20 * n, 256), AAAA: apart6(at, n) }
    }
    const { tree } = await costOf(zone)
    // Each address weighs 64 bytes of the whole.
    expect((tree.ipv4AtLeast ?? 0) + (tree.ipv6NetsAtLeast ?? 0)).toBeLessThanOrEqual(spfTreeBytes / 64)
    expect(tree.complete).toBe(false)
  })

  it('of hosts with thousands of addresses between hundreds of terms uses at most 256 of each', async () => {
    const { tree } = await costOf(ofCrowdedHosts(4000))
    expect(tree).toMatchObject({ lookups: 15, complete: false, ipv4: 15 * 256 + 240 })
    expect(tree.root.terms[0]).toMatchObject({
      unchecked: true,
      problem: 'we read only the first 256 of 4000 addresses',
    })
  })

  it.each([
    ['terms', ofTerms, 32_000],
    ['mistakes', ofMistakes, 10_000],
    ['addresses in lists', ofLists, 480],
    ['addresses of hosts', ofCrowdedHosts, 4000],
  ])('costs in proportion to its %s, not more', async (_, zoneOf, size) => {
    expect(await growthOf(zoneOf, size)).toBeLessThan(5)
  })

  it('ends when the caller gives up: nothing is wrong then, only unknown', async () => {
    const signal = { aborted: true, addEventListener() {}, removeEventListener() {} }
    const resolver = zoneResolver({ 'example.com': { A: ['192.0.2.1'] } })
    const tree = await spfTreeOfRecord(resolver, 'example.com', 'v=spf1 a include:one.example -all', signal)
    expect(tree).toMatchObject({ complete: false, permerrors: [], voidLookups: 0, lookups: 2, ending: '-' })
  })

  it('of any bytes never throws', async () => {
    const piece = fc.constantFrom(
      'a',
      'mx',
      'include:',
      'x.example',
      '%{d}',
      ' ',
      ':',
      '/',
      '=',
      '.',
      '%',
      '\0',
      '\xff',
      'redirect=',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async pieces => {
        const tree = await spfTree(
          zoneResolver({
            'example.com': { TXT: [`v=spf1 ${pieces.join('')}`] },
            '*.example': { TXT: ['v=spf1 a -all'] },
          }),
          'example.com',
        )
        expect(tree.lookups).toBeLessThanOrEqual(40)
        expect(tree.complete || tree.lookups > 0).toBe(true)
      }),
    )
  })
})
