import { sharedReport } from '@waxseal/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type domain, reportShare } from '../../db/schema/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, aScan } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { decide } from '../scans/decisions.ts'
import { markWorkspacesDeleted } from '../workspaces/deletion-store.ts'
import { setTier } from '../workspaces/store.ts'
import { periodicSharingTasks } from './jobs.ts'

const day = 86_400_000

interface Share {
  id: string
  created_by: string | null
  expires_at: string
  last_opened_on: string | null
  opened: number
}

onTheStore('share links', kind => {
  let server: TestApp
  let user: TestUser
  let shown: typeof domain.$inferSelect
  let domainId = ''
  let clients = 0
  beforeAll(async () => {
    server = await openTestApp(kind)
  })
  beforeEach(async () => {
    clients += 1
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
    user = await server.aUser({ tier: 'pro' })
    shown = await aDomain(server.deps.store, user.actor, { name: 'example.com' })
    await aScan(server.deps.store, shown, {
      score: 40,
      basis: { model: 1, catalogue: '2026-11', tier: 'pro', unchecked: [] },
    })
    domainId = shown.id
  })
  afterAll(() => server.close())

  const share = async (body: object = {}) => {
    const { status, body: reply } = await user.post(`/diagnostics/share/${domainId}`, body)
    const { share, url } = reply as { share: Share; url: string }
    return { status, share, url, token: url.slice(url.lastIndexOf('/') + 1) }
  }
  const listed = async () => ((await user.get(`/diagnostics/shares/${domainId}`)).body as { shares: Share[] }).shares
  const opened = (token: string, remoteAddress = `192.0.2.${clients}`) =>
    server.app.inject({ url: `/api/shared/reports/${token}`, remoteAddress })
  const isGone = async (token: string) => {
    const { statusCode, json } = await opened(token)
    const { detail, code, request_id: _, ...rest } = json()
    expect([statusCode, code, detail, rest]).toEqual([404, 'not_found', 'Not found', {}])
  }

  it('show the report to anyone who has the link, and no one else', async () => {
    const { status, url, token } = await share()
    expect(status).toBe(201)
    expect(url).toBe(`${server.deps.env.publicUrl}/shared/${token}`)
    // 256 random bits.
    expect(token).toMatch(/^[\w-]{43}$/)
    const answer = await opened(token)
    expect(answer.statusCode).toBe(200)
    expect(sharedReport.reply.strict().safeParse(answer.json()).error).toBeUndefined()
    expect(answer.json()).toMatchObject({
      scan: { domain_name: 'example.com', health_score: 40 },
      identity: null,
      expires_at: '2026-12-20T09:00:00.000Z',
    })
    await isGone(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)
    await isGone('none')
  })

  it('have the newest report, not the one of the day they were created', async () => {
    const { token } = await share()
    await aScan(server.deps.store, shown, { score: 85, finishedAt: '2026-11-21T10:00:00Z' })
    expect((await opened(token)).json()).toMatchObject({ scan: { health_score: 85 } })
  })

  it('say nothing of the account: no plan, no ids, no names, no decisions', async () => {
    const known = {
      finding: 'spf_missing',
      subject: null,
      kind: 'accepted',
      note: 'a private note',
      expires_at: null,
    } as const
    await decide(server.deps, user.actor, domainId, known)
    const { token, share: made } = await share()
    const { body } = await opened(token)
    const { workspace, person } = user.actor
    for (const secret of [domainId, made.id, workspace.id, person.id, person.email, 'a private note', '"pro"'])
      expect(body).not.toContain(secret)
  })

  it('are found by no search engine, kept by no cache, and named to no other site', async () => {
    const { token } = await share()
    for (const answer of [await opened(token), await opened('none')])
      expect(answer.headers).toMatchObject({
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
        'cache-control': 'private, no-store',
      })
  })

  it('are stored as a hash alone, and listed without it', async () => {
    const { token } = await share()
    const [row] = await server.deps.store.db.select().from(reportShare).where(eq(reportShare.domainId, domainId))
    expect(row?.tokenHash).toMatch(/^[\da-f]{64}$/)
    expect(JSON.stringify(row)).not.toContain(token)
    expect(JSON.stringify(await listed())).not.toMatch(/hash|token|url/)
  })

  it('are listed with the day and the number of openings, until they expire', async () => {
    const { token } = await share({ expires_in_days: 2 })
    server.deps.clock.pass(1)
    await share({ expires_in_days: 1 })
    server.deps.clock.pass(day - 2)
    await opened(token)
    await opened(token)
    expect((await listed()).map(({ opened, last_opened_on: on }) => [opened, on])).toEqual([
      [0, null],
      [2, '2026-11-21'],
    ])
    server.deps.clock.pass(2)
    expect(await listed()).toHaveLength(1)
  })

  it('expire at their time, and go with the next cleaning', async () => {
    const { token, share: made } = await share({ expires_in_days: 1 })
    server.deps.clock.pass(day - 1)
    expect((await opened(token)).statusCode).toBe(200)
    server.deps.clock.pass(1)
    await isGone(token)
    for (const task of periodicSharingTasks(server.deps)) await task.run(server.deps.now(), AbortSignal.timeout(9_000))
    expect((await user.delete(`/diagnostics/shares/${made.id}`)).status).toBe(404)
  })

  it('can be revoked, once', async () => {
    const { token, share: made } = await share()
    expect((await user.delete(`/diagnostics/shares/${made.id}`)).status).toBe(204)
    expect((await user.delete(`/diagnostics/shares/${made.id}`)).status).toBe(404)
    await isGone(token)
    expect(await listed()).toEqual([])
  })

  it('end with their domain', async () => {
    const { token } = await share()
    expect((await user.delete(`/domains/${domainId}`)).status).toBe(204)
    await isGone(token)
  })

  it('do not open while the account is deleted', async () => {
    const { token } = await share()
    const { store, now } = server.deps
    await store.transaction(tx => markWorkspacesDeleted(tx, [user.actor.workspace.id], now()))
    await isGone(token)
  })

  it('work on after a downgrade, and no new one can be created', async () => {
    const { token, share: made } = await share()
    await setTier(server.deps.store.db, user.actor.person.email, 'free')
    expect((await opened(token)).statusCode).toBe(200)
    const refused = await user.post(`/diagnostics/share/${domainId}`, {})
    expect(refused).toMatchObject({ status: 403, body: { code: 'feature_locked', feature: 'exports' } })
    expect((await user.delete(`/diagnostics/shares/${made.id}`)).status).toBe(204)
  })

  it.each([0, 91, 1.5, -3, '30', null])('are refused for %j days', async days => {
    expect(await user.post(`/diagnostics/share/${domainId}`, { expires_in_days: days })).toMatchObject({
      status: 400,
      body: {
        code: 'validation',
        detail: 'expires_in_days: expires_in_days must be a whole number from 1 to 90',
      },
    })
  })

  it('last from 1 to 90 days, 30 where nothing is said', async () => {
    const ends = []
    for (const body of [{ expires_in_days: 1 }, { expires_in_days: 90 }, {}])
      ends.push((await share(body)).share.expires_at.slice(0, 10))
    expect(ends).toEqual(['2026-11-21', '2027-02-18', '2026-12-20'])
    const { body } = await user.post(`/diagnostics/share/${domainId}`)
    expect((body as { share: Share }).share.expires_at.slice(0, 10)).toBe('2026-12-20')
  })

  it('are at most 20 for a domain; one that has expired leaves its place', async () => {
    for (let n = 0; n < 19; n++) await share()
    await share({ expires_in_days: 1 })
    expect(await user.post(`/diagnostics/share/${domainId}`, {})).toMatchObject({
      status: 400,
      body: { code: 'validation', detail: 'A domain can have at most 20 share links. Revoke one first.' },
    })
    server.deps.clock.pass(day)
    expect((await share()).status).toBe(201)
  })

  it('need a scan, and a domain of the workspace', async () => {
    const { id } = await aDomain(server.deps.store, user.actor, { name: 'fresh.example' })
    const other = await server.aUser({ tier: 'business' })
    const bare = (await aDomain(server.deps.store, other.actor, { name: 'bare.example' })).id
    expect(await user.post(`/diagnostics/share/${id}`, {})).toMatchObject({ status: 404, body: { code: 'no_scan' } })
    for (const unknown of [bare, crypto.randomUUID(), 'none']) {
      expect(await user.post(`/diagnostics/share/${unknown}`, {})).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
    }
    const { share: made } = await share()
    expect((await other.delete(`/diagnostics/shares/${made.id}`)).status).toBe(404)
    expect((await other.get(`/diagnostics/shares/${domainId}`)).status).toBe(404)
    expect((await user.delete('/diagnostics/shares/none')).status).toBe(404)
  })

  describe('the limit of readers', () => {
    it('is 60 openings a minute of one address, whether or not the link exists', async () => {
      const { token } = await share()
      for (let n = 0; n < 59; n++) expect((await opened('none', '198.51.100.1')).statusCode).toBe(404)
      expect((await opened(token, '198.51.100.1')).statusCode).toBe(200)
      const refused = await opened(token, '198.51.100.1')
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect((await opened(token, '198.51.100.2')).statusCode).toBe(200)
    })
  })
})
