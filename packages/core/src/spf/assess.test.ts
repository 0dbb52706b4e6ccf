import { describe, expect, it } from 'vitest'
import { textOf, type Zone, zoneResolver } from '../dns/index.ts'
import type { FindingId } from '../health/index.ts'
import { assessSpf } from './assess.ts'
import { selectSpf } from './record.ts'
import { mergedTree } from './several.ts'
import { spfTreeOfRecord } from './tree.ts'

/** Collects as the check does, then judges. */
async function judge(texts: string[], zone: Zone = {}, dmarcEnforced: boolean | null = true) {
  const resolver = zoneResolver({ ...zone, 'example.com': { ...zone['example.com'], TXT: texts } })
  const answer = await resolver.query('example.com', 'TXT')
  const { records, lookalikes } = selectSpf(answer.kind === 'records' ? answer.records.map(textOf) : [])
  const [record] = records
  const tree =
    record === undefined || records.length > 1 ? null : await spfTreeOfRecord(resolver, 'example.com', record)
  return assessSpf(
    { records, lookalikes, tree, merged: await mergedTree(resolver, 'example.com', records) },
    { domain: 'example.com', evidence: ['TXT example.com'], dmarcEnforced },
  )
}

async function idsOf(record: string, zone: Zone = {}, dmarcEnforced: boolean | null = true): Promise<FindingId[]> {
  return (await judge([record], zone, dmarcEnforced)).map(({ id }) => id)
}

/** This many `a:` terms that resolve. */
function hosts(count: number): { terms: string; zone: Zone } {
  const names = Array.from({ length: count }, (_, at) => `h${at}.example`)
  return {
    terms: names.map(name => `a:${name}`).join(' '),
    zone: Object.fromEntries(names.map(name => [name, { A: ['192.0.2.1'] }])),
  }
}

/** The findings for a record with this many lookups. */
async function found(count: number): Promise<[FindingId, object][]> {
  const { terms, zone } = hosts(count)
  return (await judge([`v=spf1 ${terms} ~all`], zone, true)).map(({ id, facts }) => [id, facts])
}

describe('assessSpf', () => {
  it('finds nothing wrong with a good record', async () => {
    expect(await judge(['v=spf1 ip4:192.0.2.0/24 -all', 'other text'])).toEqual([])
  })

  it('carries facts and evidence', async () => {
    expect(await judge(['v=spf1 ip4:192.0.2.1 ?all'])).toEqual([
      {
        id: 'spf_neutral',
        check: 'spf',
        subject: null,
        facts: {
          domain: 'example.com',
          remedy: { domain: 'example.com', record: 'v=spf1 ip4:192.0.2.1 ~all', causes: [{ code: 'neutral' }] },
        },
        evidence: ['TXT example.com'],
      },
    ])
  })

  it('finds a missing record, and then nothing else, with lookalikes or without', async () => {
    expect((await judge(['something else'], {}, false)).map(({ id }) => id)).toEqual(['spf_missing'])
    expect((await judge([' v=spf1 +all', 'v=spf10 ptr ?all'])).map(({ id }) => id)).toEqual(['spf_missing'])
  })

  it('finds two records broken', async () => {
    expect(await judge(['v=spf1 +all', 'v=spf1 ?all'])).toMatchObject([
      { id: 'spf_permerror', facts: { code: 'several_records', count: 2 } },
    ])
  })

  it.each([
    ['v=spf1 +all', '+all'],
    ['v=spf1 all', 'all'],
    ['v=spf1 ip4:0.0.0.0/0 -all', 'ip4:0.0.0.0/0'],
    ['v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 ?all', 'ip4:0.0.0.0/1 ip4:128.0.0.0/1'],
    ['v=spf1 include:open.example ~all', 'include:open.example → +all'],
  ])('finds %s open to everyone, and does not judge its size or ending beside', async (record, term) => {
    expect(await judge([record], { 'open.example': { TXT: ['v=spf1 +all'] } }, false)).toMatchObject([
      { id: 'spf_plus_all', facts: { term } },
    ])
  })

  it.each([
    ['v=spf1 ip4:192.0.2.1 - all', 'a blank in the ending'],
    ['v=spf1 ipv4:192.0.2.1 +all', 'a misspelled term before it'],
    ['v=spf1 +all ipv4:192.0.2.1', 'a misspelled term behind it'],
    ['v=spf1 ip4:0.0.0.0/2 ipv4:192.0.2.1 -all', 'a misspelled term behind a wide network'],
  ])('finds %s broken and not open: %s', async record => {
    expect(await idsOf(record)).toEqual(['spf_permerror'])
  })

  it('does not find a record open that earlier terms have closed', async () => {
    expect(await idsOf('v=spf1 ip4:192.0.2.1 -ip4:0.0.0.0/0 -ip6:::/0 +all')).toEqual([])
    expect(await idsOf('v=spf1 ip4:192.0.2.1 ?ip4:0.0.0.0/1 ?ip4:128.0.0.0/1 ~ip6:2000::/3 +all')).toEqual([])
    expect(await idsOf('v=spf1 -ip4:1.0.0.0/8 -exists:%{i}.list.example +all')).toEqual(['spf_plus_all'])
    expect(await idsOf('v=spf1 -ip4:0.0.0.0/0 +all')).toEqual(['spf_plus_all'])
  })

  it('finds more than a /8 too open, in any notation', async () => {
    expect(await idsOf('v=spf1 ip4:1.0.0.0/8 -all')).toEqual([])
    expect(await judge(['v=spf1 ip4:1.0.0.0/8 ip4:192.0.2.1 -all'])).toMatchObject([
      { id: 'spf_too_open', facts: { addresses: '16,777,217' } },
    ])
    const inPieces = Array.from({ length: 17 }, (_, at) => `ip4:20.${at * 15}.0.0/12`).join(' ')
    expect(await idsOf(`v=spf1 ${inPieces} ip4:21.0.0.0/12 -all`)).toEqual(['spf_too_open'])
    expect(
      await idsOf('v=spf1 include:wide.example -all', { 'wide.example': { TXT: ['v=spf1 ip4:0.0.0.0/2 -all'] } }),
    ).toEqual(['spf_too_open'])
    expect(await idsOf('v=spf1 exists:%{i}.list.example ip4:20.0.0.0/7 -all')).toEqual(['spf_too_open'])
  })

  it('finds a syntax error, and ignores terms that no receiver evaluates', async () => {
    expect(await judge(['v=spf1 mx -al'], { 'example.com': { MX: [[10, 'mx.example.com']] } })).toMatchObject([
      {
        id: 'spf_permerror',
        facts: { code: 'syntax', path: [], problem: '-al: unknown mechanism al (did you mean all?)' },
      },
    ])
  })

  it('finds more than ten lookups broken, nine and ten near the limit, eight OK', async () => {
    expect(await found(8)).toEqual([])
    expect(await found(9)).toMatchObject([['spf_near_limit', { lookups: 9 }]])
    expect(await found(10)).toMatchObject([['spf_near_limit', { lookups: 10 }]])
    expect(await found(11)).toMatchObject([['spf_permerror', { code: 'lookup_limit', count: 11, atLeast: false }]])
  })

  it('finds an include without a record and a third void lookup broken', async () => {
    expect(await judge(['v=spf1 include:gone.example -all'])).toMatchObject([
      { id: 'spf_permerror', facts: { code: 'no_record', path: ['include:gone.example'] } },
    ])
    expect(await idsOf('v=spf1 a:g1.example a:g2.example -all')).toEqual([])
    expect(await idsOf('v=spf1 a:g1.example a:g2.example a:g3.example -all')).toEqual(['spf_permerror'])
  })

  it('finds endings that do not stop spoofing', async () => {
    expect(await idsOf('v=spf1 ip4:192.0.2.1 ?all')).toEqual(['spf_neutral'])
    expect(await idsOf('v=spf1 ip4:192.0.2.1')).toEqual(['spf_no_all'])
    expect(await idsOf('v=spf1 redirect=n.example', { 'n.example': { TXT: ['v=spf1 ?all'] } })).toEqual(['spf_neutral'])
  })

  it('finds ~all too soft only if DMARC is known not to enforce', async () => {
    expect(await idsOf('v=spf1 ip4:192.0.2.1 ~all', {}, false)).toEqual(['spf_softfail_unenforced'])
    expect(await idsOf('v=spf1 ip4:192.0.2.1 ~all', {}, true)).toEqual([])
    expect(await idsOf('v=spf1 ip4:192.0.2.1 ~all', {}, null)).toEqual([])
  })

  it("finds ptr in the domain's own record, not in what it includes", async () => {
    expect(await judge(['v=spf1 ptr:example.com -all'])).toMatchObject([
      { id: 'spf_ptr', facts: { term: 'ptr:example.com' } },
    ])
    expect(await idsOf('v=spf1 include:p.example -all', { 'p.example': { TXT: ['v=spf1 ptr -all'] } })).toEqual([])
    expect(await idsOf('v=spf1 redirect=p.example', { 'p.example': { TXT: ['v=spf1 ptr -all'] } })).toEqual(['spf_ptr'])
  })

  describe('of a tree with failed lookups', () => {
    const dead: Zone = { 'dead.example': { fail: 'timeout' } }

    it('reports nothing that the rest might change', async () => {
      const { terms, zone } = hosts(7)
      expect(await idsOf('v=spf1 include:dead.example -all', dead)).toEqual([])
      expect(await idsOf('v=spf1 redirect=dead.example', dead, false)).toEqual([])
      expect(await idsOf(`v=spf1 ${terms} include:dead.example -all`, { ...zone, ...dead })).toEqual([])
      // The addresses that these refuse are unknown, so the remaining ones are too.
      for (const term of ['-a:dead.example/4', '?mx:dead.example', '~exists:dead.example', '-include:half.example']) {
        const half = { 'half.example': { TXT: ['v=spf1 a:dead.example/1 -all'] } }
        expect(await idsOf(`v=spf1 ${term} ip4:0.0.0.0/4 -all`, { ...dead, ...half }), term).toEqual([])
        expect(await idsOf(`v=spf1 ${term} +all`, { ...dead, ...half }), term).toEqual([])
      }
    })

    it('reports what is certain in any case', async () => {
      const { terms, zone } = hosts(10)
      expect(await judge([`v=spf1 ${terms} include:dead.example -all`], { ...zone, ...dead })).toMatchObject([
        { id: 'spf_permerror', facts: { code: 'lookup_limit', count: 11, atLeast: true } },
      ])
      const near = hosts(8)
      expect(await idsOf(`v=spf1 ${near.terms} include:dead.example -all`, { ...near.zone, ...dead })).toEqual([
        'spf_near_limit',
      ])
      expect(await idsOf('v=spf1 include:dead.example ?all', dead)).toEqual(['spf_neutral'])
      expect(await idsOf('v=spf1 include:dead.example ip4:0.0.0.0/0 -all', dead)).toEqual(['spf_plus_all'])
    })
  })
})
