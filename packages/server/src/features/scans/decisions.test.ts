import type { DecisionItem } from '@waxseal/contract'
import { reasonOf } from '@waxseal/core/health'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, aScan } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { insertMember } from '../workspaces/store.ts'
import { insertDecision } from './decision-store.ts'

const spf = { finding: 'spf_missing', subject: null, kind: 'accepted', note: '', expires_at: null }
const dayMs = 86_400_000

onTheStore('decisions about findings', kind => {
  let server: TestApp
  let user: TestUser
  let domain: Awaited<ReturnType<typeof aDomain>>
  let path: string
  beforeAll(async () => {
    server = await openTestApp(kind, { connections: 5 })
  })
  beforeEach(async () => {
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
    user = await server.aUser()
    domain = await aDomain(server.deps.store, user.actor)
    path = `/domains/${domain.id}/decisions`
    await aScan(server.deps.store, domain)
  })
  afterAll(() => server.close())

  const decide = (change: object = {}) => user.put(path, { ...spf, ...change })
  const decided = async () => ((await user.get(path)).body as { decisions: DecisionItem[] }).decisions

  const expired = async () => (await decided()).map(decision => [decision.finding, decision.expired])

  it('are an empty list at first', async () => {
    expect(await user.get(path)).toMatchObject({ status: 200, body: { decisions: [] } })
  })

  it('are stored with note and expiry, and change neither the scan nor its score', async () => {
    const before = await user.get(`/diagnostics/results/${domain.id}`)
    const list = (await user.get('/domains')).body
    const expires_at = '2027-01-01T00:00:00+01:00'
    expect(await decide({ note: ' Moves in spring.\r\nAsk Kim. ', expires_at })).toEqual(
      expect.objectContaining({
        status: 200,
        body: {
          id: expect.any(String),
          finding: 'spf_missing',
          subject: null,
          reason: reasonOf({ id: 'spf_missing', subject: null }),
          kind: 'accepted',
          note: 'Moves in spring.\nAsk Kim.',
          decided_at: '2026-11-20T09:00:00.000Z',
          decided_by: null,
          expires_at: '2026-12-31T23:00:00.000Z',
          expired: false,
        },
      }),
    )
    expect(await decided()).toHaveLength(1)
    expect((await user.get(`/diagnostics/results/${domain.id}`)).body).toEqual(before.body)
    expect((await user.get('/domains')).body).toEqual(list)
  })

  it('exist once per finding: deciding again changes the decision', async () => {
    const first = (await decide()).body as DecisionItem
    server.deps.clock.pass(60_000)
    const again = await decide({ kind: 'muted', note: 'noise' })
    expect(again).toMatchObject({ status: 200, body: { id: first.id, kind: 'muted', note: 'noise' } })
    expect(await decided()).toEqual([again.body])
  })

  it('exist once even if many people decide at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => decide({ note: `${n}` })))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await decided()).toHaveLength(1)
  })

  it('name their author while the workspace has several members', async () => {
    const { workspace, person } = user.actor
    const kim = await server.aUser()
    const add = { workspaceId: workspace.id, personId: kim.actor.person.id, role: 'editor' as const }
    await server.deps.store.transaction(tx => insertMember(tx, { ...add, joinedAt: server.deps.clock.now }))
    expect((await decide()).body).toMatchObject({ decided_by: person.name })
    expect(await decided()).toMatchObject([{ decided_by: person.name }])
    await user.delete(`/workspace/members/${add.personId}`)
    expect(await decided()).toMatchObject([{ decided_by: null }])
  })

  it('survive a rescan, and can be changed after the finding is gone', async () => {
    await decide()
    await aScan(server.deps.store, domain, { findings: [], deductions: [], score: 100 })
    expect(await decided()).toMatchObject([{ finding: 'spf_missing', expired: false }])
    expect((await decide({ note: 'for when it comes back' })).status).toBe(200)
  })

  it('are listed newest first, and as expired once their time is over', async () => {
    await decide({ expires_at: new Date(server.deps.now().getTime() + dayMs).toISOString() })
    server.deps.clock.pass(1_000)
    await decide({ finding: 'dmarc_missing' })
    server.deps.clock.pass(dayMs - 1_001)
    expect(await expired()).toEqual([
      ['dmarc_missing', false],
      ['spf_missing', false],
    ])
    server.deps.clock.pass(1)
    expect(await expired()).toEqual([
      ['dmarc_missing', false],
      ['spf_missing', true],
    ])
    expect(await decide()).toMatchObject({ status: 200, body: { expired: false, expires_at: null } })
  })

  it('can be deleted, once', async () => {
    const { id } = (await decide()).body as DecisionItem
    expect((await user.delete(`${path}/${id}`)).status).toBe(204)
    expect((await user.delete(`${path}/${id}`)).status).toBe(404)
    expect((await user.delete(`${path}/${'x'.repeat(60)}`)).status).toBe(404)
    expect(await decided()).toEqual([])
  })

  it.each([
    { finding: 'spf_missing', subject: 'SPF record missing' },
    { finding: 'mx_missing', subject: null },
    { finding: 'no_such_finding', subject: null },
    { finding: '__proto__', subject: '' },
    { finding: 'spf_missing\u0000', subject: '\u0000' },
    { finding: 'mx_missing', subject: '\ud800' },
  ])('are accepted only for findings of the newest scan, not for %j', async about => {
    expect(await decide(about)).toMatchObject({
      status: 404,
      body: { detail: 'The newest scan does not have this finding', code: 'not_found' },
    })
  })

  it('need a scan', async () => {
    const other = await server.aUser()
    const { id } = await aDomain(server.deps.store, other.actor)
    expect(await other.put(`/domains/${id}/decisions`, spf)).toMatchObject({ status: 404 })
  })

  it.each([
    ['2026-11-20T09:00:00Z', 'Please choose an expiry in the future'],
    ['2020-01-01T00:00:00Z', 'Please choose an expiry in the future'],
    ['2026-11-20T09:30:00+01:00', 'Please choose an expiry in the future'],
    ['2028-11-20T09:00:00.001Z', 'Please choose an expiry within the next two years'],
    ['9999-12-31T23:59:59Z', 'Please choose an expiry within the next two years'],
  ])('must expire in the future, within two years, not %s', async (expires_at, detail) => {
    expect(await decide({ expires_at })).toMatchObject({ status: 400, body: { detail, code: 'validation' } })
  })

  it('may expire exactly two years from now', async () => {
    expect((await decide({ expires_at: '2028-11-20T09:00:00Z' })).status).toBe(200)
  })

  it.each([
    { kind: 'fixed' },
    { kind: undefined },
    { expires_at: undefined },
    { expires_at: 'tomorrow' },
    { expires_at: '2027-01-01' },
    { expires_at: '2027-02-30T00:00:00Z' },
    { expires_at: '2027-01-01T00:00:00' },
    { expires_at: `2027-01-01T00:00:00.${'0'.repeat(500)}Z` },
    { expires_at: 1_900_000_000 },
    { note: 'x'.repeat(501) },
    { note: 1 },
    { subject: 'x'.repeat(2_001) },
    { subject: undefined },
    { finding: 'x'.repeat(65) },
  ])('must be well formed, not %j', async change => {
    expect(await decide(change)).toMatchObject({ status: 400, body: { code: 'validation' } })
    expect(await decided()).toEqual([])
  })

  it.each(['a\u0000', '\ud800', '\u202ereversed', 'a\u0007'])('have printable notes only, not %j', async note => {
    expect(await decide({ note })).toMatchObject({
      status: 400,
      body: { detail: 'A note can only have visible characters', code: 'validation' },
    })
  })

  it('are at most 200 for a domain', async () => {
    await server.deps.store.transaction(async tx => {
      for (let n = 0; n < 200; n += 1) {
        await insertDecision(tx, {
          domainId: domain.id,
          finding: 'mx_all_unresolvable',
          subject: `${n}`.repeat(600),
          kind: 'muted',
          note: '',
          decidedAt: server.deps.now(),
          author: null,
          expiresAt: null,
        })
      }
    })
    expect(await decide()).toMatchObject({
      status: 400,
      body: { detail: 'A domain can have at most 200 decisions', code: 'validation' },
    })
  })

  it('can be changed by their owner only, also through another domain', async () => {
    const { id } = (await decide()).body as DecisionItem
    const outsider = await server.aUser()
    const other = await aDomain(server.deps.store, outsider.actor)
    await aScan(server.deps.store, other)
    expect((await outsider.get(path)).status).toBe(404)
    expect((await outsider.put(path, spf)).status).toBe(404)
    expect((await outsider.delete(`${path}/${id}`)).status).toBe(404)
    expect((await outsider.delete(`/domains/${other.id}/decisions/${id}`)).status).toBe(404)
    expect(await decided()).toHaveLength(1)
  })

  it('are deleted with their domain', async () => {
    await decide()
    expect((await user.delete(`/domains/${domain.id}`)).status).toBe(204)
    expect((await user.get(path)).status).toBe(404)
  })
})
