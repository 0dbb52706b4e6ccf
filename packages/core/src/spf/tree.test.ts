import { describe, expect, it } from 'vitest'
import { type Zone, zoneResolver } from '../dns/index.ts'
import { checkHost } from './check-host.ts'
import { presentSpfTree, spfTree } from './tree.ts'
import type { SpfNode, SpfTree } from './value.ts'

function treeOf(zone: Zone, domain = 'example.com'): Promise<SpfTree> {
  return spfTree(zoneResolver(zone), domain)
}

function treeOfRecord(record: string, zone: Zone = {}): Promise<SpfTree> {
  return treeOf({ ...zone, 'example.com': { ...zone['example.com'], TXT: [record] } })
}

/** `text #lookup` of each term, depth first. */
function numbers(node: SpfNode): string[] {
  return node.terms.flatMap(({ text, lookup, child }) => [
    lookup === null ? text : `${text} #${lookup}`,
    ...(child === null ? [] : numbers(child)),
  ])
}

describe('lookups', () => {
  it('are numbered in the order in which a receiver evaluates them, depth first', async () => {
    const tree = await treeOfRecord('v=spf1 a include:one.example ip4:192.0.2.1 mx exists:%{i}.x.example ptr -all', {
      'one.example': { TXT: ['v=spf1 include:two.example a:host.example ~all'] },
      'two.example': { TXT: ['v=spf1 ip4:192.0.2.0/24 -all'] },
    })
    expect(numbers(tree.root)).toEqual([
      'a #1',
      'include:one.example #2',
      'include:two.example #3',
      'ip4:192.0.2.0/24',
      '-all',
      'a:host.example #4',
      '~all',
      'ip4:192.0.2.1',
      'mx #5',
      'exists:%{i}.x.example #6',
      'ptr #7',
      '-all',
    ])
    expect(tree.lookups).toBe(7)
  })

  it('take redirect= last, wherever it is written', async () => {
    const tree = await treeOfRecord('v=spf1 redirect=one.example a mx', { 'one.example': { TXT: ['v=spf1 a ~all'] } })
    expect(numbers(tree.root)).toEqual(['redirect=one.example #3', 'a #4', '~all', 'a #1', 'mx #2'])
    expect(tree.ending).toBe('~')
  })

  it.each([
    // domainaware/checkdmarc#274, RFC 7208 section 6 and RFC 6652: a modifier counts at any place.
    ['v=spf1 ip4:192.0.2.1 -all exp=why.example.com', [null, null, null]],
    ['v=spf1 exp=why.example.com ip4:192.0.2.1 -all', [null, null, null]],
    ['v=spf1 -all ra=postmaster rp=10 rr=all', [null, null, null, null]],
    ['v=spf1 -all other=%{d}', [null, null]],
    ['v=spf1 -all exp=why.example.com ip4:192.0.2.1', [null, null, 'ignored because it follows all']],
    ['v=spf1 ~all redirect=other.example', [null, 'ignored because the record has all']],
    ['v=spf1 redirect=other.example ~all', ['ignored because the record has all', null]],
  ])('%s: says which terms are ignored', async (record, problems) => {
    const { root } = await spfTree(zoneResolver({ 'example.com': { TXT: [record] } }), 'example.com')
    expect(root.terms.map(({ problem }) => problem)).toEqual(problems)
  })

  it('are not counted after all, nor for a redirect= beside all, nor for exp=', async () => {
    const resolver = zoneResolver({
      'example.com': { TXT: ['v=spf1 redirect=one.example exp=why.example -all a include:x.example'] },
    })
    const tree = await spfTree(resolver, 'example.com')
    expect(tree.lookups).toBe(0)
    expect(tree.ending).toBe('-')
    expect(tree.permerrors).toEqual([])
    expect(tree.root.terms.map(({ problem }) => problem)).toEqual([
      'ignored because the record has all',
      null,
      null,
      'ignored because it follows all',
      'ignored because it follows all',
    ])
    expect(resolver.calls).toHaveLength(1)
  })

  it('are a permerror from the eleventh on', async () => {
    const hosts = Array.from({ length: 11 }, (_, at) => `h${at}.example`)
    const zone = Object.fromEntries(hosts.map(host => [host, { A: ['192.0.2.1'] }]))
    const ten = await treeOfRecord(
      `v=spf1 ${hosts
        .slice(1)
        .map(host => `a:${host}`)
        .join(' ')} -all`,
      zone,
    )
    expect(ten).toMatchObject({ lookups: 10, permerrors: [] })
    const eleven = await treeOfRecord(`v=spf1 ${hosts.map(host => `a:${host}`).join(' ')} -all`, zone)
    expect(eleven).toMatchObject({ lookups: 11, permerrors: [{ code: 'lookup_limit', count: 11, atLeast: false }] })
  })

  it('count an include twice when it is included twice, though it is queried once', async () => {
    const resolver = zoneResolver({
      'example.com': { TXT: ['v=spf1 include:one.example include:two.example -all'] },
      'one.example': { TXT: ['v=spf1 include:shared.example -all'] },
      'two.example': { TXT: ['v=spf1 include:shared.example -all'] },
      'shared.example': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] },
    })
    expect((await spfTree(resolver, 'example.com')).lookups).toBe(4)
    expect(resolver.calls.filter(({ name }) => name === 'shared.example')).toHaveLength(1)
  })

  it('query siblings at the same time: a tree costs its longest chain', async () => {
    let waiting: (() => void)[] = []
    const zone: Zone = {
      'example.com': {
        TXT: ['v=spf1 include:a.example include:b.example mx -all'],
        MX: [
          [1, 'm1.example'],
          [2, 'm2.example'],
        ],
      },
      'a.example': { TXT: ['v=spf1 a:c.example -all'] },
      'b.example': { TXT: ['v=spf1 -all'] },
    }
    const resolver = zoneResolver(zone, { wait: () => new Promise(resolve => void waiting.push(() => resolve())) })
    const tree = spfTree(resolver, 'example.com')
    const rounds: number[] = []
    for (let round = 0; round < 10 && (round === 0 || waiting.length > 0); round++) {
      rounds.push(waiting.length)
      const answered = waiting
      waiting = []
      for (const answer of answered) answer()
      for (let turn = 0; turn < 30; turn++) await Promise.resolve()
    }
    expect((await tree).lookups).toBe(4)
    // The record; two includes and the MX; then all their hosts at once.
    expect(rounds).toEqual([1, 3, 6])
  })
})

describe('void lookups', () => {
  it('are a permerror from the third on', async () => {
    const two = await treeOfRecord('v=spf1 a:gone1.example mx:gone2.example -all')
    expect(two).toMatchObject({ voidLookups: 2, permerrors: [] })
    expect(two.root.terms.map(term => term.void)).toEqual([true, true, false])
    const three = await treeOfRecord('v=spf1 a:gone1.example mx:gone2.example exists:gone3.example -all')
    expect(three).toMatchObject({ voidLookups: 3, permerrors: [{ code: 'void_limit', count: 3, atLeast: false }] })
  })

  it('are answers without records, never failed lookups', async () => {
    const tree = await treeOfRecord('v=spf1 a:t1.example a:t2.example mx:t3.example exists:t4.example -all', {
      't1.example': { fail: 'timeout' },
      't2.example': { fail: { AAAA: 'servfail' } },
      't3.example': { fail: 'refused' },
      't4.example': { fail: 'servfail' },
    })
    expect(tree).toMatchObject({ voidLookups: 0, permerrors: [], complete: false, lookups: 4 })
    expect(tree.root.terms.map(({ unchecked }) => unchecked)).toEqual([true, true, true, true, false])
    expect(tree.root.terms[0]?.problem).toBe('lookup failed (timeout)')
  })

  it('are mail exchangers without an address too, once per term, as a receiver counts them', async () => {
    const zone: Zone = {
      'a.example': {
        MX: [
          [1, 'gone.a.example'],
          [2, 'here.example'],
          [3, 'gone2.a.example'],
        ],
      },
      'b.example': { MX: [[1, 'gone.b.example']] },
      'c.example': {
        MX: [
          [1, 'here.example'],
          [2, 'gone.c.example'],
        ],
      },
      'null.example': { MX: [[0, '.']] },
      'silent.example': { MX: [[1, 'lost.example']] },
      'lost.example': { fail: 'timeout' },
      'here.example': { A: ['192.0.2.1'] },
    }
    const record = 'v=spf1 mx:a.example mx:b.example mx:c.example -all'
    expect(await treeOfRecord(record, zone)).toMatchObject({
      voidLookups: 3,
      permerrors: [{ code: 'void_limit', count: 3, atLeast: false }],
    })
    const message = { ip: '8.8.8.8', sender: 'a@example.com', helo: '' }
    expect(await checkHost(zoneResolver({ ...zone, 'example.com': { TXT: [record] } }), message)).toMatchObject({
      result: 'permerror',
      voidLookups: 3,
    })
    const fine = await treeOfRecord('v=spf1 mx:null.example mx:silent.example mx:c.example -all', zone)
    expect(fine.root.terms.map(term => term.void)).toEqual([false, false, true, false])
  })

  it('are not a host with an address of one family', async () => {
    const tree = await treeOfRecord('v=spf1 a:v4.example a:v6.example -all', {
      'v4.example': { A: ['192.0.2.1'] },
      'v6.example': { AAAA: ['2001:db8::1'] },
    })
    expect(tree.voidLookups).toBe(0)
  })
})

describe('permerrors', () => {
  it('come of an include whose domain has no record, or two', async () => {
    const tree = await treeOfRecord('v=spf1 include:none.example include:gone.example include:two.example -all', {
      'none.example': { TXT: ['something else'] },
      'two.example': { TXT: ['v=spf1 -all', 'v=spf1 a -all'] },
    })
    expect(presentSpfTree(tree).permerrors).toEqual([
      'include:none.example (no SPF record)',
      'include:gone.example (no SPF record)',
      'include:two.example (2 SPF records)',
    ])
    expect(tree.voidLookups).toBe(1)
    expect(tree.root.terms[0]).toMatchObject({
      problem: 'no SPF record',
      child: { domain: 'none.example', record: null },
    })
  })

  it('never come from a failed lookup', async () => {
    const tree = await treeOfRecord('v=spf1 include:dead.example -all', { 'dead.example': { fail: 'timeout' } })
    expect(tree).toMatchObject({ permerrors: [], complete: false, lookups: 1, ending: '-' })
    expect(tree.root.terms[0]?.child).toMatchObject({
      unchecked: true,
      problem: 'lookup failed (timeout)',
      record: null,
    })
  })

  it('come from a syntax error anywhere, with its path', async () => {
    const tree = await treeOfRecord('v=spf1 include:one.example -all ipv4:192.0.2.1', {
      'one.example': { TXT: ['v=spf1 include:two.example ~all'] },
      'two.example': { TXT: ['v=spf1 ip4:192.0.2.300 ~all'] },
    })
    expect(presentSpfTree(tree).permerrors).toEqual([
      'ipv4:192.0.2.1: unknown mechanism ipv4 (did you mean ip4?)',
      'include:one.example → include:two.example → ip4:192.0.2.300: ip4 without an IPv4 address',
    ])
  })

  it('come of more than ten mail exchangers behind one mx', async () => {
    const MX = Array.from({ length: 11 }, (_, at) => [at, `m${at}.example`] as const)
    const resolver = zoneResolver({ 'example.com': { TXT: ['v=spf1 mx -all'], MX } })
    const { permerrors } = presentSpfTree(await spfTree(resolver, 'example.com'))
    expect(permerrors).toEqual(['mx (11 mail exchangers, but only 10 are allowed)'])
    expect(resolver.calls).toHaveLength(2)
  })

  it('come of loops, which are followed once', async () => {
    const resolver = zoneResolver({
      'example.com': { TXT: ['v=spf1 include:Example.com include:one.example -all'] },
      'one.example': { TXT: ['v=spf1 redirect=example.com'] },
    })
    const tree = await spfTree(resolver, 'example.com')
    expect(presentSpfTree(tree).permerrors).toEqual([
      'include:Example.com (loop to example.com)',
      'include:one.example → redirect=example.com (loop to example.com)',
    ])
    expect(resolver.calls).toHaveLength(2)
  })

  it('come of two records at the domain itself', async () => {
    const tree = await treeOf({ 'example.com': { TXT: ['v=spf1 -all', 'v=spf1 mx -all'] } })
    expect(tree).toMatchObject({
      permerrors: [{ code: 'several_records', count: 2, domain: 'example.com' }],
      root: { record: null, problem: '2 SPF records' },
    })
  })
})

describe('macros', () => {
  it('cost their lookup and lead nowhere when they need a sender', async () => {
    const resolver = zoneResolver({
      'example.com': { TXT: ['v=spf1 include:%{i}._spf.example.com exists:%{l}.example.com -all'] },
    })
    const tree = await spfTree(resolver, 'example.com')
    expect(tree).toMatchObject({ lookups: 2, permerrors: [], complete: true, ipv4: null, ipv6Nets: null })
    expect(tree.root.terms[0]).toMatchObject({
      child: null,
      ipv4: null,
      problem: 'depends on the sender',
      depends: true,
    })
    expect(resolver.calls).toHaveLength(1)
  })

  it('are followed when the domain alone decides', async () => {
    const tree = await treeOfRecord('v=spf1 include:_spf.%{d} -all', {
      '_spf.example.com': { TXT: ['v=spf1 a:%{d2}.hosts.example include:%{o}.senders.example -all'] },
      'example.com.hosts.example': { A: ['192.0.2.1'] },
      'example.com.senders.example': { TXT: ['v=spf1 ip4:192.0.2.2 -all'] },
    })
    expect(tree).toMatchObject({ lookups: 3, ipv4: 2, permerrors: [], voidLookups: 0 })
  })
})
