import type { Zone } from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import { contextFor } from '../testing/zone-context.ts'
import { collectSpf } from './spf.ts'

async function spf(zone: Zone, live?: Zone) {
  const section = await collectSpf(contextFor('example.com', zone, live))
  if (!section.ran) throw new Error(`did not run: ${section.reason}`)
  return section
}

describe('the SPF record', () => {
  it('comes with all its includes', async () => {
    const { value, gaps, evidence } = await spf({
      'example.com': { TXT: ['v=spf1 include:_spf.example.net mx -all', 'other'], MX: [[10, 'mx.example.com']] },
      'mx.example.com': { A: ['192.0.2.1'] },
      '_spf.example.net': { TXT: ['v=spf1 ip4:198.51.100.0/24 ~all'] },
    })
    expect(value.records).toEqual(['v=spf1 include:_spf.example.net mx -all'])
    expect(value.tree).toMatchObject({ lookups: 2, voidLookups: 0, complete: true, ending: '-', ipv4: 257 })
    expect(gaps).toEqual([])
    expect(evidence.map(piece => piece.id)).toContain('TXT _spf.example.net')
  })

  it('is distinguished from a lookalike', async () => {
    const { value } = await spf({ 'example.com': { TXT: [' v=spf1 -all', 'v=spf10 -all'] } })
    expect(value).toEqual({ records: [], lookalikes: [' v=spf1 -all', 'v=spf10 -all'], elsewhere: [], tree: null })
  })

  it('has no tree if it is one of two: receivers ignore both', async () => {
    const { value } = await spf({ 'example.com': { TXT: ['v=spf1 -all', 'v=spf1 mx -all'] } })
    expect(value).toMatchObject({ records: ['v=spf1 -all', 'v=spf1 mx -all'], tree: null })
  })

  it('becomes one with the other, which is looked up as if it were published', async () => {
    const { value, gaps, evidence } = await spf({
      'example.com': { TXT: ['v=spf1 include:example.net -all', 'v=spf1 include:slow.example.net ~all'] },
      'example.net': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] },
      'slow.example.net': { fail: 'timeout' },
    })
    expect(value.merged?.root.record).toBe('v=spf1 include:example.net include:slow.example.net -all')
    expect(value.merged?.complete).toBe(false)
    // Receivers refuse both records whatever the includes say.
    expect(gaps).toEqual([])
    expect(evidence.map(({ id }) => id)).toContain('TXT example.net')
  })

  it("is found at the zone's own servers while resolvers still deny it", async () => {
    const { value } = await spf({ 'example.com': {} }, { 'example.com': { TXT: ['v=spf1 -all'] } })
    expect(value.records).toEqual(['v=spf1 -all'])
  })

  it('leaves the section unchecked when its lookup failed', async () => {
    const section = await collectSpf(contextFor('example.com', { 'example.com': { fail: 'timeout' } }))
    expect(section).toMatchObject({ ran: false, reason: 'timeout' })
  })

  it('is incomplete, with a gap, when the lookup of an include failed', async () => {
    const { value, gaps } = await spf({
      'example.com': { TXT: ['v=spf1 include:slow.example.net -all'] },
      'slow.example.net': { fail: 'servfail' },
    })
    expect(value.tree).toMatchObject({ complete: false, permerrors: [] })
    expect(gaps).toMatchObject([{ question: { name: 'slow.example.net', type: 'TXT' }, reason: 'servfail' }])
  })
})

/** The questions asked. */
async function asked(zone: Zone): Promise<string[]> {
  const context = contextFor('example.com', zone)
  await collectSpf(context)
  return [...new Set(context.calls)]
}

describe('a missing SPF record is looked for where people put it by mistake', () => {
  const record = 'v=spf1 include:_spf.example.net ~all'

  it.each<[string, Zone, string]>([
    ['with the type SPF', { 'example.com': { SPF: [record] } }, 'SPF example.com'],
    [
      'at the doubled name',
      { 'example.com': {}, 'example.com.example.com': { TXT: [record] } },
      'TXT example.com.example.com',
    ],
    ['at _spf', { 'example.com': {}, '_spf.example.com': { TXT: [record, 'other'] } }, 'TXT _spf.example.com'],
    ['at spf', { 'example.com': {}, 'spf.example.com': { TXT: [record] } }, 'TXT spf.example.com'],
    ['at www', { 'example.com': {}, 'www.example.com': { TXT: [record] } }, 'TXT www.example.com'],
    ['below the name, at a wildcard', { 'example.com': {}, '*.example.com': { TXT: [record] } }, 'TXT *.example.com'],
  ])('%s', async (_, zone, place) => {
    const { value, evidence, gaps } = await spf(zone)
    expect(value.elsewhere?.map(({ name, type, text }) => [`${type} ${name}`, text])).toEqual([[place, record]])
    expect(gaps).toEqual([])
    expect(evidence.map(({ id }) => id)).toContain(place.replace('*', 'www'))
  })

  it('but an alias leads to the record of another domain', async () => {
    const { value, evidence } = await spf({
      'example.com': {},
      'www.example.com': { CNAME: ['site.example.net'] },
      'site.example.net': { TXT: [record] },
    })
    expect(value.elsewhere).toEqual([])
    expect(evidence.map(({ id }) => id)).toEqual(['TXT example.com @authoritative'])
  })

  it('and a lookup that fails there leaves no question open', async () => {
    const { value, gaps } = await spf({ 'example.com': {}, '_spf.example.com': { fail: 'timeout' } })
    expect([value.elsewhere, gaps]).toEqual([[], []])
  })

  it('not when the domain has one, or does not exist', async () => {
    expect(await asked({ 'example.com': { TXT: ['v=spf1 -all'] } })).toEqual(['TXT example.com'])
    expect(await asked({ 'example.net': {} })).toEqual(['TXT example.com'])
    expect(await asked({ 'example.com': {} })).toHaveLength(6)
  })
})
