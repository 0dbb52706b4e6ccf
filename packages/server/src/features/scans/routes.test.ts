import { scanReply } from '@waxseal/contract'
import { opinion } from '@waxseal/core/fixtures/threat'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { scanRun } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, aProgress, aScan, aScanResult } from '../../testing/factories.ts'
import { onTheStore, theStore } from '../../testing/store.ts'
import { aThreatSection } from '../../testing/threat.ts'
import { setTier } from '../workspaces/store.ts'
import { followScan } from './follow-scan.ts'
import { scanHandlers } from './jobs.ts'
import { watchRuns } from './run-watch.ts'
import { startScan } from './start-scan.ts'

/** The events of a stream: name and data. */
function eventsOf(text: string): { event: string; data: unknown }[] {
  return text
    .split('\n\n')
    .filter(block => block.startsWith('event: '))
    .map(block => {
      const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
      return { event, data: JSON.parse(data) as unknown }
    })
}

const events = { accept: 'text/event-stream' }

/** Where the server listens already. */
const addressOf = ({ app }: TestApp): string => {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen')
  return `http://127.0.0.1:${address.port}`
}

onTheStore('scanning over HTTP', kind => {
  let server: TestApp
  let user: TestUser
  let domainId: string
  /** The behavior of the next scans. */
  let scan: Deps['scan']
  beforeAll(async () => {
    server = await openTestApp(kind, { scan: input => scan(input) })
    await server.deps.queue.work(scanHandlers(server.deps))
  })
  beforeEach(async () => {
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
    scan = async ({ name }) => aScanResult({ name })
    user = await server.aUser()
    domainId = (await aDomain(server.deps.store, user.actor)).id
  })
  afterAll(() => server.close())

  it('answers with the result after the scan', async () => {
    const answer = await user.post(`/diagnostics/scan/${domainId}`)
    expect(answer).toMatchObject({ status: 200, body: { health_score: 60, risk_score: 40 } })
    expect(scanReply.safeParse(answer.body).error).toBeUndefined()
    expect((await user.get(`/diagnostics/results/${domainId}`)).body).toEqual(answer.body)
    expect((await user.get('/domains')).body).toMatchObject([
      { health_score: 60, last_scan: '2026-11-20T09:00:04.000Z', scanning: false },
    ])
    expect((await user.get('/usage/scans-this-month')).body).toMatchObject({ scans_this_month: 1 })
  })

  it('streams progress and ends with the result', async () => {
    const halfway = Promise.withResolvers<void>()
    const progress = aProgress({ dns: 'done', mx: 'running' }, 3)
    scan = async ({ name, onProgress }) => {
      onProgress(progress)
      await halfway.promise
      return aScanResult({ name })
    }
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
    const answer = await fetch(`${address}/api/diagnostics/scan/${domainId}`, {
      method: 'POST',
      headers: { ...events, authorization: `Bearer ${user.token}` },
    })
    let text = ''
    for await (const chunk of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      text += chunk
      if (text.includes('"questions":3')) halfway.resolve()
    }

    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      connection: 'close',
    })
    const all = eventsOf(text)
    expect(all).toContainEqual({ event: 'progress', data: progress })
    expect(all.at(-1)).toMatchObject({ event: 'result', data: { health_score: 60 } })
    expect(all.filter(({ event }) => event === 'result')).toHaveLength(1)
  })

  it('interprets threats for Pro and above, by the reader’s plan, not the scan’s', async () => {
    scan = async ({ name, tier }) => {
      const result = aScanResult({ name })
      const sections = { ...result.sections, threat: aThreatSection(opinion()) }
      return { ...result, basis: { ...result.basis, tier }, sections }
    }
    const domainPart = async (path: string): Promise<object> => {
      const { body } = await user.get(path)
      return scanReply.parse(body).results.threat_intelligence.domain ?? {}
    }
    const paths = [`/diagnostics/results/${domainId}`, `/domains/${domainId}/latest-scan`]
    const smart = ['smart_verdict', 'vendor_interpretation']
    const { text } = await user.post(`/diagnostics/scan/${domainId}`, undefined, events)
    expect(text).toContain('"vendor_results":[{"vendor":"Quad9"')
    for (const key of smart) expect(text).not.toContain(key)

    const { db } = server.deps.store
    await setTier(db, user.actor.person.email, 'pro')
    for (const path of paths) expect(Object.keys(await domainPart(path))).toEqual([...smart, 'vendor_results'])
    const { text: asPro } = await user.post(`/diagnostics/scan/${domainId}`, undefined, events)
    for (const key of smart) expect(asPro).toContain(key)
    await setTier(db, user.actor.person.email, 'free')
    for (const path of paths) expect(Object.keys(await domainPart(path))).toEqual(['vendor_results'])
  })

  it('ends a stream with an error event in the words of an error reply', async () => {
    scan = () => Promise.reject(new Error('a bug'))
    const { text } = await user.post(`/diagnostics/scan/${domainId}`, undefined, events)
    expect(eventsOf(text)).toMatchObject([
      {
        event: 'error',
        data: {
          detail: 'The scan failed and was not counted. Please try again.',
          code: 'unavailable',
          request_id: expect.stringMatching(/./),
        },
      },
    ])
    expect(text).not.toContain('a bug')
  })

  it('answers 503 when the scan failed, and does not count it', async () => {
    scan = () => Promise.reject(new Error('a bug'))
    expect(await user.post(`/diagnostics/scan/${domainId}`)).toMatchObject({
      status: 503,
      body: { detail: 'The scan failed and was not counted. Please try again.', code: 'unavailable' },
    })
    expect((await user.get('/usage/scans-this-month')).body).toMatchObject({ scans_this_month: 0 })
  })

  it('refuses before the stream starts, with the refusal’s own status', async () => {
    const outsider = await server.aUser()
    expect(await outsider.post(`/diagnostics/scan/${domainId}`, undefined, events)).toMatchObject({
      status: 404,
      body: { detail: 'Not found', code: 'not_found' },
    })
    for (let n = 0; n < 10; n++) await user.post(`/diagnostics/scan/${domainId}`)
    expect(await user.post(`/diagnostics/scan/${domainId}`, undefined, events)).toMatchObject({
      status: 403,
      body: { detail: 'Monthly scan limit reached. Upgrade to Pro for unlimited scans.', code: 'scan_limit' },
    })
  })

  it('shows a domain as being scanned during its scan', async () => {
    const end = Promise.withResolvers<void>()
    scan = async ({ name }) => {
      await end.promise
      return aScanResult({ name })
    }
    const answer = user.post(`/diagnostics/scan/${domainId}`)
    const runId = await startScan(server.deps, user.actor, domainId)
    expect((await user.get('/domains')).body).toMatchObject([{ id: domainId, scanning: true }])
    end.resolve()
    expect((await answer).status).toBe(200)
    const runs = await server.deps.store.db.select().from(scanRun).where(eq(scanRun.domainId, domainId))
    expect(runs).toMatchObject([{ id: runId, state: 'done' }])
  })

  it('continues the scan when its follower disconnects', async () => {
    const end = Promise.withResolvers<void>()
    scan = async ({ name }) => {
      await end.promise
      return aScanResult({ name })
    }
    const runId = await startScan(server.deps, user.actor, domainId)
    const leaving = new AbortController()
    const follow = followScan(watchRuns(server.deps), runId, { signal: leaving.signal })
    await follow.next()
    leaving.abort()
    await expect(follow.next()).rejects.toMatchObject({ code: 'unavailable' })
    end.resolve()
    expect(await user.post(`/diagnostics/scan/${domainId}`)).toMatchObject({ status: 200 })
    expect((await user.get(`/diagnostics/results/${domainId}`)).status).toBe(200)
  })

  it('is streamed five times at once in a workspace; a sixth follower gets the plain reply when the scan is done', async () => {
    const end = Promise.withResolvers<void>()
    scan = async ({ name }) => {
      await end.promise
      return aScanResult({ name })
    }
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 }).catch(() => addressOf(server))
    const follow = () =>
      fetch(`${address}/api/diagnostics/scan/${domainId}`, {
        method: 'POST',
        headers: { ...events, authorization: `Bearer ${user.token}` },
      })
    const five: Response[] = []
    for (let n = 0; n < 5; n++) five.push(await follow())
    expect(five.map(each => each.headers.get('content-type'))).toEqual(
      Array(5).fill('text/event-stream; charset=utf-8'),
    )
    const judged = vi.spyOn(server.deps.processLimits, 'takeStream')
    const sixth = follow()
    // Else the scan may end before the call arrives, which would then start another one.
    await vi.waitFor(() => expect(judged).toHaveBeenCalledOnce())
    end.resolve()
    const plain = await sixth
    expect(plain.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(scanReply.parse(await plain.json())).toMatchObject({ health_score: 60 })
    const results = (await Promise.all(five.map(each => each.text()))).map(text => eventsOf(text).at(-1)?.event)
    expect(results).toEqual(Array(5).fill('result'))
  })

  it('does not wait for a scan without end', async () => {
    const end = Promise.withResolvers<void>()
    scan = async ({ name }) => {
      await end.promise
      return aScanResult({ name })
    }
    const runId = await startScan(server.deps, user.actor, domainId)
    const follow = followScan(watchRuns(server.deps), runId, { signal: new AbortController().signal, forMs: 300 })
    const last = async () => {
      for (;;) if ((await follow.next()).done) return
    }
    await expect(last()).rejects.toMatchObject({
      code: 'unavailable',
      detail: 'The scan takes longer than expected. Its result will appear here when it is done.',
    })
    end.resolve()
  })

  it('answers 404 before the first scan, and for another workspace', async () => {
    for (const path of [`/diagnostics/results/${domainId}`, `/domains/${domainId}/latest-scan`]) {
      expect(await user.get(path)).toMatchObject({
        status: 404,
        body: { detail: 'No scan results yet', code: 'no_scan' },
      })
    }
    await aScan(server.deps.store, { ...(await stored()), id: domainId })
    const outsider = await server.aUser()
    for (const path of [`/diagnostics/results/${domainId}`, `/domains/${domainId}/latest-scan`]) {
      expect(await outsider.get(path)).toMatchObject({ status: 404, body: { detail: 'Not found', code: 'not_found' } })
    }
  })

  it.each([
    ['2026-11-20T09:00:00Z', 0, false],
    ['2026-11-20T00:00:00Z', 0, false],
    ['2026-11-19T23:59:59Z', 1, false],
    ['2026-11-13T09:00:00Z', 7, false],
    ['2026-11-13T08:59:59Z', 7, true],
    ['2026-10-20T09:00:00Z', 31, true],
  ])('gives the age of a scan finished at %s: %d days, stale %s', async (finishedAt, days, stale) => {
    await aScan(server.deps.store, await stored(), { finishedAt })
    expect((await user.get(`/domains/${domainId}/latest-scan`)).body).toMatchObject({
      scan_age_days: days,
      is_stale: stale,
      health_score: 60,
    })
  })

  const stored = async () => {
    const [first] = (await user.get('/domains')).body as { domain_name: string }[]
    return aRow(first?.domain_name ?? '')
  }
  const aRow = async (name: string) => {
    const row = await server.deps.store.db.query.domain.findFirst({ where: (table, op) => op.eq(table.name, name) })
    if (row === undefined) throw new Error('the domain is gone')
    return row
  }
})

it('a scan answers at once with a stream, which ends with an error event when the server stops', async () => {
  const server = await openTestApp(theStore(), { scan: () => new Promise(() => {}) })
  const user = await server.aUser()
  const { id } = await aDomain(server.deps.store, user.actor)
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const answer = await fetch(`${address}/api/diagnostics/scan/${id}`, {
    method: 'POST',
    headers: { ...events, authorization: `Bearer ${user.token}` },
  })
  expect(answer.status).toBe(200)
  if (answer.body === null) throw new Error('an answer without a body')
  const frames = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  // Not the keep-alive of a silent scan, but a frame before it.
  expect((await frames.read()).value).toMatch(/^: the scan is followed\n\n/)
  await server.app.close()
  let text = ''
  for (let more = await frames.read(); !more.done; more = await frames.read()) text += more.value
  expect(eventsOf(text).at(-1)).toMatchObject({ event: 'error', data: { code: 'unavailable' } })
  await server.close()
})
