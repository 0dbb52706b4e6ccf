import type { HeaderAnalysisReply } from '@waxseal/contract'
import type { Evidence } from '@waxseal/core/check'
import { dblPhishing, opinion, surblPhishing, zenShared, zenSpam } from '@waxseal/core/fixtures/threat'
import type { ThreatOpinion } from '@waxseal/core/threat'
import type { ReputationSubject } from '@waxseal/scanner'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { workspace } from '../../db/schema/index.ts'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aHeaderAnalysis, aLine } from '../../testing/header-analysis.ts'
import { onTheStore } from '../../testing/store.ts'

const evidence: readonly Evidence[] = [
  {
    id: 'A example.com @quad9',
    kind: 'http',
    question: { name: 'https://dns.example/', type: 'HTTP' },
    outcome: 'response',
    status: 200,
    lines: ['harmless: 62'],
    ms: 12,
    askedAt: Date.parse('2026-11-25T12:00:00Z'),
  },
]

onTheStore('the reputation of a message', kind => {
  let server: TestApp
  let opinions: readonly ThreatOpinion[]
  let sources: readonly string[]
  let asked: readonly ReputationSubject[]
  beforeAll(async () => {
    const at = aLine('Received', 'from mail.example.com ([8.26.56.10])', 2)
    const identity = { kind: 'dkim', domain: 'news.example', result: 'pass', alignment: 'none', at } as const
    const failed = { ...identity, domain: 'failed.example', result: 'fail' }
    const own = { fromDomain: 'example.com', organizationalDomain: 'example.com', isAligned: true }
    const analysis = aHeaderAnalysis({
      sendingAddress: { address: '8.26.56.10', at },
      alignment: { ...own, identities: [identity, failed] },
    })
    server = await openTestApp(kind, {
      analyzeMessage: async () => ({ analysis, signatures: null }),
      askReputation: async (subjects, take) => {
        asked = subjects
        if (sources.length === 0 || (await take())) return { sources, opinions, evidence }
        const limited = { says: 'unknown', failure: 'rate-limited', basis: 'engine' } as const
        return { sources, opinions: opinions.map(each => ({ ...each, ...limited })), evidence: [] }
      },
    })
  })
  beforeEach(() => {
    sources = ['Quad9', 'Spamhaus DBL']
    opinions = [opinion()]
  })
  afterAll(() => server.close())

  const analyze = async (tier: 'free' | 'pro') => {
    const user = await server.aUser({ tier })
    const post = async () =>
      (await user.post('/headers/analyze', { raw_headers: 'From: alex@example.com' })).body as HeaderAnalysisReply
    const read = async (id: string) => (await user.get(`/headers/${id}`)).body as HeaderAnalysisReply
    const change = (plan: 'free' | 'pro') =>
      server.deps.store.db.update(workspace).set({ tier: plan }).where(eq(workspace.id, user.actor.workspace.id))
    return { post, read, change, usage: async () => (await user.get('/vt/usage')).body }
  }

  it('is asked for the sending address, the domain of From, and domains that passed', async () => {
    await (await analyze('pro')).post()
    expect(asked).toEqual([
      { kind: 'address', address: '8.26.56.10' },
      { kind: 'domain', name: 'example.com' },
      { kind: 'domain', name: 'news.example' },
    ])
  })

  it('keeps what the sources were asked and what they answered, for each subject', async () => {
    const { vt_results: reputation } = await (await analyze('pro')).post()
    expect(reputation.evidence).toEqual(evidence)
    expect(reputation.domains['example.com']?.evidence).toEqual(['A example.com @quad9'])
    expect(reputation.domains['news.example']?.evidence).toEqual([])
  })

  it('has an entry for each of them, a verdict, and findings that raise the threat score', async () => {
    opinions = [
      dblPhishing,
      surblPhishing,
      zenSpam,
      opinion({ subject: 'news.example', reason: 'does not block news.example' }),
    ]
    const { vt_results: reply, findings, threat_score: score } = await (await analyze('pro')).post()
    expect(reply).toMatchObject({
      error: null,
      overall_verdict: 'malicious',
      ips: { '8.26.56.10': { malicious: 1, harmless: 0, country: null, as_owner: null } },
      domains: {
        'example.com': { malicious: 2, vendor_results: [{ category: 'malicious' }, { category: 'malicious' }] },
        'news.example': { malicious: 0, harmless: 1 },
      },
      note: 'No VirusTotal key: these results come from Quad9 and Spamhaus DBL.',
    })
    expect(reply.domains['example.com']?.smart_verdict).toContain('Act now')
    expect(findings).toMatchObject([
      { id: 'domain_malicious', points: 40, evidence: [{ label: 'From' }] },
      { id: 'address_suspicious' },
    ])
    expect(score).toBe(52)
  })

  it('does not accuse an address that a provider shares', async () => {
    opinions = [zenShared]
    const { vt_results: reply, threat_score: score } = await (await analyze('pro')).post()
    expect(reply.overall_verdict).toBe('low_risk')
    expect(score).toBeLessThan(10)
  })

  it('takes one threat lookup of the day, and returns it when no source answered', async () => {
    const { post, usage } = await analyze('pro')
    await post()
    expect(await usage()).toMatchObject({ current_usage: 1 })
    opinions = [opinion({ says: 'unknown', failure: 'timeout' })]
    expect((await post()).vt_results).toMatchObject({ error: 'unavailable', overall_verdict: null, ips: {} })
    expect(await usage()).toMatchObject({ current_usage: 1 })
  })

  it('is rate_limit_exceeded when the lookups of the day are used up, and costs no points', async () => {
    opinions = [dblPhishing]
    const { post, usage } = await analyze('free')
    for (let n = 0; n < 10; n++) await post()
    const { vt_results: reply, threat_score: score } = await post()
    expect(reply).toMatchObject({ error: 'rate_limit_exceeded', overall_verdict: null })
    expect(score).toBe(0)
    expect(await usage()).toMatchObject({ current_usage: 10 })
  })

  it('is unavailable when a source has a limit of its own, which no plan raises', async () => {
    opinions = [opinion({ says: 'unknown', failure: 'rate-limited' })]
    const { post, usage } = await analyze('free')
    expect((await post()).vt_results).toMatchObject({ error: 'unavailable' })
    expect(await usage()).toMatchObject({ current_usage: 0 })
  })

  it('has no smart verdict below Pro', async () => {
    const { vt_results: reply } = await (await analyze('free')).post()
    expect(reply.domains['example.com']).not.toHaveProperty('smart_verdict')
    expect(reply.domains['example.com']).not.toHaveProperty('vendor_interpretation')
  })

  it('is read with a smart verdict from Pro on, whatever the plan was at the analysis', async () => {
    const { post, read, change } = await analyze('pro')
    const full = await post()
    await change('free')
    const plain = await read(full.id)
    expect(JSON.stringify(plain)).not.toMatch(/smart_verdict|vendor_interpretation/)
    const {
      smart_verdict: smart,
      vendor_interpretation: meaning,
      ...entry
    } = full.vt_results.domains['example.com'] ?? {}
    expect([smart, meaning]).toEqual([expect.any(String), expect.any(String)])
    expect(plain.vt_results.domains['example.com']).toEqual(entry)
    expect(plain.vt_results.overall_verdict).toBe(full.vt_results.overall_verdict)
    const { id } = await post()
    await change('pro')
    expect((await read(full.id)).vt_results).toEqual(full.vt_results)
    expect((await read(id)).vt_results.domains['example.com']).toHaveProperty('smart_verdict')
  })

  it('is not_configured on a server without sources', async () => {
    sources = []
    opinions = []
    expect((await (await analyze('pro')).post()).vt_results).toMatchObject({ error: 'not_configured', note: null })
  })
})
