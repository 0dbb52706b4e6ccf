import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type DomainReport, ReportFailed, type ReportRequest } from '../../ports.ts'
import { domainReport } from '../../reports/domain-report.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, aScan } from '../../testing/factories.ts'
import { theStore } from '../../testing/store.ts'

let server: TestApp
let user: TestUser
let domainId: string
let render: (report: DomainReport, request: ReportRequest) => Promise<Uint8Array>
const asked: DomainReport[] = []

beforeAll(async () => {
  server = await openTestApp(theStore(), {
    renderDomainReport: async (report, request) => {
      asked.push(report)
      return render(report, request)
    },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  asked.length = 0
  render = async () => Buffer.from('%PDF-1.7')
  user = await server.aUser({ tier: 'pro' })
  const domain = await aDomain(server.deps.store, user.actor, { name: 'xn--bcher-kva.example' })
  await aScan(server.deps.store, domain, { score: 40 })
  domainId = domain.id
})

const exported = (id: string, { token } = user) =>
  server.app.inject({
    url: `/api/diagnostics/export/pdf/${id}`,
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' },
  })

const refused = async (id: string, by = user) => {
  const answer = await exported(id, by)
  return [answer.statusCode, answer.json()]
}

it('the newest scan is exported as a PDF under the name of its domain', async () => {
  render = report => domainReport(report)
  const { statusCode, headers, rawPayload } = await exported(domainId)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="xn--bcher-kva.example_report.pdf"',
    'cache-control': 'private, no-store',
    'content-length': String(rawPayload.length),
    'x-content-type-options': 'nosniff',
  })
  expect(headers['content-encoding']).toBeUndefined()
  expect(rawPayload.toString('latin1', 0, 8)).toBe('%PDF-1.7')
  expect(rawPayload.toString('latin1').trimEnd()).toMatch(/%%EOF$/)
})

it('the report has the scan as the screen shows it, the name in Unicode, and the decisions of the owner', async () => {
  const { body: scan } = await user.get(`/diagnostics/results/${domainId}`)
  const { findings } = scan as DomainReport['scan']
  const decision = { finding: findings[0]?.id, subject: findings[0]?.subject, kind: 'accepted', note: 'Known' }
  const decided = await user.put(`/domains/${domainId}/decisions`, { ...decision, expires_at: null })
  expect(decided.status).toBe(200)
  await exported(domainId)
  expect(asked).toMatchObject([{ scan, unicode: 'bücher.example', decisions: [decision] }])
})

it('a domain without a scan, of another workspace, unknown or impossible has none', async () => {
  const fresh = await aDomain(server.deps.store, user.actor, { name: 'fresh.example' })
  expect(await refused(fresh.id)).toMatchObject([404, { code: 'no_scan' }])
  const other = await server.aUser({ tier: 'business' })
  for (const answer of [refused(domainId, other), refused(crypto.randomUUID()), refused('no-id')]) {
    expect(await answer).toMatchObject([404, { code: 'not_found', detail: 'Not found' }])
  }
  expect(asked).toEqual([])
})

it('below Pro it is refused before anything is read, and without a token', async () => {
  const free = await server.aUser({ tier: 'free' })
  expect(await refused(crypto.randomUUID(), free)).toMatchObject([
    403,
    { code: 'feature_locked', feature: 'exports', detail: 'Your plan does not include exports' },
  ])
  const unnamed = await server.app.inject({ url: `/api/diagnostics/export/pdf/${domainId}` })
  expect([unnamed.statusCode, unnamed.json()]).toMatchObject([401, { code: 'unauthorized' }])
})

it.each([
  ['busy', 'Too many reports are being made right now. Please try again in a moment.'],
  ['failed', 'The report could not be made. Please try again.'],
] as const)('a report that is not made (%s) is answered 503', async (reason, detail) => {
  render = () => Promise.reject(new ReportFailed(reason, 'the thread ended (3)'))
  expect(await refused(domainId)).toEqual([503, { detail, code: 'unavailable', request_id: expect.any(String) }])
})

it('a report for a client that has gone is not made', async () => {
  const gone = Promise.withResolvers<unknown>()
  const leaving = new AbortController()
  render = (_, { signal }) => {
    signal.addEventListener('abort', () => gone.resolve(signal.reason))
    leaving.abort()
    return gone.promise.then(() => Promise.reject(new ReportFailed('closed', 'the caller has gone')))
  }
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${user.token}` }
  const answer = fetch(`${address}/api/diagnostics/export/pdf/${domainId}`, { headers, signal: leaving.signal })
  await expect(answer).rejects.toThrow()
  expect(await gone.promise).toEqual(new Error('the client has gone'))
})
