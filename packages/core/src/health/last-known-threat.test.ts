import { describe, expect, it } from 'vitest'
import type { DnsEvidence, Section } from '../check/index.ts'
import { type ThreatOpinion, type ThreatValue, threatVerdict } from '../threat/index.ts'
import { answered } from './healthy-checks.fixture.ts'
import { at, idsOf, scanOf, zoneOf } from './judged-zone.fixture.ts'

/** The opinion of one filtering resolver, with the query behind it. */
function opinionOf(vendor: string, says: 'hit' | 'clean' | 'unknown'): { opinion: ThreatOpinion; piece: DnsEvidence } {
  const asked = answered('example.com', 'A', says === 'unknown' ? [] : ['a'])
  const failed = says === 'unknown' ? ({ outcome: 'failed', reason: 'timeout' } as const) : {}
  const piece = { ...asked, ...failed, id: `A example.com @${vendor}`, service: vendor }
  const opinion: ThreatOpinion = {
    source: vendor,
    vendor,
    operator: vendor,
    basis: 'resolver',
    weight: 'high',
    about: 'domain',
    subject: 'example.com',
    sharedBy: null,
    says,
    threat: null,
    reason: says === 'hit' ? 'blocks example.com' : 'does not block example.com',
    failure: says === 'unknown' ? 'timeout' : null,
    evidence: [piece.id],
  }
  return { opinion, piece }
}

/** The threat section of two resolvers with the same query. */
function threat(quad9: 'hit' | 'clean' | 'unknown', other: 'hit' | 'clean' | 'unknown'): Section<ThreatValue> {
  const both = [opinionOf('quad9', quad9), opinionOf('other', other)]
  return {
    ran: true,
    value: { sources: ['Quad9', 'Other'], opinions: both.map(({ opinion }) => opinion) },
    evidence: both.map(({ piece }) => piece),
    gaps: both.flatMap(({ piece: { id, question, outcome } }) =>
      outcome === 'failed' ? [{ question, reason: 'timeout', evidence: id }] : [],
    ),
    notes: [],
  }
}

const limited: Section<ThreatValue> = { ran: false, reason: 'rate-limited', evidence: [] }

describe('a source of threats that keeps silent', () => {
  it('is judged by what it said before, though another was asked the same and answered', async () => {
    const before = await scanOf(zoneOf(), null, 0, { threat: threat('hit', 'clean') })
    expect(before).toMatchObject({
      score: 85,
      findings: [{ id: 'threat_suspicious', evidence: ['A example.com @quad9'] }],
    })
    const after = await scanOf(zoneOf(), before, 3, { threat: threat('unknown', 'clean') })
    expect(after).toMatchObject({
      score: 85,
      findings: [{ id: 'threat_suspicious', since: at(0), evidence: [`A example.com @quad9 of ${at(0)}`] }],
    })
    const known = after.remembered.threat
    expect(known && threatVerdict(known.value.opinions)).toBe('suspicious')
  })

  it('is not the only way to know too little: mail hosts that cannot be learned are judged as they were', async () => {
    const host = opinionOf('quad9', 'hit')
    const about = {
      ...host.opinion,
      about: 'host',
      subject: 'mx1.example.com',
      evidence: ['A mx1.example.com @quad9'],
    } as const
    const piece = {
      ...host.piece,
      id: 'A mx1.example.com @quad9',
      question: { name: 'mx1.example.com', type: 'A' },
    } as const
    const both = threat('clean', 'clean')
    if (!both.ran) throw new Error('the fixture ran')
    const withHost = {
      ...both,
      value: { ...both.value, opinions: [...both.value.opinions, about] },
      evidence: [...both.evidence, piece],
    }
    const before = await scanOf(zoneOf(), null, 0, { threat: withHost })
    expect(before).toMatchObject({ score: 85, findings: [{ id: 'threat_suspicious' }] })
    const gap = {
      question: { name: 'example.com', type: 'MX' },
      reason: 'timeout',
      evidence: 'MX example.com',
    } as const
    const after = await scanOf(zoneOf(), before, 3, { threat: { ...both, gaps: [gap] } })
    expect(after).toMatchObject({ score: 85, findings: [{ id: 'threat_suspicious', since: at(0) }] })
    expect(after.basis).toEqual(before.basis)
    const first = await scanOf(zoneOf(), null, 0, { threat: { ...both, gaps: [gap] } })
    expect(first.basis.unchecked).toEqual(['threat'])
  })

  it('is no reprieve when the daily limit is reached, and an answer ends it', async () => {
    const before = await scanOf(zoneOf(), null, 0, { threat: threat('hit', 'clean') })
    const limitedScan = await scanOf(zoneOf(), before, 1, { threat: limited })
    expect(limitedScan).toMatchObject({ score: 85, findings: [{ id: 'threat_suspicious', since: at(0) }] })
    expect(limitedScan.basis.unchecked).toEqual(['threat'])
    const cleared = await scanOf(zoneOf(), limitedScan, 2, { threat: threat('clean', 'clean') })
    expect({ ids: idsOf(cleared), score: cleared.score }).toEqual({ ids: [], score: 100 })
  })
})
