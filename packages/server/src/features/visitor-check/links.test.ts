import { linkedCheck } from '@waxseal/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { visitorLink } from '../../db/schema/index.ts'
import { readEnv } from '../../env.ts'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aScanResult } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { periodicVisitorTasks } from './jobs.ts'

const day = 86_400_000

interface Checked {
  domain_name: string
  finished_at: string
}

onTheStore('links to visitors’ checks', kind => {
  let server: TestApp
  let clients = 0
  let client = ''
  beforeAll(async () => {
    server = await openTestApp(kind, { scan: async ({ name }) => aScanResult({ name }) })
  })
  beforeEach(() => {
    clients += 1
    client = `192.0.2.${clients}`
    server.deps.clock.now = new Date(Date.parse('2026-11-20T09:00:00Z') + clients * 30 * day)
  })
  afterAll(() => server.close())

  const post = (url: string, payload: object, from = client) =>
    server.app.inject({ method: 'POST', url, remoteAddress: from, payload })
  const check = async (name: string): Promise<Checked> => {
    const { domain_name, finished_at } = (await post('/api/check', { domain_name: name })).json<Checked>()
    return { domain_name, finished_at }
  }
  const link = async (checked: Checked, from = client) => {
    const answer = await post('/api/check/links', checked, from)
    const { url = '', expires_at } = answer.json<{ url?: string; expires_at?: string }>()
    return { answer, status: answer.statusCode, url, expires_at, token: url.slice(url.lastIndexOf('/') + 1) }
  }
  const opened = (token: string, method: 'GET' | 'DELETE' = 'GET', from = client) =>
    server.app.inject({ method, url: `/api/check/links/${token}`, remoteAddress: from })
  const rows = () => server.deps.store.db.select().from(visitorLink)

  it('show the report as it was made to anyone who has one, for 7 days, and then answer 410', async () => {
    const { status, url, token, expires_at } = await link(await check('example.com'))
    expect([status, url]).toEqual([201, `${server.deps.env.publicUrl}/check/${token}`])
    // 128 random bits.
    expect(token).toMatch(/^[\w-]{22}$/)
    server.deps.clock.pass(7 * day - 1)
    const answer = await opened(token, 'GET', '198.51.100.200')
    expect(answer.statusCode).toBe(200)
    expect(linkedCheck.reply.strict().safeParse(answer.json()).error).toBeUndefined()
    expect(answer.json()).toMatchObject({ scan: { domain_name: 'example.com', health_score: 60 }, expires_at })
    server.deps.clock.pass(1)
    const gone = await opened(token)
    expect([gone.statusCode, gone.json().code, gone.json().detail]).toEqual([
      410,
      'gone',
      'This report is no longer available. A link lasts 7 days, unless someone who has it deletes it before.',
    ])
    expect(await rows()).toHaveLength(1)
    for (const task of periodicVisitorTasks(server.deps)) await task.run(server.deps.now(), AbortSignal.timeout(9_000))
    expect(await rows()).toEqual([])
    expect((await opened(token)).statusCode).toBe(410)
  })

  it('are one for each visitor: one who deletes theirs leaves the others alone', async () => {
    const checked = await check('shared.example')
    const mine = await link(checked)
    const other = await link(checked, '198.51.100.9')
    expect(mine.token).not.toBe(other.token)
    // Whoever holds it may delete it.
    expect((await opened(mine.token, 'DELETE', '203.0.113.7')).statusCode).toBe(204)
    expect((await opened(mine.token, 'DELETE')).statusCode).toBe(410)
    expect((await opened(mine.token)).statusCode).toBe(410)
    expect((await opened(other.token)).statusCode).toBe(200)
  })

  it('are stored as a hash alone, with nothing of the visitor; a check without a link is not stored', async () => {
    const before = (await rows()).length
    const checked = await check('stored.example')
    expect(await rows()).toHaveLength(before)
    const { token } = await link(checked)
    const row = (await rows()).at(-1)
    expect(Object.keys(row ?? {}).sort()).toEqual(['body', 'createdAt', 'expiresAt', 'tokenHash', 'version'])
    expect(row?.tokenHash).toMatch(/^[\da-f]{64}$/)
    expect(JSON.stringify(row)).not.toContain(token)
  })

  it('are found by no search engine, kept by no cache, and named to no other site', async () => {
    const { token, answer } = await link(await check('private.example'))
    for (const { headers } of [answer, await opened(token), await opened('A'.repeat(22))])
      expect(headers).toMatchObject({
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
        'cache-control': 'private, no-store',
      })
  })

  it('that are unknown answer 410, and what is no token 404', async () => {
    expect((await opened('A'.repeat(22))).statusCode).toBe(410)
    for (const token of ['none', 'A'.repeat(21), 'A'.repeat(23), `${'A'.repeat(21)}.`])
      expect((await opened(token)).statusCode).toBe(404)
  })

  it('are created for an hour after the check, for the very check that the visitor reads', async () => {
    const checked = await check('late.example')
    server.deps.clock.pass(3_600_000 - 1)
    expect((await link(checked)).status).toBe(201)
    expect((await link({ ...checked, finished_at: '2026-01-01T00:00:00.000Z' })).status).toBe(410)
    server.deps.clock.pass(1)
    const { status, answer } = await link(checked)
    expect([status, answer.json().detail]).toEqual([
      410,
      'The server no longer has this report. Check the domain again to get a link.',
    ])
  })

  it('are at most 20 a day of one address', async () => {
    const checked = await check('many.example')
    for (let n = 0; n < 20; n++) expect((await link(checked)).status).toBe(201)
    const { status, answer } = await link(checked)
    expect([status, answer.json().detail]).toEqual([429, 'You can create 20 links a day. Try again tomorrow.'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await link(checked, '198.51.100.10')).status).toBe(201)
  })

  it('are opened at most 60 times a minute by one address', async () => {
    for (let n = 0; n < 60; n++) expect((await opened('none')).statusCode).toBe(404)
    expect((await opened('none')).statusCode).toBe(429)
  })

  it('of a check that another process made: refused in words, and made anew with the check in one call', async () => {
    const checked = await check('elsewhere.example')
    const { store, clock } = server.deps
    let scans = 0
    const later = '2026-12-24T10:00:00.000Z'
    const other = await openTestApp(kind, {
      store,
      now: () => clock.now,
      scan: async ({ name }) => {
        scans += 1
        return aScanResult({ name, finishedAt: later })
      },
    })
    const ask = (more = {}) =>
      other.app.inject({
        method: 'POST',
        url: '/api/check/links',
        remoteAddress: client,
        payload: { ...checked, ...more },
      })
    const refused = await ask()
    expect([refused.statusCode, refused.json().detail, scans]).toEqual([
      410,
      'The server no longer has this report. Check the domain again to get a link.',
      0,
    ])
    const made = await ask({ check_again: true })
    expect([made.statusCode, made.json().finished_at, scans]).toEqual([201, later, 1])
    const url: string = made.json().url
    // Each process opens it: the report of a link is in the database.
    const shown = await opened(url.slice(url.lastIndexOf('/') + 1))
    expect(shown.json()).toMatchObject({ scan: { domain_name: 'elsewhere.example', finished_at: later } })
    // The process that has the report does not check again, and no check is beyond the limit of checks.
    const mine = await post('/api/check/links', { ...checked, check_again: true })
    expect(mine.json()).toMatchObject({ finished_at: checked.finished_at })
    for (let n = 0; n < 4; n++) await post('/api/check', { domain_name: `used${n}.example` })
    const beyond = { domain_name: 'beyond.example', finished_at: later, check_again: true }
    expect((await post('/api/check/links', beyond)).statusCode).toBe(429)
    await other.app.close()
  })

  it('that exist open where the operator has switched the check off; no new one is created', async () => {
    const checked = await check('closed.example')
    const { token } = await link(checked)
    const { store, clock } = server.deps
    const closed = await openTestApp(kind, { store, env: readEnv({ VISITOR_CHECK: 'off' }), now: () => clock.now })
    const at = (method: 'GET' | 'POST', url: string, payload?: object) =>
      closed.app.inject({ method, url, remoteAddress: client, ...(payload && { payload }) })
    expect((await at('GET', `/api/check/links/${token}`)).statusCode).toBe(200)
    expect((await at('POST', '/api/check/links', checked)).statusCode).toBe(404)
    await closed.app.close()
  })
})
