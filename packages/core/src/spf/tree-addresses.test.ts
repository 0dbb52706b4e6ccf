import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Zone, zoneResolver } from '../dns/index.ts'
import { spfTree } from './tree.ts'
import type { SpfTree } from './value.ts'

function treeOfRecord(record: string, zone: Zone = {}): Promise<SpfTree> {
  return spfTree(zoneResolver({ ...zone, 'example.com': { ...zone['example.com'], TXT: [record] } }), 'example.com')
}

describe('addresses', () => {
  it('are those that get pass: the first matching term decides', async () => {
    const tree = await treeOfRecord(
      'v=spf1 -ip4:192.0.2.0/25 ip4:192.0.2.0/24 ?ip4:198.51.100.0/24 ip4:198.51.100.7 -all',
    )
    expect(tree).toMatchObject({ ipv4: 128, ipv6Nets: 0 })
  })

  it('come through includes as far as they pass, and through redirect=', async () => {
    const zone: Zone = {
      'in.example': { TXT: ['v=spf1 -ip4:192.0.2.0/28 ip4:192.0.2.0/24 ip6:2001:db8::/48 ~all'] },
      'to.example': { TXT: ['v=spf1 ip4:198.51.100.0/24 -all'] },
    }
    const tree = await treeOfRecord('v=spf1 ip4:192.0.2.1 include:in.example redirect=to.example', zone)
    expect(tree).toMatchObject({ ipv4: 1 + 240 + 256, ipv6Nets: 65_536, ending: '-' })
    expect(tree.root.terms.map(({ ipv4 }) => ipv4)).toEqual([1, 240, 256])
    expect(await treeOfRecord('v=spf1 -include:in.example ip4:192.0.2.0/24 -all', zone)).toMatchObject({ ipv4: 16 })
  })

  it("of a and mx are the hosts' own, widened by the prefix lengths", async () => {
    const tree = await treeOfRecord('v=spf1 a/24//64 mx//56 -all', {
      'example.com': { A: ['192.0.2.80'], AAAA: ['2001:db8::80'], MX: [[10, 'mx.example.com']] },
      'mx.example.com': { A: ['198.51.100.1'], AAAA: ['2001:db8:1::1'] },
    })
    expect(tree.root.terms.map(({ ipv4, ipv6Nets }) => [ipv4, ipv6Nets])).toEqual([
      [256, 1],
      [1, 256],
      [0, 0],
    ])
    expect(tree).toMatchObject({ ipv4: 257, ipv6Nets: 257 })
  })

  it('depend on the sender with ptr and exists, and are then a lower bound', async () => {
    const tree = await treeOfRecord('v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/56 ptr -all')
    expect(tree).toMatchObject({ ipv4: null, ipv4AtLeast: 256, ipv6Nets: null, ipv6NetsAtLeast: 256 })
  })
})

it('the first matching term decides for every single address, whatever the order of the terms', async () => {
  const term = fc.record({
    qualifier: fc.constantFrom('', '-', '~', '?'),
    last: fc.nat(31),
    prefix: fc.integer({ min: 27, max: 32 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(term, { maxLength: 20 }), async terms => {
      const text = terms.map(({ qualifier, last, prefix }) => `${qualifier}ip4:192.0.2.${last}/${prefix}`).join(' ')
      const passing = Array.from({ length: 32 }, (_, at) => at).filter(address => {
        const first = terms.find(({ last, prefix }) => address >> (32 - prefix) === last >> (32 - prefix))
        return first?.qualifier === ''
      })
      expect((await treeOfRecord(`v=spf1 ${text} -all`)).ipv4).toBe(passing.length)
    }),
  )
})

describe('openTo', () => {
  it.each([
    ['v=spf1 +all', '+all'],
    ['v=spf1 mx all', 'all'],
    ['v=spf1 ip4:0.0.0.0/0 -all', 'ip4:0.0.0.0/0'],
    ['v=spf1 ip6:::/0 -all', 'ip6:::/0'],
    ['v=spf1 ip4:192.0.2.1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all', 'ip4:0.0.0.0/1 ip4:128.0.0.0/1'],
    ['v=spf1 include:open.example -all', 'include:open.example → +all'],
    ['v=spf1 redirect=open.example', 'redirect=open.example → +all'],
    ['v=spf1 exists:open.example -all', 'exists:open.example'],
    ['v=spf1 a:open.example/0 -all', 'a:open.example/0'],
    ['v=spf1 -ip4:192.0.2.1 +all', '+all'],
  ])('%s lets everyone in by %s', async (record, openTo) => {
    const zone: Zone = { 'open.example': { TXT: ['v=spf1 +all'], A: ['192.0.2.1'] } }
    expect((await treeOfRecord(record, zone)).openTo).toBe(openTo)
  })

  it.each([
    'v=spf1 -all',
    'v=spf1 ?all',
    'v=spf1 -all +all',
    'v=spf1 ip4:0.0.0.0/1 -all',
    'v=spf1 ?include:open.example -all',
    'v=spf1 -ip4:0.0.0.0/0 -ip6:::/0 -all',
    'v=spf1 exists:%{i}.open.example -all',
    'v=spf1 redirect=open.example -all',
  ])('%s does not', async record => {
    expect((await treeOfRecord(record, { 'open.example': { TXT: ['v=spf1 +all'] } })).openTo).toBeNull()
  })
})

describe('ending', () => {
  it.each([
    ['v=spf1 -all', '-'],
    ['v=spf1 ?ALL', '?'],
    ['v=spf1 all', '+'],
    ['v=spf1 mx', 'none'],
    ['v=spf1 redirect=soft.example', '~'],
    ['v=spf1 redirect=open-ended.example', 'none'],
    ['v=spf1 redirect=gone.example', 'unknown'],
    ['v=spf1 redirect=dead.example', 'unknown'],
    ['v=spf1 redirect=%{l}.example', 'unknown'],
    ['v=spf1 include:soft.example', 'none'],
  ])('of %s is %s', async (record, ending) => {
    const tree = await treeOfRecord(record, {
      'soft.example': { TXT: ['v=spf1 ~all'] },
      'open-ended.example': { TXT: ['v=spf1 a'] },
      'dead.example': { fail: 'servfail' },
    })
    expect(tree.ending).toBe(ending)
  })
})
