import { dnsEvidence, type Section } from '@waxseal/core/check'
import type { Resolver, Zone } from '@waxseal/core/dns'
import type { MxValue } from '@waxseal/core/mx'
import { describe, expect, it } from 'vitest'
import { contextFor } from '../testing/zone-context.ts'
import { collectMx } from './mx.ts'

async function mx(zone: Zone, live?: Zone): Promise<Extract<Section<MxValue>, { ran: true }>> {
  const section = await collectMx(contextFor('example.com', zone, live))
  if (!section.ran) throw new Error(`did not run: ${section.reason}`)
  return section
}

describe('mail exchangers', () => {
  it('are sorted by preference, then by name, with IPv4 addresses first', async () => {
    const { value, gaps, notes } = await mx({
      'example.com': {
        MX: [
          [20, 'b.example.net'],
          [10, 'z.example.net'],
          [10, 'a.example.net'],
        ],
      },
      'a.example.net': { AAAA: ['2600::1'], A: ['8.8.8.8'] },
      'b.example.net': { A: ['8.8.4.4'] },
      'z.example.net': { AAAA: ['2600::2'] },
    })
    expect(value).toEqual({
      implicit: null,
      hosts: [
        { preference: 10, host: 'a.example.net', addresses: ['8.8.8.8', '2600::1'], state: 'resolved', alias: null },
        { preference: 10, host: 'z.example.net', addresses: ['2600::2'], state: 'resolved', alias: null },
        { preference: 20, host: 'b.example.net', addresses: ['8.8.4.4'], state: 'resolved', alias: null },
      ],
    })
    expect({ gaps, notes }).toEqual({ gaps: [], notes: [] })
  })

  it.each([
    ['::ffff:8.8.8.8', 'private'],
    ['64:ff9b::808:808', 'private'],
    ['2002:808:808::1', 'resolved'],
    ['64:ff9b::a00:1', 'private'],
    ['2002:a00:1::1', 'private'],
  ])('with only the address %s are %s: senders reach none that is mapped or translated', async (address, state) => {
    const { value } = await mx({
      'example.com': { MX: [[1, 'mx.example.net']] },
      'mx.example.net': { AAAA: [address] },
    })
    expect(value.hosts.map(host => host.state)).toEqual([state])
  })

  it('are distinguished: null, address literal, private, alias, unresolvable', async () => {
    const { value } = await mx({
      'example.com': {
        MX: [
          [0, '.'],
          [1, '192.0.2.1'],
          [2, 'inside.example.com'],
          [3, 'alias.example.com'],
          [4, 'gone.example.com'],
          [5, 'empty.example.com'],
        ],
      },
      'inside.example.com': { A: ['10.0.0.1'] },
      'alias.example.com': { CNAME: ['real.example.com'] },
      'real.example.com': { A: ['8.8.8.8'] },
      'empty.example.com': { TXT: ['no address'] },
    })
    expect(value.hosts.map(({ host, state, alias }) => [host, state, alias])).toEqual([
      ['.', 'null', null],
      ['192.0.2.1', 'ip-literal', null],
      ['inside.example.com', 'private', null],
      ['alias.example.com', 'resolved', 'real.example.com'],
      ['gone.example.com', 'unresolvable', null],
      ['empty.example.com', 'unresolvable', null],
    ])
  })

  it('with a failed address lookup are unchecked, not unresolvable, and a gap', async () => {
    const { value, gaps } = await mx({
      'example.com': {
        MX: [
          [10, 'slow.example.com'],
          [20, 'half.example.com'],
        ],
      },
      'slow.example.com': { fail: 'timeout' },
      'half.example.com': { A: ['8.8.8.8'], fail: { AAAA: 'servfail' } },
    })
    expect(value.hosts.map(host => host.state)).toEqual(['unchecked', 'resolved'])
    expect(gaps.map(({ question, reason }) => [question.type, question.name, reason])).toEqual([
      ['AAAA', 'half.example.com', 'servfail'],
      ['A', 'slow.example.com', 'timeout'],
      ['AAAA', 'slow.example.com', 'timeout'],
    ])
  })

  it('beyond the twentieth are listed without a lookup, and a note says so', async () => {
    const context = contextFor('example.com', {
      'example.com': { MX: Array.from({ length: 30 }, (_, index) => [index, `mx${index}.example.net`] as const) },
    })
    const section = await collectMx(context)
    if (!section.ran) throw new Error('did not run')
    expect(section.value.hosts.filter(host => host.state === 'cut')).toHaveLength(10)
    expect(context.calls).not.toContain('A mx20.example.net')
    expect(section.notes).toContain('The 20 most preferred of 30 mail exchangers were looked up. 10 were not.')
  })

  it('keep four addresses each, and a note says how many there are', async () => {
    const { value, notes } = await mx({
      'example.com': { MX: [[10, 'many.example.com']] },
      'many.example.com': { A: Array.from({ length: 9 }, (_, index) => `8.8.8.${index + 1}`) },
    })
    expect(value.hosts[0]?.addresses).toEqual(['8.8.8.1', '8.8.8.2', '8.8.8.3', '8.8.8.4'])
    expect(notes).toEqual(['many.example.com has 9 addresses. Only the first 4 are checked.'])
  })
})

it('two thousand addresses instead of mail exchangers do not make two thousand findings', async () => {
  const MX = Array.from({ length: 2000 }, (_, at) => [at, `192.0.${at >> 8}.${at & 255}`] as const)
  const { value, notes } = await mx({ 'example.com': { MX } })
  expect(value.hosts.filter(host => host.state === 'ip-literal')).toHaveLength(20)
  expect(value.hosts).toHaveLength(100)
  expect(notes).toEqual(['The 20 most preferred of 2,000 mail exchangers were looked up. 1,980 were not.'])
})

it('that are doubled names mean the host that resolves, and a lookup for it that fails is no gap', async () => {
  const doubled: Zone = { 'example.com': { MX: [[10, 'mx1.example.com.example.com']] } }
  const resolving = await mx({ ...doubled, 'mx1.example.com': { A: ['8.8.8.8'] } })
  expect(resolving.value.hosts[0]).toMatchObject({ state: 'unresolvable', meant: 'mx1.example.com' })
  expect(resolving.evidence.map(({ question }) => `${question.type} ${question.name}`)).toContain('A mx1.example.com')
  for (const silent of [{ A: [] }, { fail: 'timeout' as const }]) {
    const { value, gaps } = await mx({ ...doubled, 'mx1.example.com': silent })
    expect([value.hosts[0]?.meant, gaps]).toEqual([undefined, []])
  }
})

it('in their own letters mean the host of their A-labels, whatever the octets resolve to (RFC 5321 section 4.1.2)', async () => {
  const [written, meant] = ['mx.m\\195\\188nchen.example', 'mx.xn--mnchen-3ya.example']
  const raw: Zone = { 'example.com': { MX: [[10, written]] }, [written]: { A: ['8.8.8.8'] } }
  const refused = { host: written, state: 'unresolvable', addresses: [] }
  expect((await mx(raw)).value.hosts).toEqual([{ ...refused, preference: 10, alias: null }])
  const resolving = await mx({ ...raw, [meant]: { A: ['8.8.8.8'] } })
  expect(resolving.value.hosts[0]).toMatchObject({ ...refused, meant })
})

describe('notes for people', () => {
  it('name what the query limit cut off', async () => {
    const { value, notes } = await mx({
      'example.com': { MX: [[10, 'cut.example.com']] },
      'cut.example.com': { fail: 'over-budget' },
    })
    expect(value.hosts[0]?.state).toBe('unchecked')
    expect(notes).toEqual(['The scan reached its lookup limit. 2 lookups were skipped.'])
  })

  it('say how long resolvers may cache the older answer, and which zone could not be asked', async () => {
    const context = contextFor('example.com', { 'example.com': { MX: [[10, 'mx.example.com']], A: ['8.8.8.8'] } })
    const { confirming } = context
    const marked = (via: object): Resolver => ({
      query: async (name, type, signal) => {
        const answer = await confirming.query(name, type, signal)
        return { ...answer, via: { ...answer.via, ...via } }
      },
    })
    const held = await collectMx({ ...context, confirming: marked({ heldUntil: Date.UTC(2026, 10, 20, 10, 30) }) })
    expect(held.ran && held.notes[0]).toBe(
      "MX example.com: this is the current answer of the zone's own servers. Resolvers may return the previous one until 2026-11-20 10:30 UTC.",
    )
    const unconfirmed = await collectMx({ ...context, confirming: marked({ unconfirmed: 'timeout' }) })
    expect(unconfirmed.ran && unconfirmed.notes[0]).toBe(
      "MX example.com: this is a resolver's answer. The zone's own servers could not be queried (the DNS servers did not answer in time).",
    )
  })
})

describe('no MX', () => {
  it('falls back to the addresses of the domain', async () => {
    const { value } = await mx({ 'example.com': { A: ['8.8.8.8'] } })
    expect(value).toEqual({ hosts: [], implicit: ['8.8.8.8'] })
  })

  it("is accepted only after the zone's own servers were asked", async () => {
    const live: Zone = { 'example.com': { MX: [[10, 'mx.example.net']] }, 'mx.example.net': { A: ['8.8.8.8'] } }
    const { value, evidence } = await mx({ 'example.com': {}, 'mx.example.net': { A: ['8.8.8.8'] } }, live)
    expect(value.hosts.map(host => host.host)).toEqual(['mx.example.net'])
    expect(dnsEvidence(evidence).find(piece => piece.question.type === 'MX')?.via.authoritative).toBe(true)
  })

  it('is accepted for a host without addresses only after asking them too', async () => {
    const resolver: Zone = { 'example.com': { MX: [[10, 'new.example.com']] } }
    const { value } = await mx(resolver, { ...resolver, 'new.example.com': { A: ['8.8.8.8'] } })
    expect(value.hosts[0]).toMatchObject({ state: 'resolved', addresses: ['8.8.8.8'] })
  })

  it('is unknown when the lookup failed: the section did not run', async () => {
    const section = await collectMx(contextFor('example.com', { 'example.com': { fail: { MX: 'servfail' } } }))
    expect(section).toMatchObject({ ran: false, reason: 'servfail', evidence: [{ outcome: 'failed' }] })
  })
})
