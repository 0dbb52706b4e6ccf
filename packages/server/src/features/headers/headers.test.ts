import { type HeaderAnalysisReply, headerAnalysis as replySchema } from '@waxseal/contract'
import { storedHeaderBytes } from '@waxseal/core/caps'
import type { HeaderAnalysis } from '@waxseal/core/headers'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { errorForLog } from '../../cli/log.ts'
import { unpackBody } from '../../db/header-body.ts'
import { headerAnalysis, workspace } from '../../db/schema/index.ts'
import { readEnv } from '../../env.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain } from '../../testing/factories.ts'
import { aHeaderAnalysis, aLine, aResultsField } from '../../testing/header-analysis.ts'
import { worldOn } from '../../testing/neighbors.ts'
import { onTheStore } from '../../testing/store.ts'
import { addSelector } from '../domains/selectors.ts'
import { periodicHeaderTasks } from './jobs.ts'

const day = 86_400_000
const neverStops = new AbortController().signal

/** One reported DKIM result. */
/** Each character as JSON of ASCII alone may write it. */
const escaped = (text: string) =>
  Array.from(text, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const key = (domain: string, selector: string, result = 'pass') =>
  ['dkim', result, { 'header.d': domain, 'header.s': selector }] as const

onTheStore('header analyses', kind => {
  let server: TestApp
  let user: TestUser
  let answer: (raw: string) => HeaderAnalysis
  /** Everything that was logged, with every level. */
  const lines: string[] = []
  beforeAll(async () => {
    const log = pino({ level: 'trace', serializers: { err: errorForLog } }, { write: line => void lines.push(line) })
    const env = readEnv({ RETENTION_DAYS_HEADERS: '30' })
    server = await openTestApp(kind, {
      log,
      env,
      analyzeMessage: async raw => ({ analysis: answer(raw), signatures: null }),
    })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await server.deps.store.db.delete(headerAnalysis)
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
    answer = raw => aHeaderAnalysis({ subject: raw.slice('Subject: '.length, 60) })
    lines.length = 0
    user = await server.aUser()
  })

  /** As programs send it that write ASCII alone. */
  const postEscaped = (text: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/headers/analyze',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      payload: `{"raw_headers": "${escaped(text)}"}`,
    })
  const post = (raw: string) => user.post('/headers/analyze', { raw_headers: raw })
  const analyzed = async (raw: string): Promise<HeaderAnalysisReply> => {
    const { status, body } = await post(raw)
    expect(status).toBe(200)
    return replySchema.parse(body)
  }

  it('are answered, stored for the days of the setting, and read again as they were', async () => {
    const reply = await analyzed('Subject: Hello')
    expect(reply).toMatchObject({
      created_at: '2026-11-20T09:00:00.000Z',
      expires_at: '2026-12-20T09:00:00.000Z',
      raw_headers: 'Subject: Hello',
      parsed_data: { subject: 'Hello' },
    })
    expect(await user.get(`/headers/${reply.id}`)).toMatchObject({ status: 200, body: reply })
    const [row] = await server.deps.store.db.select().from(headerAnalysis)
    expect(row?.createdBy).toBe(user.actor.person.id)
  })

  it('are analyzed whole, and stored compressed with the beginning of their text', async () => {
    let analyzedLength = 0
    answer = raw => {
      analyzedLength = raw.length
      return aHeaderAnalysis()
    }
    const text = `Subject: Hello\n${'Received: from a.example by b.example; Fri, 20 Nov 2026 09:00:00 +0000\n'.repeat(10_000)}`
    const { raw_headers_cut_from: cutFrom } = await analyzed(text)
    const [row] = await server.deps.store.db.select().from(headerAnalysis)
    expect([analyzedLength, cutFrom, row?.fromDomain]).toEqual([text.length, text.length, 'example.com'])
    expect(row?.body.length).toBeLessThan(10_000)
  })

  it('of before are read as they are: their body is not compressed', async () => {
    const reply = await analyzed('Subject: Hello')
    const { db } = server.deps.store
    const [row] = await db.select().from(headerAnalysis)
    if (row === undefined) throw new Error('nothing was stored')
    const body = Buffer.from(JSON.stringify(await unpackBody(row.body)))
    await db.update(headerAnalysis).set({ body })
    expect(await user.get(`/headers/${reply.id}`)).toMatchObject({ status: 200, body: reply })
  })

  it.each(['', ' \r\n\t ', '\uFEFF'])('are not made of an empty text: %j', async raw => {
    expect(await post(raw)).toMatchObject({
      status: 400,
      body: { code: 'validation', detail: 'Please paste email headers' },
    })
    expect(await server.deps.store.db.$count(headerAnalysis)).toBe(0)
  })

  it('take 1 MB of text, counted in bytes, also when JSON escapes every character', async () => {
    const mb = 1024 * 1024
    for (const full of ['a'.repeat(mb), '\n'.repeat(mb - 1).concat('a'), '"'.repeat(mb), 'é'.repeat(mb / 2)]) {
      expect((await post(full)).status).toBe(200)
    }
    for (const over of ['a'.repeat(mb + 1), 'é'.repeat(mb / 2).concat('a'), 'a'.repeat(7 * mb)]) {
      expect(await post(over)).toMatchObject({
        status: 413,
        body: { code: 'too_large', detail: 'You can analyze at most 1 MB of text at a time' },
      })
    }
    expect(await user.post('/domains', { domain_name: 'a'.repeat(mb) })).toMatchObject({ status: 413 })
  })

  it.each([
    ['Cyrillic', 'ж'.repeat(520_014)],
    ['plain letters', 'a'.repeat(1024 * 1024)],
  ])('take 1 MB of text in JSON of ASCII alone, and store its beginning: %s', async (_what, full) => {
    const taken = await postEscaped(full)
    const { id, raw_headers: raw, raw_headers_cut_from: cutFrom } = taken.json() as HeaderAnalysisReply
    expect([taken.statusCode, cutFrom, full.startsWith(raw)]).toEqual([200, Buffer.byteLength(full), true])
    expect(Buffer.byteLength(raw)).toBeGreaterThan(storedHeaderBytes - 4)
    expect(Buffer.byteLength(raw)).toBeLessThanOrEqual(storedHeaderBytes)
    expect((await user.get(`/headers/${id}`)).body).toMatchObject({ raw_headers: raw, raw_headers_cut_from: cutFrom })
    const refused = await postEscaped(full.padEnd(1024 * 1024 + 1, full))
    expect([refused.statusCode, refused.json().detail]).toEqual([413, 'You can analyze at most 1 MB of text at a time'])
  })

  it('take binary text, which is stored without what PostgreSQL refuses', async () => {
    answer = raw => aHeaderAnalysis({ subject: raw, from: '\0', to: '\uDC00' })
    const reply = await analyzed('Subject: \0\uD800\u0007\u{1F4E7}')
    expect(reply.raw_headers).toBe('Subject: \uFFFD\uFFFD\u0007\u{1F4E7}')
    expect(reply.parsed_data).toMatchObject({ subject: reply.raw_headers, from: '\uFFFD', to: '\uFFFD' })
    expect(await user.get(`/headers/${reply.id}`)).toMatchObject({ status: 200, body: reply })
  })

  it('are all listed, the newest first', async () => {
    await analyzed('Subject: first')
    const [first] = await server.deps.store.db.select().from(headerAnalysis)
    if (first === undefined) throw new Error('nothing was stored')
    const { id: _, ...rest } = first
    await server.deps.store.db.insert(headerAnalysis).values(
      Array.from({ length: 50 }, (_, at) => ({
        ...rest,
        subject: `later ${at}`,
        createdAt: new Date(first.createdAt.getTime() + at + 1),
      })),
    )
    const { body } = await user.get('/headers')
    const { analyses } = body as { analyses: { subject: string }[] }
    expect([analyses.length, analyses[0]?.subject, analyses.at(-1)?.subject]).toEqual([51, 'later 49', 'first'])
    expect(Object.keys(analyses[0] ?? {})).toEqual([
      'id',
      'created_at',
      'expires_at',
      'subject',
      'from',
      'threat_score',
    ])
  })

  it('are the newest 500 of a workspace: a new one deletes the oldest, and none of another workspace', async () => {
    const neighbor = await server.aUser()
    const { db } = server.deps.store
    await neighbor.post('/headers/analyze', { raw_headers: 'Subject: of the neighbor' })
    server.deps.clock.pass(1)
    const oldest = await analyzed('Subject: oldest')
    const [row] = await db.select().from(headerAnalysis).where(eq(headerAnalysis.id, oldest.id))
    if (row === undefined) throw new Error('nothing was stored')
    const { id: _, ...rest } = row
    const later = { ...rest, createdAt: new Date(row.createdAt.getTime() + 1) }
    await db.insert(headerAnalysis).values(Array.from({ length: 498 }, () => later))
    server.deps.clock.pass(2)
    const countOf = (of: TestUser) => db.$count(headerAnalysis, eq(headerAnalysis.workspaceId, of.actor.workspace.id))
    const found = async () => (await user.get(`/headers/${oldest.id}`)).status
    await analyzed('Subject: the 500th')
    expect([await countOf(user), await found()]).toEqual([500, 200])
    await analyzed('Subject: the 501st')
    expect([await countOf(user), await found(), await countOf(neighbor)]).toEqual([500, 404, 1])
  })

  it('are not shown after they have expired, although no worker has deleted them yet', async () => {
    const { id } = await analyzed('Subject: Hello')
    server.deps.clock.pass(30 * day - 1)
    expect((await user.get(`/headers/${id}`)).status).toBe(200)
    server.deps.clock.pass(1)
    expect((await user.get(`/headers/${id}`)).status).toBe(404)
    expect((await user.delete(`/headers/${id}`)).status).toBe(404)
    expect((await user.get('/headers')).body).toEqual({ analyses: [] })
    expect(await server.deps.store.db.$count(headerAnalysis)).toBe(1)
  })

  it('are deleted with their raw headers', async () => {
    const { id } = await analyzed('Subject: Hello')
    expect((await user.delete(`/headers/${id}`)).status).toBe(204)
    expect((await user.delete(`/headers/${id}`)).status).toBe(404)
    expect(await server.deps.store.db.$count(headerAnalysis)).toBe(0)
  })

  it('are refused to a person beyond 30 a minute', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 31; n += 1) statuses.push((await post(`Subject: ${n}`)).status)
    expect(statuses.filter(status => status === 200)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
  })

  it('write nothing of the headers to the log, also when they fail', async () => {
    const raw = 'Subject: private matter'
    const { id } = await analyzed(raw)
    await user.get(`/headers/${id}`)
    answer = () => {
      throw new RangeError(`the parser failed:\n    at ${raw}`)
    }
    expect((await post(raw)).status).toBe(500)
    // A score that the column cannot hold makes the insert fail, with the text among its parameters.
    const words = { title: '', meaning: '', advice: '', clause: '' }
    const nonsense = { id: 'x', points: Number.NaN, ...words, evidence: [aLine('Subject', raw)] as const }
    answer = () => aHeaderAnalysis({ subject: raw, findings: [nonsense] })
    expect((await post(raw)).status).toBe(500)
    expect((await post('x'.repeat(2_000_000).concat('private matter'))).status).toBe(413)
    expect(lines.join('')).toContain('a message could not be analyzed: RangeError')
    expect(lines.join('')).toContain('Failed query: insert into')
    expect(lines.join('')).not.toContain('private matter')
  })

  it('offer selectors of passing signatures to the domain that signed, until it has them', async () => {
    const { store } = server.deps
    const { id: other } = await aDomain(store, (await server.aUser()).actor, { name: 'b.example' })
    const { id } = await aDomain(store, user.actor, { name: 'a.example' })
    answer = () =>
      aHeaderAnalysis({
        results: [
          aResultsField('counts', 'mx.example.net', [
            key('a.example', 's1'),
            key('a.example', 's2'),
            key('a.example', 's3', 'fail'),
            key('mail.a.example', 's4'),
            key('b.example', 's5'),
          ]),
        ],
      })
    await addSelector(server.deps, user.actor, id, 's1')
    const reply = await analyzed('Subject: Hello')
    expect(reply.new_selectors).toEqual([{ domain_id: id, domain_name: 'a.example', selector: 's2' }])
    expect(JSON.stringify(reply)).not.toContain(other)
    await addSelector(server.deps, user.actor, id, 's2')
    expect((await user.get(`/headers/${reply.id}`)).body).toMatchObject({ new_selectors: [] })
  })
})

onTheStore('the retention of header analyses', kind => {
  const aWorld = worldOn(kind)

  it('ends with their own time, in as many batches as it takes', async () => {
    const { store, db, now, touched, id } = await aWorld()
    const [row] = await db.select().from(headerAnalysis)
    if (row === undefined) throw new Error('the world has no analysis')
    const { id: _, ...rest } = row
    const expired = { ...rest, workspaceId: id('neighbor'), expiresAt: new Date(now.getTime() - 1) }
    await db.insert(headerAnalysis).values(Array.from({ length: 450 }, () => expired))
    const forget = (at: Date) => async () => {
      for (const task of periodicHeaderTasks({ store })) await task.run(at, neverStops)
    }
    expect(await touched(forget(now))).toHaveLength(452)
    expect(await touched(forget(new Date(now.getTime() + 75 * day)))).toEqual([
      '- header_analysis neighbor analysis old',
      '- header_analysis owner analysis old',
    ])
  })

  it('ends with their workspace', async () => {
    const { db, touched, id } = await aWorld()
    const lines = await touched(() => db.delete(workspace).where(eq(workspace.id, id('neighbor'))))
    expect(lines.filter(line => line.includes('header_analysis'))).toEqual([
      '- header_analysis neighbor analysis expired',
      '- header_analysis neighbor analysis new',
      '- header_analysis neighbor analysis old',
    ])
  })
})
