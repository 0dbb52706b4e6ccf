import { type dashboardStats, issueBreakdown, type listDomains, priorityActions, type ReplyOf } from '@waxseal/contract'
import type { CheckId } from '@waxseal/core/check'
import { type Finding, type ScanResult, scoreOf } from '@waxseal/core/health'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, aScan, aScanResult } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { keepFindings } from '../scans/keep-findings.ts'

type Breakdown = ReplyOf<typeof issueBreakdown>
type Actions = ReplyOf<typeof priorityActions>

const missing = aScanResult()
const spf = { findings: missing.findings.slice(0, 1) }
const nothing = { findings: [] }

onTheStore('the issues of a workspace', kind => {
  let server: TestApp
  let user: TestUser
  beforeAll(async () => {
    server = await openTestApp(kind)
  })
  beforeEach(async () => {
    user = await server.aUser({ tier: 'business' })
  })
  afterAll(() => server.close())

  async function scanned(name: string, result: Partial<ScanResult> = {}, unchecked?: CheckId): Promise<string> {
    const { store } = server.deps
    const domain = await aDomain(store, user.actor, { name })
    const { sections } = aScanResult({ name })
    if (unchecked !== undefined)
      Object.assign(sections, { [unchecked]: { ran: false, reason: 'timeout', evidence: [] } })
    await aScan(store, domain, { sections, ...scoreOf(result.findings ?? missing.findings), ...result })
    await keepFindings(server.deps, domain.id)
    return domain.id
  }

  async function breakdown(of = user): Promise<Breakdown> {
    const { body } = await of.get('/dashboard/issue-breakdown')
    expect(issueBreakdown.reply.safeParse(body).error).toBeUndefined()
    return body as Breakdown
  }

  async function actions(of = user): Promise<Actions> {
    const { body } = await of.get('/dashboard/priority-actions')
    expect(priorityActions.reply.safeParse(body).error).toBeUndefined()
    return body as Actions
  }

  /** The findings that the breakdown has, and the actions. */
  async function ids() {
    return [(await breakdown()).issues.map(({ id }) => id), (await actions()).map(({ finding }) => finding)]
  }

  it('are none before the first scan', async () => {
    await aDomain(server.deps.store, user.actor)
    expect(await breakdown()).toEqual({ scanned_domains: 0, total_domains: 1, issues: [], unchecked: [] })
    expect(await actions()).toEqual([])
  })

  it('are refused without a token', async () => {
    for (const path of ['issue-breakdown', 'priority-actions']) {
      const { statusCode } = await server.app.inject({ url: `/api/dashboard/${path}` })
      expect(statusCode).toBe(401)
    }
  })

  it('are the findings of the newest scans that cost points, the most frequent first, in the color of their severity', async () => {
    for (const name of ['a', 'b']) await scanned(`${name}.example`)
    await scanned('c.example', spf)
    await aDomain(server.deps.store, user.actor)
    expect(await breakdown()).toEqual({
      scanned_domains: 3,
      total_domains: 4,
      issues: [
        { id: 'spf_missing', label: 'SPF record missing', count: 3, percentage: 100, color: 'orange' },
        { id: 'dmarc_missing', label: 'DMARC record missing', count: 2, percentage: 67, color: 'red' },
      ],
      unchecked: [],
    })
  })

  it('are those of one workspace', async () => {
    await scanned('a.example')
    const other = await server.aUser()
    expect(await breakdown(other)).toEqual({ scanned_domains: 0, total_domains: 0, issues: [], unchecked: [] })
    expect(await actions(other)).toEqual([])
  })

  it('do not have what could not be checked, which is counted by itself', async () => {
    await scanned('a.example', nothing, 'relay')
    await scanned('b.example', nothing, 'relay')
    expect(await breakdown()).toMatchObject({ issues: [], unchecked: [{ label: 'Open relay', count: 2 }] })
  })

  it('do not have an accepted or muted finding, until the decision ends or is undone', async () => {
    const id = await scanned('a.example', spf)
    expect(await ids()).toEqual([['spf_missing'], ['spf_missing']])

    const { now } = server.deps.clock
    const expires_at = new Date(now.getTime() + 3_600_000).toISOString()
    const about = { finding: 'spf_missing', subject: null, kind: 'accepted', note: '' }
    const decided = await user.put(`/domains/${id}/decisions`, { ...about, expires_at })
    expect(decided.status).toBe(200)
    expect(await ids()).toEqual([[], []])
    server.deps.clock.pass(3_600_000)
    expect(await ids()).toEqual([['spf_missing'], ['spf_missing']])

    const forGood = await user.put(`/domains/${id}/decisions`, { ...about, kind: 'muted', expires_at: null })
    expect(await ids()).toEqual([[], []])
    await user.delete(`/domains/${id}/decisions/${(forGood.body as { id: string }).id}`)
    expect(await ids()).toEqual([['spf_missing'], ['spf_missing']])
  })

  it('stay out of the worst domains too once they are decided, while their points stay', async () => {
    const id = await scanned('a.example')
    const worst = async () => (await user.get('/vt/dashboard-stats')).body as ReplyOf<typeof dashboardStats>
    const named = async () => (await worst()).requiring_attention.map(each => [each.health_score, each.issues])
    expect(await named()).toEqual([[45, ['DMARC record missing', 'SPF record missing']]])

    const about = { subject: null, note: '', expires_at: null }
    await user.put(`/domains/${id}/decisions`, { ...about, finding: 'dmarc_missing', kind: 'accepted' })
    expect(await named()).toEqual([[45, ['SPF record missing']]])
    await user.put(`/domains/${id}/decisions`, { ...about, finding: 'spf_missing', kind: 'muted' })
    expect(await named()).toEqual([[45, []]])
    expect(await ids()).toEqual([[], []])
  })

  it('are named first in the list while they are open, and "Accepted findings only" comes after the last decision', async () => {
    // As a scan orders them.
    const costliestFirst = { findings: missing.findings.toReversed() }
    const id = await scanned('a.example', costliestFirst)
    await scanned('b.example', costliestFirst)
    const first = async () => ((await user.get('/domains')).body as ReplyOf<typeof listDomains>).map(row => row.worst)
    const dmarc = { id: 'dmarc_missing', text: 'DMARC missing', severity: 'critical' }
    const spfMissing = { id: 'spf_missing', text: 'SPF missing', severity: 'high' }
    expect(await first()).toEqual([dmarc, dmarc])

    const about = { subject: null, note: '', expires_at: null }
    await user.put(`/domains/${id}/decisions`, { ...about, finding: 'spf_missing', kind: 'muted' })
    expect(await first()).toEqual([dmarc, dmarc])
    const until = { ...about, expires_at: '2027-01-01T00:00:00Z' }
    await user.put(`/domains/${id}/decisions`, { ...until, finding: 'dmarc_missing', kind: 'accepted' })
    expect(await first()).toEqual([{ ...dmarc, text: 'Accepted findings only' }, dmarc])
    const { body } = await user.get(`/domains/${id}/decisions`)
    const { decisions } = body as { decisions: { id: string; finding: string }[] }
    const muted = decisions.find(({ finding }) => finding === 'spf_missing')
    await user.delete(`/domains/${id}/decisions/${muted?.id}`)
    expect(await first()).toEqual([spfMissing, dmarc])
  })

  it('go with their domain', async () => {
    const id = await scanned('a.example')
    await user.delete(`/domains/${id}`)
    expect(await breakdown()).toEqual({ scanned_domains: 0, total_domains: 0, issues: [], unchecked: [] })
  })

  describe('as actions', () => {
    it('name the domain, the effect on mail and what to do; a builder opens with the finding', async () => {
      const id = await scanned('xn--bcher-kva.example', spf)
      const [action] = await actions()
      expect(action).toMatchObject({
        priority: 'high',
        title: 'SPF record missing',
        action_url: `/spf-wizard/${id}?finding=spf_missing`,
        action_label: 'Open the SPF builder',
        finding: 'spf_missing',
        domains: 1,
        points: 20,
      })
      expect(action?.description).toMatch(/^Affects bücher\.example\. \S.+\.$/)
    })

    it('lead to the report where no builder makes the record', async () => {
      const finding: Finding = {
        id: 'relay_open',
        check: 'relay',
        subject: 'mx.a.example',
        facts: { host: 'mx.a.example', address: '192.0.2.1', first: '2026-11-20 03:00', second: '2026-11-20 09:00' },
        evidence: ['e-relay'],
      } as Finding
      const deductions = [{ finding: finding.id, subject: finding.subject, check: 'relay' as const, points: -40 }]
      const id = await scanned('a.example', { findings: [finding], deductions })
      expect(await actions()).toMatchObject([{ priority: 'critical', action_url: `/diagnostics/${id}` }])
    })

    it('are one for each finding over all domains, which leads to the domain that regains most by it, of equal ones to the lowest score', async () => {
      await scanned('a.example')
      const implicit = {
        id: 'mx_implicit',
        check: 'mx',
        subject: null,
        facts: { domain: 'b.example' },
        evidence: ['e'],
      }
      const worst = await scanned('b.example', { findings: [...missing.findings, implicit as unknown as Finding] })
      for (const name of ['c', 'd']) await scanned(`${name}.example`, spf)
      const found = await actions()
      expect(found.map(({ finding, domains, points }) => [finding, domains, points])).toEqual([
        ['spf_missing', 4, 80],
        ['dmarc_missing', 2, 55],
        ['mx_implicit', 1, 10],
      ])
      expect(found[0]).toMatchObject({
        action_url: `/diagnostics/${worst}`,
        action_label: 'Start with the worst domain',
      })
      expect(found[0]?.description).toMatch(
        /^Affects b\.example, [acd]\.example and 2 more domains\. b\.example: \S.+\.$/,
      )
      expect(found[1]?.description).toMatch(/^Affects b\.example and a\.example\. b\.example: /)
    })

    it('begin with a name that does not exist, before which nothing else of it can be judged', async () => {
      for (const name of ['a', 'b']) await scanned(`${name}.example`)
      const gone: Finding = {
        id: 'domain_not_found',
        check: 'dns',
        subject: null,
        facts: { domain: 'c.example', parent: 'example' },
        evidence: ['e-dns'],
      } as Finding
      await scanned('c.example', { findings: [gone], ...scoreOf([gone]) })
      const [first] = await actions()
      expect(first).toMatchObject({ finding: 'domain_not_found', priority: 'critical', points: null })
    })

    it('are at most 8', async () => {
      const ids = ['critical', 'high', 'medium', 'low'].map(level => `bl_${level}` as const)
      const facts = { list: 'a list', listId: 'a-list', subject: '192.0.2.1', codes: '127.0.0.2', meaning: 'spam' }
      const more = ids.map(
        id => ({ id, check: 'blacklist', subject: 'x', facts, evidence: ['e'] }) as unknown as Finding,
      )
      const others = (['mx_implicit', 'mx_ip_literal', 'mx_cname', 'spf_ptr'] as const).map(
        id =>
          ({
            id,
            check: 'mx',
            subject: null,
            facts: { domain: 'a.example', host: 'h.example' },
            evidence: ['e'],
          }) as unknown as Finding,
      )
      await scanned('a.example', { findings: [...missing.findings, ...more, ...others] })
      expect((await breakdown()).issues.length).toBeGreaterThan(8)
      expect(await actions()).toHaveLength(8)
    })

    it('are described by their title where the stored scan cannot be read', async () => {
      const id = await scanned('a.example', spf)
      const { db } = server.deps.store
      await db.execute(`update scan_document set body = '\\x00' where domain_id = '${id}'`)
      expect(await actions()).toMatchObject([
        {
          title: 'SPF record missing',
          description: 'Affects a.example.',
          action_url: `/diagnostics/${id}`,
          action_label: 'Open the report',
        },
      ])
    })
  })
})
