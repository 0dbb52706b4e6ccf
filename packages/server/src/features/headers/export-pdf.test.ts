import { type HeaderAnalysisReply, headerAnalysis as replySchema } from '@waxseal/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type HeaderReport, ReportFailed, type ReportRequest } from '../../ports.ts'
import { headerReport } from '../../reports/header-report.ts'
import { openReportThreads } from '../../reports/report-threads.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aHeaderAnalysis } from '../../testing/header-analysis.ts'
import { theStore } from '../../testing/store.ts'

let server: TestApp
let user: TestUser
let render: (report: HeaderReport, request: ReportRequest) => Promise<Uint8Array>
const asked: HeaderReport[] = []

beforeAll(async () => {
  server = await openTestApp(theStore(), {
    analyzeMessage: async raw => ({ analysis: aHeaderAnalysis({ subject: raw.slice(9) || null }), signatures: null }),
    renderHeaderReport: async (report, request) => {
      asked.push(report)
      return render(report, request)
    },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
  asked.length = 0
  render = async () => Buffer.from('%PDF-1.7')
  user = await server.aUser({ tier: 'pro' })
})

async function analyzed(raw = 'Subject: Your order #1001, confirmed', by = user): Promise<HeaderAnalysisReply> {
  return replySchema.parse((await by.post('/headers/analyze', { raw_headers: raw })).body)
}

const exported = (id: string, { token } = user) =>
  server.app.inject({
    url: `/api/headers/export/pdf/${id}`,
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' },
  })

const refused = async (id: string, by = user) => {
  const answer = await exported(id, by)
  return [answer.statusCode, answer.json()]
}

it('a stored analysis is exported as a PDF under the name of its subject', async () => {
  render = report => headerReport(report)
  const analysis = await analyzed()
  server.deps.clock.pass(60_000)
  const { statusCode, headers, rawPayload } = await exported(analysis.id)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="Your_order__1001__confirmed.pdf"',
    'cache-control': 'private, no-store',
    'content-length': String(rawPayload.length),
    'x-content-type-options': 'nosniff',
  })
  expect(headers['content-encoding']).toBeUndefined()
  expect(rawPayload.toString('latin1', 0, 8)).toBe('%PDF-1.7')
  expect(rawPayload.toString('latin1').trimEnd()).toMatch(/%%EOF$/)
  expect(asked).toEqual([{ analysis, exportedAt: '2026-11-20T09:01:00.000Z' }])
})

it('a message without a subject has a name too', async () => {
  const { id } = await analyzed('Subject: ')
  expect((await exported(id)).headers['content-disposition']).toBe('attachment; filename="header_analysis.pdf"')
})

it("another workspace's, an expired, an unknown and an invalid id are not found", async () => {
  const { id } = await analyzed()
  const other = await server.aUser({ tier: 'business' })
  const unknown = { detail: 'Not found', code: 'not_found', request_id: expect.any(String) }
  expect(await refused(id, other)).toEqual([404, unknown])
  expect(await refused(crypto.randomUUID())).toEqual([404, unknown])
  expect(await refused('no-id')).toEqual([404, unknown])
  server.deps.clock.pass(90 * 86_400_000)
  expect(await refused(id)).toEqual([404, unknown])
  expect(asked).toEqual([])
})

it.each([
  ['busy', 'Too many reports are being made right now. Please try again in a moment.'],
  ['failed', 'The report could not be made. Please try again.'],
  ['closed', 'The report could not be made. Please try again.'],
] as const)('a report that is not made (%s) is answered 503', async (reason, detail) => {
  const { id } = await analyzed()
  render = () => Promise.reject(new ReportFailed(reason, 'the thread ended (3)'))
  expect(await refused(id)).toEqual([503, { detail, code: 'unavailable', request_id: expect.any(String) }])
})

it('one report of a workspace is made and one waits: a third is answered 503, and other workspaces go on', async () => {
  const threads = openReportThreads(server.deps.log)
  render = (content, request) => threads.render({ kind: 'headers', content }, request)
  const { id } = await analyzed()
  const other = await server.aUser({ tier: 'pro' })
  const { id: othersId } = await analyzed(undefined, other)
  const answers = await Promise.all([exported(id), exported(id), exported(id), exported(othersId, other)])
  await threads.close()
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.slice(0, 3).filter(status => status === 200)).toHaveLength(2)
  expect(statuses.slice(0, 3)).toContain(503)
  expect(statuses[3]).toBe(200)
  expect(answers.find(({ statusCode }) => statusCode === 503)?.json()).toMatchObject({
    detail: 'Too many reports are being made right now. Please try again in a moment.',
  })
})

it('a report for a client that has gone is not made', async () => {
  const { id } = await analyzed()
  const gone = Promise.withResolvers<unknown>()
  const leaving = new AbortController()
  render = (_, { signal }) => {
    signal.addEventListener('abort', () => gone.resolve(signal.reason))
    leaving.abort()
    return gone.promise.then(() => Promise.reject(new ReportFailed('closed', 'the caller has gone')))
  }
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${user.token}` }
  const answer = fetch(`${address}/api/headers/export/pdf/${id}`, { headers, signal: leaving.signal })
  await expect(answer).rejects.toThrow()
  expect(await gone.promise).toEqual(new Error('the client has gone'))
})

it('a report that many others precede may be asked for again after seconds, a failed one a little later', async () => {
  const { id } = await analyzed()
  render = () => Promise.reject(new ReportFailed('busy', 'too many reports are waiting'))
  expect((await exported(id)).headers['retry-after']).toBe('5')
  render = () => Promise.reject(new ReportFailed('failed', 'the thread ended (3)'))
  expect((await exported(id)).headers['retry-after']).toBe('10')
})

it('an error of our own is no 503', async () => {
  const { id } = await analyzed()
  render = () => Promise.reject(new TypeError('a bug'))
  expect((await refused(id))[0]).toBe(500)
})

it('the 21st export of a minute waits', async () => {
  const { id } = await analyzed()
  for (let at = 0; at < 20; at++) expect((await exported(id)).statusCode).toBe(200)
  expect((await refused(id))[0]).toBe(429)
})
